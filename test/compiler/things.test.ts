import { describe, expect, it } from "vitest";
import { diagnosed, told } from "./checks/diagnosed.js";
import { compiled, playbook, program } from "./compiled.js";

async function errors(source: string): Promise<readonly string[]> {
  return (await diagnosed(source)).flatMap(({ code, severity, message }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );
}

describe("[L-11] artifacts", () => {
  it.each([
    ['"a.json"', "json", true],
    ['"a.yaml"', "yaml", true],
    ['"a.yml"', "yaml", true],
    ['"a.md"', "markdown", { type: "string" }],
    ['"a.txt"', "text", { type: "string" }],
    ['"a.csv"', "text", { type: "string" }],
    ['"a.csv" : { n: integer }', "json", { type: "object" }],
    ['"a.txt" as json', "json", true],
    ['"a" as text', "text", { type: "string" }],
    ['"a.md" as markdown : text @minLength(1)', "markdown", { type: "string", minLength: 1 }],
  ])("at %s is %s", async (written, format, schema) => {
    const artifact = (await program(`artifact a at ${written}\n`)).artifacts["a"];
    expect(artifact?.format).toBe(format);
    expect({ schema: artifact?.schema }).toMatchObject({ schema });
  });

  it("Markdown with fields has them as front matter, and a body", async () => {
    const { artifacts } = await program(
      'artifact a at "a.md" { title: string }\ntype T { n: integer }\nartifact b at "b.md" : T\n',
    );
    expect(artifacts["a"]?.schema).toEqual({
      type: "object",
      properties: { title: { type: "string" }, body: { type: "string" } },
      required: ["body", "title"],
      additionalProperties: false,
    });
    expect(artifacts["b"]?.schema).toMatchObject({
      properties: { n: { type: "integer" }, body: { type: "string" } },
    });
  });

  it.each([
    ['artifact a at "a.txt" { n: integer }', "LB2004 `{ n: integer }` does not fit `text`"],
    ['artifact a at "a.md" : string[]', "LB2004 `string[]` does not fit `text | open {}`"],
  ])("%s is an error", async (source, line) => {
    expect(await errors(source)).toEqual([line]);
  });

  it("`{x}` makes a family of many, and `given` comes from outside", async () => {
    const { artifacts } = await program(
      'artifact a at "./out/{region}/{entry}/{region}.json" given { ok: boolean }\n',
    );
    expect(artifacts["a"]).toMatchObject({
      at: "out/{region}/{entry}/{region}.json",
      keys: ["region", "entry"],
      given: true,
    });
  });

  it("`{x}` is filled by the fan-out key, else the input, else the field", async () => {
    const source = (head: string, field: string): string =>
      `artifact a at "out/{region}.json" { ${field} }\nplaybook p { intent "i" ${head} outputs a prompt """{{ region ?? "" }}""" }\n`;
    expect(await errors(source("input region: string", "ok: boolean"))).toEqual([]);
    expect(
      (await errors(source("", "region: string"))).filter((line) => !line.includes("unknown name")),
    ).toEqual([]);
    expect(await errors(source("input regoin: string", "ok: boolean"))).toContain(
      "LB2001 nothing fills `{region}` in the place of `a` here",
    );
  });

  it("[L-38] a family placed by an input is the document of that input, in a playbook that has it", async () => {
    const { requires } = await playbook(
      `artifact a at "out/{x}/{y}.json" given { ok: boolean }\nartifact b at "b.md"\nplaybook p { intent "i" input x: string input y: string requires a.ok outputs b prompt "{{ a.ok }}" }\n`,
    );
    expect(requires).toMatchObject({
      kind: "get",
      name: "a",
      key: {
        kind: "value",
        value: { kind: "template", parts: [{ from: "input", name: "x" }, "/", { from: "input", name: "y" }] },
      },
    });
  });
});

describe("evidence and verdicts", () => {
  it("[L-12] evidence is text, and the newest is `latest`", async () => {
    const { steps } = await playbook(
      'evidence e\nplaybook p { intent "i" requires e returns e prompt "{{ e }} {{ latest(e) }} {{ count(e) }}" }\n',
    );
    expect(steps).toMatchObject([
      {
        target: { kind: "evidence", ref: "e" },
        prompt: {
          parts: [{ kind: "get", from: "evidence" }, " ", { kind: "latest" }, " ", { kind: "count" }],
        },
      },
    ]);
  });

  it("[L-13] a verdict is fields or one value, and may be kept by key", async () => {
    const { verdicts } = await program(
      'verdict a { ok: boolean }\nverdict b: "x" | "y"\nverdict c per entry: integer\n',
    );
    expect(verdicts).toMatchObject({
      a: { schema: { type: "object" } },
      b: { schema: { enum: ["x", "y"] } },
      c: { schema: { type: "integer" }, per: "entry" },
    });
  });

  const judged = `
artifact doc at "doc.md"
artifact other at "other.md"
evidence e
evidence f
verdict v: boolean
verdict w { ok: boolean }
`;

  it("[L-14] what a verdict was judged from is derived: required, read and interpolated", async () => {
    const p = await playbook(
      `${judged}playbook p { intent "i" requires landed doc and w.ok reads other returns v prompt """{{ e ?? "" }}""" }\n`,
    );
    expect(p).toMatchObject({
      reads: ["doc", "e", "other", "w"],
      judgedFrom: ["doc", "e", "other", "w"],
      needsAbsent: [],
    });
  });

  it("[L-14] its own returns, and what stands only under `not` or `absent`, are excepted", async () => {
    const p = await playbook(
      `${judged}playbook p { intent "i" requires not v and absent doc and not absent e and not (w.ok or landed other) returns v, f prompt """{{ f ?? "" }} {{ other ?? "" }}""" }\n`,
    );
    expect(p).toMatchObject({
      reads: ["doc", "e", "f", "other", "v", "w"],
      judgedFrom: ["e", "other"],
      needsAbsent: ["doc", "other", "v", "w"],
    });
  });

  it("[L-14] steps read what their values, questions and conditions name", async () => {
    const p = await playbook(`${judged}
tool t { input { q: text } }
wait W { class intervention answer boolean }
playbook p {
  intent "i"
  returns v
  do {
    advise """{{ e ?? "" }}""" when f
    ask W """{{ w.ok ?? false }}"""
    call t { q: doc ?? "none" }
    return v from other == "x"
  }
}
`).catch((error: unknown) => error);
    expect(p).toMatchObject({ message: expect.stringContaining("LB2011") as string });
    const fixed = await playbook(`${judged}
tool t { input { q: text } }
wait W { class intervention answer boolean }
playbook p {
  intent "i"
  returns v
  do {
    advise """{{ e ?? "" }}""" when f
    ask W """{{ w.ok ?? false }}"""
    call t { q: doc ?? "none" }
    return v from (other ?? "x") == "x"
  }
}
`);
    expect(fixed.judgedFrom).toEqual(["doc", "e", "f", "other", "w"]);
  });
});

describe("[L-36] verdicts kept by key", () => {
  const base = `
artifact list at "list.json" given { entries: { id: string  n: integer }[] }
artifact doc at "docs/{entry}.json" { ok: boolean }
artifact out at "out.md"
verdict row per entry { ok: boolean  note: text }
playbook one { intent "i" input entry: { id: string  n: integer } outputs doc returns row prompt "{{ entry.id }}" }
playbook twice { intent "i" input entry: { id: string  n: integer } requires row.ok and landed doc outputs out prompt "{{ entry.id }} {{ row.note }} {{ doc.ok }}" }
playbook report { intent "i" requires every row and landed doc["x"] outputs out prompt "{{ row }}" }
playbook all {
  intent "i"
  admits one each entry in list.entries by entry.id max 20, twice each entry in list.entries by entry.id, report
  until every row.ok
  limits { rounds 50 }
}
`;

  it("[L-35] `each` binds one instance to its input, and its key names it", async () => {
    const { choreography } = await playbook(base, "all");
    expect(choreography?.members).toEqual([
      {
        playbook: "one",
        each: {
          name: "entry",
          array: { kind: "get", from: "artifact", name: "list", path: ["entries"] },
          by: { kind: "get", from: "element", name: "entry", path: ["id"] },
          max: 20,
        },
      },
      { playbook: "twice", each: expect.objectContaining({ max: 1_000 }) as object },
      { playbook: "report" },
    ]);
  });

  it("in a member fanned out by the same name the row and the document are its own", async () => {
    const { requires, steps } = await playbook(base, "twice");
    expect(requires).toMatchObject({
      operands: [
        { kind: "get", from: "verdict", name: "row", key: { kind: "instance" }, path: ["ok"] },
        { kind: "state", ref: "doc", key: { kind: "instance" } },
      ],
    });
    expect(steps).toMatchObject([
      { prompt: { parts: [{}, " ", { key: { kind: "instance" } }, " ", { key: { kind: "instance" } }] } },
    ]);
  });

  it("as a value elsewhere it is the array of its rows", async () => {
    const { steps } = await playbook(base, "report");
    expect(steps).toMatchObject([
      { prompt: { parts: [{ kind: "get", from: "verdict", name: "row", path: [] }] } },
    ]);
    expect(steps?.[0]).not.toHaveProperty("prompt.parts.0.key");
  });

  it.each([
    ["each entri in list.entries", "LB2001 unknown input `entri` of `one`"],
    [
      "each entry in list.entries[0].id",
      "LB2004 `list.entries[0].id` is `string`, and `each` needs an array",
    ],
    [
      "each entry in list.entries by entry",
      "LB2004 `entry` is `{ id: string  n: integer }`, which does not fit `string | number`",
    ],
    ["each entry in list.entries max 0", "LB2006 `0` is no whole number from 1 on"],
    [
      "each entry in [1, 2]",
      "LB2004 an element of `[1, 2]` is `1 | 2`, which does not fit `{ id: string  n: integer }`",
    ],
  ])("[L-35] %s is an error", async (each, line) => {
    const source = base.replace("one each entry in list.entries by entry.id max 20", `one ${each}`);
    expect(await errors(source)).toContain(line);
  });

  it("a verdict kept by a name that nobody fans out by is an error, once somebody admits who returns it", async () => {
    const rest = `verdict row per entri: boolean\nplaybook one { intent "i" input entry: string returns row prompt "{{ entry }}" }\n`;
    const all = `playbook all { intent "i" input xs: string[] admits one each entry in xs until every row == true limits { rounds 9 } }\n`;
    expect(await errors(rest)).toEqual([]);
    expect(await errors(rest + all)).toEqual(["LB2001 unknown fan-out `entri`"]);
  });
});

describe("effects", () => {
  const effect = `effect pay {
  input { to: string  amount: number  memo?: text  currency: "EUR" | "USD" }
  output { receipt: string }
  key to
  irreversible
  lookup
  terminate when to in ["blocked"]
  permit when amount <= 100 and currency == "EUR"
  approve when amount <= 10_000 expires 2h
  refuse
}
`;

  it("[L-26] have a key over their arguments, and say what they cannot undo and can look up", async () => {
    const { effects } = await program(effect);
    expect(effects["pay"]).toMatchObject({
      key: { kind: "get", from: "argument", name: "to" },
      irreversible: true,
      lookup: true,
    });
  });

  it("[L-27] have their rules in the order written", async () => {
    const { effects } = await program(effect);
    expect(effects["pay"]?.rules).toMatchObject([
      { verb: "terminate", when: { operator: "in", left: { from: "argument", name: "to" } } },
      { verb: "permit", when: { kind: "and" } },
      { verb: "approve", when: { operator: "<=" }, expires: "PT2H" },
      { verb: "refuse" },
    ]);
    expect(effects["pay"]?.rules[3]).toEqual({ verb: "refuse" });
  });

  it.each([
    ["amount <= 100", "amuont <= 100", "LB2001 unknown name `amuont`"],
    ['currency == "EUR"', 'currency == "EURO"', 'LB2006 `"EURO"` is not one of `"EUR" | "USD"`'],
    ["amount <= 100", "to <= 100", "LB2007 `to` is `string`, which has no order"],
    ["key to", "key two", "LB2001 unknown name `two`"],
    ["expires 2h", "expires 2", "LB2004 `2` has no unit, and a duration is needed here"],
  ])("[L-27] %s → %s is an error", async (good, bad, line) => {
    expect(await errors(effect.replace(good, bad))).toEqual([line]);
  });

  it("[L-26] arguments of calls and effects are typed", async () => {
    const source = (args: string): string =>
      `${effect}verdict v: boolean\nplaybook p { intent "i" input s: string performs pay returns v do { perform pay { ${args} } as paid  return v from paid.receipt == s } }\n`;
    expect(await errors(source('to: s, amount: 3, currency: "EUR"'))).toEqual([]);
    expect(await errors(source('to: s, amount: s, currency: "EUR"'))).toEqual([
      "LB2004 `s` is `string`, which does not fit `number`",
    ]);
    expect(await errors(source('to: s, amount: 3, curency: "EUR"'))).toEqual([
      "LB2001 unknown field `curency`",
    ]);
    expect(await errors(source("to: s, amount: 3"))).toEqual(["LB2004 `currency` is missing"]);
    expect(await errors(source('to: s, to: s, amount: 3, currency: "EUR"'))).toEqual([
      "LB2002 the field `to` is declared twice",
    ]);
  });
});

describe("waits", () => {
  it("[L-22] the clock answers a schedule", async () => {
    const { waits } = await program("wait Monday { class schedule }\n");
    expect(waits["Monday"]?.schema).toMatchObject({
      properties: { status: { enum: ["due"] } },
      required: ["status"],
    });
  });

  it("[L-24] expiry is a duration, with an answer of the wait's type or without", async () => {
    const source = (answer: string): string =>
      `wait W { class signal answer { id: string } expires 7d answering { id: ${answer} } }\nwait X { class signal answer text expires 1h30m }\n`;
    expect((await program(source('"x"'))).waits).toMatchObject({
      W: { expires: { after: "P7D", answering: { id: "x" } } },
      X: { expires: { after: "PT1H30M" } },
    });
    expect(await errors(source("3"))).toEqual(["LB2004 `3` does not fit `string`"]);
  });

  it("[L-25] an answer that is an enum or a boolean is told by its schema", async () => {
    const { waits } = await program(
      'wait A { class intervention answer "x" | "y" }\nwait B { class intervention answer boolean }\n',
    );
    expect([waits["A"]?.schema, waits["B"]?.schema]).toEqual([
      { type: "string", enum: ["x", "y"] },
      { type: "boolean" },
    ]);
  });

  it("[L-40] moments: at a time, after a duration, or by a cron in a zone", async () => {
    const { steps } = await playbook(`
wait S { class schedule }
playbook p {
  intent "i"
  input when-at: datetime
  do {
    ask S "a" at when-at
    ask S "b" in 1h30m
    ask S "c" next "0 18 * * 4" zone "Europe/Paris"
    ask S "d" next "0 18 * * 4"
  }
}
`);
    expect(
      steps?.flatMap((step) => (step.kind === "ask" ? step.asks.map(({ moment }) => moment) : [])),
    ).toEqual([
      { kind: "at", value: { kind: "get", from: "input", name: "when-at", path: [] } },
      { kind: "in", value: { kind: "literal", value: "PT1H30M" } },
      { kind: "next", cron: "0 18 * * 4", zone: "Europe/Paris" },
      { kind: "next", cron: "0 18 * * 4" },
    ]);
  });

  it.each([
    ['at "tomorrow"', 'LB2006 `"tomorrow"` is not a datetime'],
    ["in 3", "LB2004 `3` has no unit, and a duration is needed here"],
    ["at 1h", "LB2004 `1h` is `duration`, which does not fit `datetime`"],
  ])("[L-40] a moment is typed: %s", async (moment, line) => {
    const found = await told(
      `wait S { class schedule }\nplaybook p { intent "i" do { ask S "a" ${moment} } }\n`,
    );
    expect(found.map((text) => text.replace(/«.*?» /, ""))).toEqual([line]);
  });
});

describe("docs", () => {
  it("[L-2] are kept beside the program, by the pointer of what they are about", async () => {
    const { docs, sourceMap } = await compiled(`
/// A market.
artifact a at "a.json" {
  /// In one line.
  title: string
}
/// Looks.
playbook p {
  intent "i"
  /// What for.
  input why: text
  outputs a
  do {
    /// Writes it.
    generate a { prompt "{{ why }}" }
  }
}
`);
    expect(docs).toEqual({
      "/artifacts/a": "A market.",
      "/artifacts/a/schema/properties/title": "In one line.",
      "/playbooks/p": "Looks.",
      "/playbooks/p/inputs/why": "What for.",
      "/playbooks/p/steps/0": "Writes it.",
    });
    expect(sourceMap.places["/artifacts/a/schema/properties/title"]?.slice(3)).toEqual([5, 3]);
  });
});
