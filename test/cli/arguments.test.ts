import { describe, expect, it } from "vitest";
import { readArguments, type Arguments, type Syntax } from "../../cli/arguments.js";
import { choice, flag, text, texts, whole } from "../../cli/option.js";
import type { Found } from "../../cli/problem.js";

const json = flag({ name: "json", summary: "" });
const output = text({ name: "output", short: "o", value: "DIR", summary: "" });
const input = texts({ name: "input", value: "NAME=VALUE", summary: "" });
const rounds = whole({ name: "rounds", value: "N", minimum: 1, summary: "" });
const format = choice({ name: "format", value: "FORMAT", choices: ["pretty", "json"], summary: "" });
const syntax: Syntax = {
  name: "run",
  operands: [{ name: "REF" }, { name: "PATH", optional: true, many: true }],
  options: [json, output, input, rounds, format],
};

function read(...words: readonly string[]): Found<Arguments> {
  return readArguments(words, syntax);
}

function value<T>(found: Found<T>): T {
  if (found.kind === "problem") throw new Error(found.what);
  return found.value;
}

describe("what stands behind a command", () => {
  it("is read in any order, long and short, with values of their kinds", () => {
    const args = value(
      read("--input", "a=1", "top.run", "-o", "out", "--input=b=--x", "--rounds", "3", "--json", "p", "q"),
    );
    expect(args.operands).toEqual(["top.run", "p", "q"]);
    expect(args.get(input)).toEqual(["a=1", "b=--x"]);
    expect(args.get(output)).toBe("out");
    expect(args.get(rounds)).toBe(3);
    expect(args.get(json)).toBe(true);
    expect(args.get(format)).toBeUndefined();
  });

  it("a word behind `--` is never an option", () => {
    expect(value(read("--", "--json")).operands).toEqual(["--json"]);
    expect(value(read("--", "--json")).get(json)).toBe(false);
  });

  it("a negative number is a value", () => {
    expect(value(read("r", "--input", "-5")).get(input)).toEqual(["-5"]);
  });

  const wrong: readonly (readonly [readonly string[], string])[] = [
    [["r", "--jsno"], "`laban run` has no option `--jsno`; did you mean `--json`?"],
    [["r", "--wholly-unknown=3"], "`laban run` has no option `--wholly-unknown`"],
    [["r", "-z"], "`laban run` has no option `-z`"],
    [["r", "--json=yes"], "`--json` takes no value, and `yes` was given"],
    [["r", "--input"], "`--input` needs a value (NAME=VALUE)"],
    [["r", "--input", "--json"], "`--input` needs a value (NAME=VALUE)"],
    [["r", "-o"], "`-o` needs a value (DIR)"],
    [["r", "--output="], "`--output` needs a value (DIR)"],
    [["r", "--rounds", "0"], "`--rounds` needs a whole number from 1 up, not `0`"],
    [["r", "--rounds", "many"], "`--rounds` needs a whole number from 1 up, not `many`"],
    [["r", "--format", "pritty"], "`--format` does not know `pritty`; did you mean `pretty`?"],
    [[], "`laban run` needs REF"],
  ];
  it.each(wrong)("%j is refused", (words, what) => {
    expect(read(...words)).toMatchObject({ kind: "problem", what, exit: 2 });
  });

  it("more than the command takes is refused", () => {
    expect(readArguments(["a", "b"], { ...syntax, operands: [{ name: "RUN" }] })).toMatchObject({
      kind: "problem",
      what: "`laban run` does not take `b`",
      hint: "laban run RUN [options]",
    });
  });
});
