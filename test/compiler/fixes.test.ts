import { describe, expect, it } from "vitest";
import { checks } from "../../compiler/index.js";
import { diagnosed, mended } from "./checks/diagnosed.js";

const mendable: (readonly [code: string, bad: string])[] = [];
for (const { code, bad, files } of checks) {
  // What mends a text alone is tried with the grammar: those examples are no whole programs.
  if (code.startsWith("LB1")) continue;
  const diagnostics = files === undefined ? await diagnosed(bad) : [];
  if (diagnostics.length === 1 && diagnostics[0]?.fix !== undefined) mendable.push([code, bad]);
}

describe("the fix of a bad example", () => {
  it.each(mendable)("%s leaves nothing to say", async (_, bad) => {
    expect(await diagnosed(await mended(bad))).toEqual([]);
  });

  it("is there for every check of the whole program that a text can mend", () => {
    const codes = mendable.map(([code]) => code);
    expect(codes).toEqual(
      expect.arrayContaining(["LB2009", "LB2010", "LB2014", "LB2016", "LB5005", "LB8004"]),
    );
  });
});
