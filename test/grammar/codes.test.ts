import { describe, expect, it } from "vitest";
import { decode, parse, type SyntaxCheck, syntaxChecks } from "../../grammar/index.js";

/** The codes that are reported of an example, as a file has it. */
function codesOf(text: string, { encoding, times }: Partial<SyntaxCheck>): readonly string[] {
  const decoded = decode(Buffer.from(text.repeat(times ?? 1), encoding ?? "utf8"), "a.playbook");
  if ("diagnostic" in decoded) return [decoded.diagnostic.code];
  return parse("a.playbook", decoded.text).diagnostics.map(({ code }) => code);
}

describe.each(syntaxChecks)("$code", (check) => {
  it("is what its bad example is told, and nothing else", () => {
    expect(codesOf(check.bad, check)).toEqual([check.code]);
  });

  it("is not told of its good example", () => {
    expect(codesOf(check.good, {})).toEqual([]);
  });

  it("says why it matters and what to do", () => {
    expect(check.summary).toMatch(/^[a-z`].*[^.]$/);
    expect(check.why).toMatch(/^[A-Z`].*\.$/);
    expect(check.fix).toMatch(/^[A-Z`].*\.$/);
  });
});
