import { describe, expect, it } from "vitest";
import { PlaybookParser, playbookParser } from "../../grammar/parser.js";
import { syntaxChecks } from "../../grammar/index.js";
import { tokenTypes } from "../../grammar/tokens.js";

describe("the parser", () => {
  it("has a grammar without ambiguities and without left recursion, at two tokens of lookahead", () => {
    expect(() => new PlaybookParser(true)).not.toThrow();
  });

  it("is constructed once", () => {
    expect(playbookParser()).toBe(playbookParser());
  });

  it("knows every token type by a name of its own", () => {
    const names = tokenTypes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("tells its faults by codes in a row", () => {
    expect(syntaxChecks.map(({ code }) => code)).toEqual(syntaxChecks.map((_, index) => `LB${1001 + index}`));
  });
});
