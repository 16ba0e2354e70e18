import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/index.js";
import { codes, messages, read, readClause, readFields, readOne } from "../support/reading.js";

describe("the text of a file", () => {
  it("[L-1] has look-alike letters in strings and comments only", () => {
    expect(codes('playbook p { intent "m\u0430rket \u202e" } // m\u0430rket \u2066\n/* \u200b */')).toEqual(
      [],
    );
    expect(messages("evidence m\u0430rket")).toEqual([
      "LB1005 `\u0430` (U+0430) in `m\u0430rket` looks like `a` and is not",
    ]);
    expect(messages("evidence e\u202e")).toEqual([
      "LB1005 U+202E, a right-to-left override, cannot be seen and may stand in strings and comments only",
    ]);
  });

  it("[L-1] reads a name with a look-alike as the name that it looks like, so that nothing follows from it", () => {
    const { file } = parse("a.playbook", "evidence m\u0430rket");
    expect(file.declarations.map(({ name, broken }) => [name.text, broken])).toEqual([["market", true]]);
  });

  it("[L-1] takes CRLF for LF in the text of a string", () => {
    const { prompt } = readClause("prompt", 'prompt """\r\n    a\r\n    b\r\n    """');
    expect(
      prompt.kind === "template" && prompt.parts.map((part) => part.kind === "text" && part.text),
    ).toEqual(["a\nb"]);
  });

  it("[L-2] has line, block and doc comments, and block comments do not nest", () => {
    const { comments } = read("// a\n/* b /* c */ evidence e /// d\n//// e");
    expect(comments.map(({ kind, text }) => [kind, text])).toEqual([
      ["line", "// a"],
      ["block", "/* b /* c */"],
      ["doc", "/// d"],
      ["line", "//// e"],
    ]);
  });

  it("[L-2] attaches a doc to the declaration or member under it, past its suppressions", () => {
    const evidence = readOne("evidence", '/// One.\n///  Two.\n#suppress LB8001 "r"\nevidence e');
    expect(evidence.doc?.text).toBe("One.\n Two.");
    const [a, b] = readFields("/// Of a.\na: text /// behind\nb: text");
    expect([a?.doc?.text, b?.doc]).toEqual(["Of a.", undefined]);
  });

  it("[L-2] keeps a doc that documents nothing as a comment", () => {
    const { comments, declarations } = read("evidence e\n/// nothing");
    expect(comments).toHaveLength(1);
    expect(declarations[0]?.doc).toBeUndefined();
  });

  it("[L-2] gives newlines no meaning", () => {
    const spread = readClause("admits", "admits\na\n,\nb each\nx in\ny.z\nmax\n3");
    expect(spread.entries.map(({ name }) => name.text)).toEqual(["a", "b"]);
    expect(read('evidence a evidence b playbook c { intent "x" }').declarations).toHaveLength(3);
  });

  it("[L-2] wants commas between names and elements, and allows them between fields and entries", () => {
    expect(readFields("a: text, b: text c: text,").map(({ name }) => name.text)).toEqual(["a", "b", "c"]);
    expect(codes("playbook p { limits { rounds 3, lanes 2 } key { a: 1, b: 2 c: 3 } }")).toEqual([]);
    expect(messages("playbook p { uses a b }")).toEqual(["LB1001 expected `,` before `b`"]);
    expect(messages("playbook p { key [1 2] }")).toEqual(["LB1001 expected `,` before `2`"]);
    expect(messages("type T { a: text,, b: text }")).toEqual(["LB1001 `,` is written twice"]);
  });
});
