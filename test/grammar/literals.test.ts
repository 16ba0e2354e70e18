import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/index.js";
import { durationValue, writeDuration } from "../../grammar/literals.js";
import { countOf } from "../support/counts.js";
import { codes, messages, readClause, readExpression } from "../support/reading.js";

function valueOf(text: string): unknown {
  const expression = readExpression(`x == ${text}`);
  if (expression.kind !== "compare") throw new Error(text);
  const { right } = expression;
  if (right.kind === "number" || right.kind === "boolean") return right.value;
  if (right.kind === "duration") return right.milliseconds;
  return right.kind === "string" ? right.text : right.kind;
}

describe("literals", () => {
  it.each([
    ["0", 0],
    ["-1", -1],
    ["1.5", 1.5],
    ["1e3", 1000],
    ["2.5e-3", 0.0025],
    ["1E+2", 100],
    ["10_000", 10_000],
    ["1_0.0_1", 10.01],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["-0", -0],
  ])("[L-42] %s is a number", (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ["500ms", 500],
    ["40m", 2_400_000],
    ["1h30m", 5_400_000],
    ["7d", 604_800_000],
    ["1w2d3h4m5s6ms", 788_645_006],
    ["0s", 0],
  ])("[L-42] %s is a duration", (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    "007",
    "1__0",
    "1_",
    "5.",
    "1e",
    "1e999",
    "9007199254740993",
    "0x1f",
    "1.2.3",
    "1h30",
    "1.5h",
    "30m1h",
    "1h1h",
    "3y",
    "3days",
    "-3h",
    "99999999999999w",
  ])("[L-42] %s is neither, and is one fault", (text) => {
    expect(codes(`playbook p { requires x == ${text} }`)).toEqual(["LB1006"]);
  });

  it("[L-42] a duration is not a name, and a name may begin with one's unit", () => {
    expect(readExpression("m5 == h1m.s")).toMatchObject({ kind: "compare", left: { kind: "path" } });
  });

  it("[L-42] durations are written as they are read", () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 12 }), (milliseconds) => {
        expect(durationValue(writeDuration(milliseconds))).toBe(milliseconds);
        expect(valueOf(writeDuration(milliseconds))).toBe(milliseconds);
      }),
      { numRuns: countOf(200) },
    );
  });

  it('[L-42] "…" has the escapes of JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((text) => !/\p{Cs}/u.test(text)),
        (text) => {
          expect(valueOf(JSON.stringify(text))).toBe(text);
        },
      ),
      { numRuns: countOf(300) },
    );
    expect(valueOf('"\\/\\b\\f\\u00e9\\ud83d\\ude00"')).toBe("/\b\fé😀");
  });

  it("[L-42] any other escape is an error whose fix doubles the backslash", () => {
    const text = 'type T = string @pattern("^\\d+\\.\\"\\w$")';
    const [fault, ...more] = parse("a.playbook", text).diagnostics;
    expect([fault?.code, fault?.message, more]).toEqual(["LB1003", "`\\d` is not an escape", []]);
    const mended = (fault?.fix?.edits ?? [])
      .toReversed()
      .reduce(
        (whole, edit) => whole.slice(0, edit.span.start) + edit.text + whole.slice(edit.span.end),
        text,
      );
    expect(mended).toBe('type T = string @pattern("^\\\\d+\\\\.\\"\\\\w$")');
    expect(codes(mended)).toEqual([]);
    expect(messages('type T = "\\ud800"')).toEqual(["LB1003 `\\ud800` is half of a character"]);
  });

  it.each([
    ['"""\n    a\n      b\n\n    c\n    """', "a\n  b\n\nc"],
    ['"""one line"""', "one line"],
    ['"""\n  less\n    """', "less"],
    ['"""first\n  second\n  """', "first\nsecond"],
    ['"""\n\ta\n\t\tb\n\t"""', "a\n\tb"],
    ['"""\n  \\d "quoted" ""\n  """', '\\d "quoted" ""'],
    ['"""\n  a """"', 'a "'],
    ['""""""', ""],
    ['"""\n"""', ""],
    ['"""\n\n  a\n\n  """', "\na\n"],
    ['"""\n    text on the closing line """', "text on the closing line "],
  ])("[L-42] %j drops the indentation of its closing line, and takes no escapes", (written, text) => {
    const intent = readClause("intent", `intent ${written}`);
    expect([intent.text.text, intent.text.block]).toEqual([text, true]);
  });
});
