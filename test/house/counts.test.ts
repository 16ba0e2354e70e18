import { describe, expect, it } from "vitest";
import { countOf, isLong } from "../support/counts.js";

describe("counts", () => {
  it("tries the short count, or the long one where the long run is asked for", () => {
    expect(countOf(10, 700)).toBe(isLong ? 700 : 10);
    expect(countOf(10)).toBe(isLong ? 500 : 10);
  });
});
