import { describe, expect, it } from "vitest";
import { keywordType } from "../../grammar/tokens.js";
import * as words from "../../grammar/words.js";
import {
  codes,
  messages,
  read,
  readClause,
  readExpression,
  readFields,
  readLines,
  readOne,
  shapeOf,
} from "../support/reading.js";

const allWords = [...new Set(Object.values(words).flat())];
const keywords = allWords.filter((word) => keywordType(word) !== undefined);
const valueWords: ReadonlySet<string> = new Set(words.valueWords);

describe("names", () => {
  it.each(["a", "_", "a1", "market-snapshot", "a-1", "camelCase", "snake_case"])(
    "[L-3] %s is one",
    (name) => {
      expect(readOne("evidence", `evidence ${name}`).name).toMatchObject({ text: name, quoted: false });
    },
  );

  it.each(["1a", "a-", "a--b", "-a", "3-way", "é", "a.b"])("[L-3] %s is none", (name) => {
    expect(codes(`evidence ${name}`)).not.toEqual([]);
  });

  it.each(keywords)("[L-3] `%s` names a declaration, a field, an entry and a path's field", (word) => {
    expect(readOne("evidence", `evidence ${word}`).name.text).toBe(word);
    expect(readOne("playbook", `playbook ${word} { intent "x" }`).name.text).toBe(word);
    expect(readFields(`${word}: text ${word}: text, ${word}?: text`).map(({ name }) => name.text)).toEqual([
      word,
      word,
      word,
    ]);
    expect(shapeOf(readExpression(`a.${word} == { ${word}: 1 ${word}: 2 }`))).toBe(
      `(== a.${word} {${word}: 1 ${word}: 2})`,
    );
    expect(readClause("uses", `uses ${word}, ${word}`).names.map(({ text }) => text)).toEqual([word, word]);
  });

  it.each(keywords.filter((word) => !valueWords.has(word)))("[L-3] `%s` begins a value", (word) => {
    expect(shapeOf(readExpression(`${word}.a == ${word} and not ${word}`))).toBe(
      `(and (== ${word}.a ${word}) (not ${word}))`,
    );
  });

  it.each([...valueWords])("[L-3] `%s` is read as itself at the start of a value", (word) => {
    const isValue = ["true", "false", "null"].includes(word);
    expect(codes(`playbook p { requires ${word}.a == 1 }`)).toHaveLength(1);
    expect(codes(`playbook p { requires x == ${word} }`)).toHaveLength(isValue ? 0 : 1);
    expect(shapeOf(readExpression(`\`${word}\`.a == 1`))).toBe(`(== \`${word}\`.a 1)`);
  });

  it("[L-3] in a type, `open` and `map` are read as themselves before their bracket only", () => {
    const kinds = readFields("a: open b: map c: open { x: text } d: map<text>").map(
      ({ type }) => type?.type.kind,
    );
    expect(kinds).toEqual(["reference", "reference", "object", "map"]);
  });

  it.each([
    "run",
    "loop",
    "signal",
    "tool",
    "effect",
    "person",
    "after",
    "crash",
    "choose",
    "artifact",
    "expect",
    "unattended",
    "then",
    "and",
    "or",
    "in",
    "contains",
  ])("[L-3] `%s` begins no script, unless in backticks", (word) => {
    expect(codes(`scenario "s" { ${word} raises W "x" }`)).not.toEqual([]);
    expect(readLines(`\`${word}\` returns "x"`)).toMatchObject([
      { kind: "script", subject: { name: { text: word } } },
    ]);
  });

  it.each(words.expectWords)("[L-3] after `expect`, `%s` is its own word, unless in backticks", (word) => {
    expect(codes(`scenario "s" { expect ${word} }`)).toHaveLength(1);
    expect(readLines(`expect \`${word}\``)).toMatchObject([{ expectation: { kind: "predicate" } }]);
  });

  it("[L-3] a name in backticks is always a name, and made like any other", () => {
    expect(readOne("playbook", 'playbook `playbook` { intent "x" }').name).toMatchObject({
      text: "playbook",
      quoted: true,
    });
    expect(messages("evidence `a b`")).toEqual(["LB1009 `a b` is not a name"]);
    expect(messages("evidence ``")).toEqual(["LB1009 the name in backticks is empty"]);
  });

  it("[L-4] one namespace comes first, and its parts are names", () => {
    expect(read("namespace a.type.b-c\nevidence e").namespace?.parts.map(({ text }) => text)).toEqual([
      "a",
      "type",
      "b-c",
    ]);
    expect(messages("evidence e\nnamespace a")).toEqual(["LB1001 the namespace comes first in its file"]);
    expect(messages("namespace a\nnamespace b")).toEqual(["LB1001 a file has one namespace"]);
  });

  it("[L-5] an import gives names from a file, each under its own or another name", () => {
    const { imports } = read(
      'import { a, b as c, as as as } from "./x.playbook"\nimport { d, } from "std:waits"',
    );
    expect(
      imports.map(({ from, names }) => [from.text, ...names.map(({ name, as }) => [name.text, as?.text])]),
    ).toEqual([
      ["./x.playbook", ["a", undefined], ["b", "c"], ["as", "as"]],
      ["std:waits", ["d", undefined]],
    ]);
  });
});
