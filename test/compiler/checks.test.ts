import { describe, expect, it } from "vitest";
import { check, checks, memoryHost, pretty } from "../../compiler/index.js";
import { diagnosed } from "./checks/diagnosed.js";

/** The checks of the text are the grammar's, and tried there. */
const ofPrograms = checks.filter(({ code }) => !code.startsWith("LB1"));

const path = "example.playbook";

describe.each(ofPrograms)("$code $name", ({ code, severity, bad, good, files = {}, summary, why, fix }) => {
  it("reports its bad example, and nothing else does", async () => {
    const { diagnostics, files: texts } = await check(memoryHost({ ...files, [path]: bad }), [path]);
    expect(diagnostics.map((each) => each.code)).toEqual(diagnostics.map(() => code));
    expect(diagnostics.some((each) => each.severity === severity)).toBe(true);
    await expect(pretty(diagnostics, texts)).toMatchFileSnapshot(`golden/${code}.txt`);
  });

  it("says nothing about its good example", async () => {
    expect(await diagnosed({ ...files, [path]: good })).toEqual([]);
  });

  it("says what it is about, why it matters and what to do", () => {
    expect(summary).toMatch(/^[^A-Z\n][^\n]*[^.\n]$/);
    expect(why).toMatch(/\.$/);
    expect(fix).toMatch(/\.$/);
  });
});

describe("the checks", () => {
  it("have codes and names of their own, in order", () => {
    const codes = checks.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].toSorted());
    expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
  });
});
