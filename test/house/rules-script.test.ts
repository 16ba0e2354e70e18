import { describe, expect, it } from "vitest";
import { citationsOf, isRequired, rulesOf } from "../../scripts/rules.mjs";

describe("the coverage of rules by tests", () => {
  it("takes from a page the ids that begin a list item, not those that are mentioned", () => {
    const page = "- `[L-1]` UTF-8.\n  See `[L-2]`.\n- `[R-15]` Lanes ([R-16]).\n- [H-1] not one.\n";
    expect(rulesOf(page)).toEqual(["L-1", "R-15"]);
  });

  it("takes from a test file the ids in the names of its tests, and from nowhere else", () => {
    const id = (rule: string) => `[${rule}]`;
    const source = [
      `describe("${id("L-1")} names", () => {`,
      `  // ${id("L-2")}`,
      `  it('${id("L-3")} and ${id("R-4")} hold', () => expect("${id("L-5")}").toBe(1));`,
      `  it.each([["a", f(1)]])(\`${id("H-1")} with %s\`, () => {});`,
      `  test(\n    "${id("L-6")} on a line of its own",\n    () => {},\n  );`,
      "});",
    ].join("\n");
    expect(citationsOf(source)).toEqual(["L-1", "L-3", "R-4", "H-1", "L-6"]);
  });

  it("requires every rule of the language, and of the others those that are listed", () => {
    expect(["L-1", "L-999", "R-1", "R-12", "R-54"].every(isRequired)).toBe(true);
    expect(["R-3", "R-13", "R-55", "H-1"].some(isRequired)).toBe(false);
  });
});
