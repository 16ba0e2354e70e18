import { describe, expect, it } from "vitest";
import type { Diagnostic, Expression } from "../../ir/index.js";
import { diagnosed, mended, told } from "./checks/diagnosed.js";
import { compiled, playbook } from "./compiled.js";

const things = `
artifact doc at "doc.json" given { title: string  pages: integer  tags: string[]  author?: { name: string }  size: "s" | "m" | 3 }
artifact part at "parts/{entry}.json" { ok: boolean  score: number }
artifact out at "out.md"
evidence notes
verdict state: "cleared" | "blocked"
verdict review { outcome: "ok" | "changes"  score: integer @maximum(10)  why?: text  done: boolean }
verdict row per entry { outcome: "ok" | "changes"  ok: boolean }
wait Ok { class intervention answer boolean }
`;
const writers = `
playbook reviewer { intent "i" returns review, state, notes prompt "x" }
playbook row-writer { intent "i" input entry: string outputs part returns row prompt "{{ entry }}" }
playbook drafts { intent "i" outputs out prompt "x" }
playbook whole {
  input n: integer
  input s: text
  intent "i"
  admits reviewer, row-writer each entry in doc.tags, drafts, p
  until landed out
  limits { rounds 9 }
}
`;

function withRequires(text: string): string {
  return `${things}${writers}playbook p { intent "i" input n: integer input flag?: boolean input s: text input e?: integer requires ${text} outputs out prompt "x" }\n`;
}

/** Errors alone: small sources leave much unused. */
async function errors(source: string): Promise<readonly string[]> {
  return (await told(source)).filter((line) => !line.startsWith("LB2010"));
}

async function predicate(text: string): Promise<Expression | undefined> {
  return (await playbook(withRequires(text))).requires;
}

describe("[L-21] predicates become expressions", () => {
  const get = (from: string, name: string, ...path: (string | number)[]): object => ({
    kind: "get",
    from,
    name,
    path,
  });
  const literal = (value: unknown): object => ({ kind: "literal", value });

  it.each<[string, object]>([
    ["landed doc", { kind: "state", state: "landed", of: "artifact", ref: "doc" }],
    ["delivered out", { kind: "state", state: "delivered", of: "artifact", ref: "out" }],
    ["stale doc", { kind: "state", state: "stale", of: "artifact", ref: "doc" }],
    ["absent notes", { kind: "state", state: "absent", of: "evidence", ref: "notes" }],
    ["absent review", { kind: "state", state: "absent", of: "verdict", ref: "review" }],
    ["absent e", { kind: "absentInput", name: "e" }],
    ["notes", { kind: "available", of: "evidence", ref: "notes" }],
    ["review", { kind: "available", of: "verdict", ref: "review" }],
    ["flag", get("input", "flag")],
    ["review.done", get("verdict", "review", "done")],
    [
      'review.outcome == "ok"',
      { kind: "compare", operator: "==", left: get("verdict", "review", "outcome"), right: literal("ok") },
    ],
    [
      'state == "cleared"',
      { kind: "compare", operator: "==", left: get("verdict", "state"), right: literal("cleared") },
    ],
    [
      "doc.pages < 3",
      { kind: "compare", operator: "<", left: get("artifact", "doc", "pages"), right: literal(3) },
    ],
    [
      "doc.tags[0] == s",
      { kind: "compare", operator: "==", left: get("artifact", "doc", "tags", 0), right: get("input", "s") },
    ],
    [
      'review.outcome in ["ok"]',
      {
        kind: "compare",
        operator: "in",
        left: get("verdict", "review", "outcome"),
        right: { kind: "array", items: [literal("ok")] },
      },
    ],
    [
      'doc.tags contains "a"',
      { kind: "compare", operator: "contains", left: get("artifact", "doc", "tags"), right: literal("a") },
    ],
    [
      "count(notes) >= 2",
      {
        kind: "compare",
        operator: ">=",
        left: { kind: "count", of: "evidence", ref: "notes" },
        right: literal(2),
      },
    ],
    ['matches(s, "^a")', { kind: "matches", value: get("input", "s"), pattern: "^a" }],
    [
      "not (notes and review) or flag",
      {
        kind: "or",
        operands: [
          {
            kind: "not",
            operand: {
              kind: "and",
              operands: [
                { kind: "available", of: "evidence", ref: "notes" },
                { kind: "available", of: "verdict", ref: "review" },
              ],
            },
          },
          get("input", "flag"),
        ],
      },
    ],
    [
      "(e ?? 0) < 3",
      {
        kind: "compare",
        operator: "<",
        left: { kind: "coalesce", left: get("input", "e"), right: literal(0) },
        right: literal(3),
      },
    ],
  ])("%s", async (text, expected) => {
    expect(await predicate(text)).toEqual(expected);
  });

  it("[L-36] every, some, count and failed speak of rows", async () => {
    expect(
      await predicate(
        'every row and every row.ok and some row.outcome == "ok" and count(row) > 1 and failed(row) < 2',
      ),
    ).toMatchObject({
      operands: [
        { kind: "quantified", quantifier: "every", of: "verdict", ref: "row", path: [] },
        { quantifier: "every", path: ["ok"], test: { operator: "==", right: { value: true } } },
        { quantifier: "some", path: ["outcome"], test: { operator: "==", right: { value: "ok" } } },
        { left: { kind: "count", of: "verdict", ref: "row" } },
        { left: { kind: "failed", verdict: "row" } },
      ],
    });
  });

  it("[L-38] a family of many is read by its key, and as a whole", async () => {
    expect(
      await predicate(
        'landed part["a"] and part[s].score > 1 and every part and every part.ok and count(part) == 2',
      ),
    ).toMatchObject({
      operands: [
        { kind: "state", ref: "part", key: { kind: "value", value: { value: "a" } } },
        {
          left: {
            kind: "get",
            name: "part",
            key: { kind: "value", value: { from: "input", name: "s" } },
            path: ["score"],
          },
        },
        { kind: "quantified", of: "artifact", ref: "part" },
        { path: ["ok"], test: { operator: "==" } },
        { left: { kind: "count", of: "artifact", ref: "part" } },
      ],
    });
  });

  it("several `requires` all hold", async () => {
    expect(await predicate("notes requires review")).toMatchObject({
      kind: "and",
      operands: [{ ref: "notes" }, { ref: "review" }],
    });
  });
});

describe("[L-19] predicates are typed", () => {
  it.each([
    ['review.outcom == "ok"', "LB2005 «outcom» `outcom` is not declared in `review`"],
    ['doc.author.nme == "x"', "LB2005 «nme» `nme` is not declared in `doc.author`"],
    ['state.outcome == "x"', "LB2005 «outcome» `state` has no `outcome`"],
    ['notes.text == "x"', "LB2005 «text» `notes` has no `text`"],
    ['doc.tags.first == "x"', "LB2005 «first» `doc.tags` has no `first`"],
    ['doc.title[0] == "x"', "LB2005 «0» `doc.title` has no `0`"],
    ['review.outcome == "okay"', 'LB2006 «"okay"» `"okay"` is not one of `"ok" | "changes"`'],
    ['"okay" == review.outcome', 'LB2006 «"okay"» `"okay"` is not one of `"ok" | "changes"`'],
    ['review.outcome in ["ok", "okay"]', 'LB2006 «"okay"» `"okay"` is not one of `"ok" | "changes"`'],
    ["review.score == 11", "LB2006 «11» `11` is over the maximum 10"],
    ['doc.size == "l"', 'LB2006 «"l"» `"l"` is not one of `"s" | "m" | 3`'],
    ["review.outcome == 3", 'LB2004 «3» `3` does not fit `"ok" | "changes"`'],
    ['doc.pages == "3"', 'LB2004 «"3"» `"3"` does not fit `integer`'],
    ["doc.pages == doc.title", "LB2004 «doc.pages == doc.title» `integer` and `string` are never equal"],
    ["doc.title < 3", "LB2007 «doc.title» `doc.title` is `string`, which has no order"],
    ["3 < s", "LB2007 «s» `s` is `text`, which has no order"],
    [
      'review.outcome >= "ok"',
      'LB2007 «review.outcome» `review.outcome` is `"ok" | "changes"`, which has no order',
    ],
    ['doc.title contains "x"', "LB2007 «doc.title» `doc.title` is `string`, and `contains` needs an array"],
    ["s in doc.title", "LB2007 «doc.title» `doc.title` is `string`, and `in` needs an array"],
    ["doc.tags contains 3", "LB2004 «3» `3` does not fit `string`"],
    ['doc.pages in [1, "2"]', 'LB2004 «"2"» `"2"` does not fit `integer`'],
    ['matches(doc.pages, "1")', "LB2007 «doc.pages» `doc.pages` is `integer`, and `matches` needs an array"],
    ["s", "LB2004 «s» `s` is no boolean, and a predicate is needed here"],
    [
      "review.outcome",
      "LB2004 «review.outcome» `review.outcome` is no boolean, and a predicate is needed here",
    ],
    ["doc", "LB2004 «doc» `doc` is an artifact, and a predicate is needed here"],
    ["landed notes", "LB2004 «notes» `notes` is evidence, and `landed` asks for an artifact"],
    ["stale review", "LB2004 «review» `review` is a verdict, and `stale` asks for an artifact"],
    [
      "absent review.why",
      "LB2004 «review.why» `review.why` is a part of something, and `absent` asks for an artifact, evidence, a verdict or an input",
    ],
    [
      "landed part",
      "LB2004 «part» `part` is a family of many, placed by `{entry}`, and one document is needed here",
    ],
    [
      "part.ok",
      "LB2004 «part.ok» `part` is a family of many, placed by `{entry}`, and one document is needed here",
    ],
    ["row.ok", "LB2005 «ok» `row` has no `ok`"],
    [
      "every review",
      "LB2007 «review» `review` is one thing, and `every` asks for a verdict that is kept by key or a family of many",
    ],
    [
      "every doc",
      "LB2007 «doc» `doc` is one thing, and `every` asks for a verdict that is kept by key or a family of many",
    ],
    ['every row.outcome == "no"', 'LB2006 «"no"» `"no"` is not one of `"ok" | "changes"`'],
    [
      "count(review) > 1",
      "LB2007 «review» `count` takes evidence, a verdict that is kept by key or a family of many, and not `review`",
    ],
    ["failed(notes) > 1", "LB2007 «notes» `failed` takes a verdict that is kept by key, and not `notes`"],
    ['latest(review) == "x"', "LB2007 «review» `latest` takes evidence, and not `review`"],
    ["count(notes, review) > 1", "LB2004 «count(notes, review)» `count` is given 2, and it takes one name"],
    ['count(notes) > "1"', 'LB2007 «"1"» `"1"` is `"1"`, which has no order'],
  ])("%s", async (text, line) => {
    expect(await errors(withRequires(text))).toEqual([line]);
  });

  it("shows where the type was declared", async () => {
    const only = async (text: string): Promise<Diagnostic | undefined> =>
      (await diagnosed(withRequires(text))).find(({ severity }) => severity === "error");
    expect(await only('review.outcome == "okay"')).toMatchObject({
      related: [{ message: "`review.outcome` is declared here" }],
    });
    expect(await only("doc.pages <= s")).toMatchObject({
      hint: "declare it as `number` or `integer` to compare it by size",
    });
  });

  it("offers the nearest field and the nearest member", async () => {
    const hint = async (text: string): Promise<string | undefined> =>
      (await diagnosed(withRequires(text))).find(({ severity }) => severity === "error")?.hint;
    expect(await hint('review.outcom == "ok"')).toBe("did you mean `outcome`?");
    expect(await hint('review.outcome == "chnages"')).toBe('did you mean `"changes"`?');
    expect(await hint("reviw.done")).toBe("did you mean `review`?");
    expect(await hint("review.outcome == changes")).toBe('did you mean `"changes"`?');
    expect(await hint("flg")).toBe("did you mean `flag`?");
  });
});

describe("[L-20] interpolation", () => {
  const withPrompt = (prompt: string, head = ""): string =>
    `${things}${writers}playbook p { intent "i" input n: integer input e?: integer input d?: integer = 3 ${head} outputs out prompt """${prompt}""" }\n`;

  it("strings go in as they are, and `{{{{` writes `{{`", async () => {
    const { steps } = await playbook(withPrompt("a {{{{ b {{ n }} c", "requires notes"));
    expect(steps).toMatchObject([
      { prompt: { parts: ["a {{ b ", { kind: "get", from: "input", name: "n" }, " c"] } },
    ]);
  });

  it.each([
    ["{{ n }}", ""],
    ["{{ d }}", ""],
    ['{{ e ?? "none" }}', ""],
    ["{{ e }}", "requires not absent e"],
    ["{{ notes }} {{ latest(notes) }}", "requires notes"],
    ["{{ notes }}", "requires count(notes) >= 1"],
    ["{{ count(notes) }}", ""],
    ["{{ notes }}", "requires not absent notes"],
    ["{{ doc.title }} {{ doc }}", "requires landed doc"],
    ["{{ doc.title }}", "requires doc.pages > 3"],
    ["{{ doc.title }}", "requires stale doc"],
    ["{{ review.outcome }}", 'requires review.outcome == "ok"'],
    ["{{ review.outcome }}", 'requires not (review.outcome == "ok")'],
    ["{{ review.why }}", 'requires matches(review.why, "x")'],
    ["{{ review.outcome }}", "requires review.done or review.score > 3"],
    ["{{ doc.author.name }}", 'requires doc.author.name == "x"'],
    ["{{ row }}", "requires every row"],
    ['{{ doc.tags[0] ?? "none" }}', "requires landed doc"],
    ["{{ doc.author.name ?? doc.title }}", "requires landed doc"],
  ])("%s is there with `%s`", async (prompt, head) => {
    expect(await errors(withPrompt(prompt, head))).toEqual([]);
  });

  it.each([
    ["{{ e }}", "", "e"],
    ["{{ notes }}", "", "notes"],
    ["{{ latest(notes) }}", "", "notes"],
    ["{{ doc.title }}", "", "doc"],
    ["{{ review.why }}", "", "review"],
    ["{{ review.why }}", "requires review", "review.why"],
    ["{{ doc.author.name }}", "requires landed doc", "doc.author"],
    ["{{ doc.tags[0] }}", "requires landed doc", "doc.tags[0]"],
    ["{{ notes }}", "requires count(notes) >= 0", "notes"],
    ["{{ notes }}", "requires notes or review", "notes"],
    ["{{ notes }}", "requires not notes", "notes"],
    ["{{ doc.title }}", "requires absent doc", "doc"],
    ["{{ review.outcome }}", 'requires (review.outcome ?? "ok") == "ok"', "review"],
    ["{{ row }}", "", "row"],
    ["{{ e ?? notes }}", "", "notes"],
  ])("%s may be missing with `%s`: LB2011", async (prompt, head, what) => {
    const found = (await diagnosed(withPrompt(prompt, head))).filter(({ code }) => code !== "LB2010");
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ["LB2011", `\`${what}\` may be unavailable here`],
    ]);
  });

  it("what the writers of a required verdict require in turn is there", async () => {
    const source = (second: string): string => `${things}
playbook reviewer { intent "i" requires notes and landed doc returns review prompt "x" }
playbook other { intent "i" requires ${second} returns review prompt "x" }
playbook finder { intent "i" returns notes prompt "x" }
playbook p { intent "i" requires review outputs out prompt "{{ notes }} {{ doc.title }}" }
`;
    expect(await errors(source("landed doc and notes"))).toEqual([]);
    expect(await errors(source("landed doc"))).toEqual(["LB2011 «notes» `notes` may be unavailable here"]);
  });

  it("and what the writers of what they require require, round a circle too", async () => {
    const source = `${things}
playbook a { intent "i" requires state == "cleared" and notes returns review prompt "x" }
playbook b { intent "i" requires review.done returns state prompt "x" }
playbook finder { intent "i" returns notes prompt "x" }
playbook p { intent "i" requires state == "cleared" outputs out prompt "{{ notes }} {{ review.outcome }}" }
`;
    expect(await errors(source)).toEqual([]);
  });

  it("a step's own condition counts for that step", async () => {
    const source = (when: string): string => `${things}${writers}playbook p {
  intent "i"
  outputs out
  do { advise "{{ review.outcome }}" ${when}  generate out { prompt "x" } }
}
`;
    expect(await errors(source("when review"))).toEqual([]);
    expect(await errors(source(""))).toEqual(["LB2011 «review.outcome» `review` may be unavailable here"]);
  });

  it("what a step gives may be missing where the step had a condition", async () => {
    const source = (when: string): string => `${things}playbook p {
  intent "i"
  input n: integer
  outputs out
  do { generate plan: { steps: string[] } { prompt "x" } ${when}  generate out { prompt "{{ plan.steps }}" } }
}
`;
    expect(await errors(source(""))).toEqual([]);
    expect(await errors(source("when n > 3"))).toEqual([
      "LB2011 «plan.steps» `plan` may be unavailable here",
    ]);
  });

  it("a value that a required field rests on has to be there, an optional one may be missing", async () => {
    const source = (
      field: string,
    ): string => `${things}${writers}artifact card at "card.json" { title: string  why?: text }
playbook p { intent "i" outputs card do { land card { ${field} } } }
`;
    expect(await errors(source('title: "x", why: review.why'))).toEqual([]);
    expect(await errors(source('title: review.why ?? "x"'))).toEqual([]);
    expect(await errors(source("title: review.why"))).toEqual([
      "LB2011 «review.why» `review` may be unavailable here",
    ]);
  });

  it("the fix says what stands there instead", async () => {
    const source = `evidence notes\nplaybook p { intent "i" returns notes prompt """{{ notes }}""" }\n`;
    expect(await mended(source)).toContain('{{ notes ?? "none" }}');
  });

  it("names of the playbook come before those of the file", async () => {
    const { steps } = await playbook(
      `evidence notes\nplaybook p { intent "i" input notes: text returns notes prompt "{{ notes }}" }\n`,
    );
    expect(steps).toMatchObject([{ prompt: { parts: [{ kind: "get", from: "input", name: "notes" }] } }]);
  });
});

describe("[L-20] prompts in files of their own", () => {
  const main =
    'evidence notes\nplaybook p { intent "i" input who: text returns notes prompt file "./ask.md" }\n';

  it("are read, CRLF as LF, and interpolate", async () => {
    const { program, sourceMap } = await compiled({
      "main.playbook": main,
      "ask.md": 'Dear {{ who }},\r\nsay "more".\r\n',
    });
    expect(program.playbooks["p"]?.steps).toMatchObject([
      { prompt: { parts: ["Dear ", { kind: "get", from: "input", name: "who" }, ',\nsay "more".\n'] } },
    ]);
    expect(sourceMap.files).toEqual(["ask.md", "main.playbook"]);
  });

  it("show what is wrong where it stands", async () => {
    const diagnostics = await diagnosed({ "main.playbook": main, "ask.md": "Dear {{ whom }} {{ who }}" });
    expect(diagnostics).toMatchObject([
      { code: "LB2001", place: { file: "ask.md", span: { start: 8, end: 12 } }, hint: "did you mean `who`?" },
    ]);
  });

  it.each([
    ["./aks.md", "the prompt file `./aks.md` does not exist", "did you mean `./ask.md`?"],
    ["../ask.md", "the prompt file `../ask.md` leads out of the project root", undefined],
    ["/ask.md", "`/ask.md` is not a path relative to this file", undefined],
  ])("%s", async (path, message, hint) => {
    const files = { "main.playbook": main.replace("./ask.md", path), "ask.md": "{{ who }}" };
    const found = (await diagnosed(files)).filter(({ code }) => code !== "LB2010");
    expect(found).toMatchObject([{ code: "LB2003", message, ...(hint === undefined ? {} : { hint }) }]);
  });
});

describe("[L-23] declines", () => {
  const asked = (answer: string, use: string, declinable = "declinable"): string => `
wait Ask { class intervention answer ${answer} ${declinable} }
verdict done: true | false
artifact out at "out.md"
playbook p { intent "i" outputs out do { ask Ask "?" as it  generate out { prompt """${use}""" } } }
`;

  it("`.declined` is typed and always there; `.reason` may be missing", async () => {
    const { steps } = await playbook(
      asked(
        "text",
        '{{ it.declined }} {{ it.reason ?? "-" }} {{ it.Declined }} {{ it.Reason ?? "-" }} {{ it ?? "-" }}',
      ),
    );
    expect(steps).toMatchObject([
      { asks: [{ as: "it", declinable: true }] },
      {
        prompt: {
          parts: [
            { kind: "declined", local: "it" },
            " ",
            { kind: "coalesce", left: { kind: "reason", local: "it" } },
            " ",
            { kind: "declined", local: "it" },
            " ",
            { kind: "coalesce", left: { kind: "reason", local: "it" } },
            " ",
            { kind: "coalesce", left: { kind: "get", from: "local", name: "it" } },
          ],
        },
      },
    ]);
    expect(await errors(asked("text", "{{ it.declined }} {{ it.reason }}"))).toEqual([
      "LB2011 «it.reason» `it.reason` may be unavailable here",
    ]);
  });

  it("a field of the answer's own called `reason` is read as that", async () => {
    const { steps } = await playbook(
      asked("{ reason: text }", '{{ it.reason ?? "-" }} {{ it.Reason ?? "-" }}'),
    );
    expect(steps?.[1]).toMatchObject({
      prompt: { parts: [{ left: { kind: "get", path: ["reason"] } }, " ", { left: { kind: "reason" } }] },
    });
  });

  it("are read on declinable waits only", async () => {
    const [diagnostic] = await diagnosed(asked("text", "{{ it.declined }}", ""));
    expect(diagnostic).toMatchObject({
      code: "LB2005",
      message: "`it` has no `declined`",
      hint: "only the answer to a `declinable` wait can be declined",
    });
  });
});
