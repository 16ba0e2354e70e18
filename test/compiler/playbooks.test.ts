import { describe, expect, it } from "vitest";
import { diagnosed } from "./checks/diagnosed.js";
import { playbook, program } from "./compiled.js";

async function errors(source: string): Promise<readonly string[]> {
  return (await diagnosed(source)).flatMap(({ code, severity, message }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );
}

const things = `
artifact doc at "doc.md"
artifact card at "cards/{id}.json" { id: string  title: string }
evidence notes
verdict state: "ok" | "not"
tool look { input { q: string } output { found: string[] } }
effect send { input { to: string } output { id: string } key to }
wait Ok { class intervention answer boolean }
wait Pay { class signal answer { id: string } declinable }
`;

describe("a playbook's head", () => {
  it("has the defaults that the language gives", async () => {
    expect(await playbook(`${things}playbook p { intent "i" returns notes prompt "x" }\n`)).toEqual({
      intent: "i",
      inputs: {},
      inputOrder: [],
      interview: [],
      reads: [],
      judgedFrom: [],
      needsAbsent: [],
      outputs: [],
      returns: ["notes"],
      writes: [],
      once: false,
      limits: { lanes: 1, attempts: 3, failures: 3 },
      suspendsForClarification: false,
      needsElicitation: false,
      uses: [],
      performs: [],
      mode: "reject",
      steps: [
        {
          kind: "generate",
          target: { kind: "evidence", ref: "notes" },
          prompt: { kind: "template", parts: ["x"] },
          attempts: 3,
          offers: [],
          uses: [],
          performs: [],
        },
      ],
    });
  });

  it("says what it says", async () => {
    const p = await playbook(`${things}
playbook p {
  intent "i"
  input who: string
  input count?: integer
  input level: "low" | "high" = "low"
  input token: secret
  outputs doc
  writes "out/**", "doc.md"
  once
  limits { duration 40m  deadline 2d  attempts 5  tokens 9_000  failures 2 }
  on exhausted ask Ok
  mode queue
  key who
  model strong
  uses look
  do { call look { q: token }  generate doc { prompt "{{ who }} {{ level }}" } }
}
`);
    expect(p).toMatchObject({
      inputs: {
        who: { required: true, secret: false },
        count: { required: false },
        level: { required: false, default: "low" },
        token: { required: true, secret: true, schema: { type: "string" } },
      },
      inputOrder: ["who", "count", "level", "token"],
      writes: ["out/**", "doc.md"],
      once: true,
      limits: { lanes: 1, duration: "PT40M", deadline: "P2D", attempts: 5, tokens: 9000, failures: 2 },
      onExhausted: "Ok",
      mode: "queue",
      key: { kind: "get", from: "input", name: "who", path: [] },
      model: "strong",
      uses: ["look"],
    });
    expect(p.steps?.[1]).toMatchObject({ attempts: 5, model: "strong" });
  });

  it("writes where its outputs lie, unless it says more", async () => {
    const p = await playbook(
      `artifact a at "odd[1]/{id}.json" { id: string }\nartifact b at "./b.md"\nplaybook p { intent "i" outputs a, b prompt "x" }\n`,
    );
    expect(p.writes).toEqual([String.raw`odd\[1\]/*.json`, "b.md"]);
  });

  it.each([
    ["limits { attempts 2.5 }", "LB2006 `2.5` is not an integer"],
    ["limits { attempts 2h }", "LB2004 `2h` does not fit `integer`"],
    ["limits { duration 40 }", "LB2004 `40` has no unit, and a duration is needed here"],
    ["limits { attempts 2 attempts 3 }", "LB2002 the limit `attempts` is declared twice"],
    ["mode reject mode queue", "LB2002 the clause `mode` is declared twice"],
    ["key whom", "LB2001 unknown name `whom`"],
    ['input x: string interview { x: string ask "?" }', "LB2002 the input `x` is declared twice"],
  ])("%s is an error", async (clause, line) => {
    expect(await errors(`${things}playbook p { intent "i" ${clause} returns notes prompt "x" }\n`)).toEqual([
      line,
    ]);
  });
});

describe("a playbook's body", () => {
  it("[L-16] a prompt is one `generate` for each output and return", async () => {
    const { steps } = await playbook(
      `${things}playbook p { intent "i" outputs doc returns notes, state prompt "x" }\n`,
    );
    expect(steps).toMatchObject([
      { target: { kind: "artifact", ref: "doc" } },
      { target: { kind: "evidence", ref: "notes" } },
      { target: { kind: "verdict", ref: "state" } },
    ]);
  });

  it("steps see the names of those before them", async () => {
    const { steps } = await playbook(
      `${things}
playbook p {
  intent "i"
  input id: string
  interview { tone: "warm" | "cool" ask "Which tone?" }
  outputs card
  returns notes, state
  performs send
  do {
    together { ask Ok "Well?" as well  ask Pay "Paid?" { sum: number } as paid }
    call look { q: "for {{ id }} {{ tone }}" } as hits
    generate plan: { steps: string[] } as outline { prompt "{{ hits.found }} {{ plan-hint }}" uses look attempts 2 model fast offers Ok }
    perform send { to: outline.steps[0] ?? id } as sent when well
    advise "{{ paid.sum ?? 0 }}" when paid.declined
    land card { id: id, title: plan.steps[0] ?? "none" }
    return notes from "as {{ tone }}"
    return state from "ok"
  }
}
`.replace(" {{ plan-hint }}", ""),
    );
    expect(steps).toMatchObject([
      {
        kind: "ask",
        asks: [
          { wait: "Ok", as: "well" },
          { wait: "Pay", as: "paid", schema: { properties: { sum: { type: "number" } } } },
        ],
      },
      { kind: "call", tool: "look", as: "hits", input: { q: { kind: "template" } } },
      {
        kind: "generate",
        target: { kind: "local", name: "plan" },
        as: "outline",
        attempts: 2,
        model: "fast",
      },
      { kind: "perform", effect: "send", as: "sent", when: { kind: "get", from: "local", name: "well" } },
      { kind: "advise", when: { kind: "declined", local: "paid" } },
      { kind: "land", artifact: "card", value: { kind: "object" } },
      { kind: "return", target: { kind: "evidence", ref: "notes" } },
      { kind: "return", target: { kind: "verdict", ref: "state" } },
    ]);
  });

  it.each([
    ['advise "{{ later }}"  call look { q: "x" } as later', "LB2001 `later` is not there yet"],
    ['call look { q: "x" } as a  call look { q: "x" } as a', "LB2002 the name `a` is declared twice"],
    ['call look { q: "x" } as who', "LB2002 the name `who` is declared twice"],
    ["land card { id: who, titel: who }", "LB2001 unknown field `titel`"],
    ['land card from "x"', 'LB2004 `"x"` does not fit `{ id: string  title: string }`'],
    ['return state from "oh"', 'LB2006 `"oh"` is not one of `"ok" | "not"`'],
    ["return notes from count(notes)", "LB2004 `count(notes)` is `integer`, which does not fit `text`"],
    ["land doc from who", "LB2001 unknown output `doc` of `p`"],
    ['generate look { prompt "x" }', "LB2001 `look` is a tool, not an artifact, a verdict or evidence"],
    [
      'together { ask Ok "a" when who == "x"  ask Ok "b" }',
      "LB2004 this `ask` has a condition of its own, and what is asked together is asked as one",
    ],
  ])("%s is an error", async (steps, line) => {
    const head = `${things}playbook p { intent "i" input who: string outputs card returns notes, state do { `;
    expect(await errors(`${head}${steps} } }\n`)).toContain(line);
  });
});

describe("what is derived", () => {
  it.each([
    ['interview { a: string ask "?" } returns notes prompt "{{ a }}"', true],
    ['do { ask Ok "?" }', true],
    ['do { together { ask Ok "?" ask Pay "?" } }', true],
    ['input x: boolean do { ask Ok "?" when x }', false],
    ['do { ask Pay "?" }', false],
    ['returns notes prompt "x"', false],
  ])("[L-39] %s: needs elicitation is %s", async (body, needed) => {
    expect((await playbook(`${things}playbook p { intent "i" ${body} }\n`)).needsElicitation).toBe(needed);
  });

  it("[R-25] who clarifies suspends before it generates", async () => {
    const clarifying = async (clause: string): Promise<unknown> => {
      const p = await playbook(`${things}playbook p { intent "i" ${clause} returns notes prompt "x" }\n`);
      return [p.suspendsForClarification, p.clarification];
    };
    expect(await clarifying("clarifies { rounds 2 questions 4 }")).toEqual([
      true,
      { rounds: 2, questions: 4 },
    ]);
    expect(await clarifying("clarifies { }")).toEqual([true, { rounds: 1, questions: 3 }]);
    expect(await clarifying("clarifies none")).toEqual([false, undefined]);
    expect(await clarifying("")).toEqual([false, undefined]);
  });

  it.each([
    ['returns notes prompt "x"', []],
    ['returns notes uses look prompt "x"', ["std.waits.Clarification"]],
    ['returns notes performs send prompt "x"', ["std.waits.Clarification"]],
    ['returns notes offers Ok prompt "x"', ["Ok", "std.waits.Clarification"]],
    ['returns notes clarifies { rounds 1 } prompt "x"', ["std.waits.Clarification"]],
    ['returns notes uses look clarifies none prompt "x"', []],
    ['returns notes offers Ok clarifies none prompt "x"', ["Ok"]],
    ['returns notes do { generate notes { prompt "x" uses look } }', ["std.waits.Clarification"]],
  ])("[R-31] Clarification is offered unlisted: %s", async (body, offers) => {
    const p = await program(`${things}playbook p { intent "i" ${body} }\n`);
    expect(p.playbooks["p"]?.steps).toMatchObject([{ offers }]);
    expect(Object.hasOwn(p.waits, "std.waits.Clarification")).toBe(
      offers.includes("std.waits.Clarification"),
    );
  });

  it("[L-15] a composite's outputs, returns and scope are the union of its members', at any depth", async () => {
    const { playbooks } = await program(`${things}
playbook a { intent "i" requires absent doc outputs doc prompt "x" }
playbook b { intent "i" requires notes returns state prompt "{{ notes }}" }
playbook c { intent "i" writes "log/**" returns notes prompt "x" }
playbook inner { intent "i" admits b, c until state == "ok" limits { rounds 3 } }
playbook outer { intent "i" requires not state admits inner, a until landed doc limits { rounds 9 lanes 2 } ends "tired" when count(notes) > 3 ends "lost" failed when stale doc select all }
`);
    expect(playbooks["outer"]).toMatchObject({
      outputs: ["doc"],
      returns: ["notes", "state"],
      writes: ["doc.md", "log/**"],
      reads: ["doc", "notes", "state"],
      needsAbsent: ["doc", "state"],
      judgedFrom: [],
      limits: { rounds: 9, lanes: 2 },
      choreography: {
        members: [{ playbook: "inner" }, { playbook: "a" }],
        until: { kind: "state", state: "landed", ref: "doc" },
        ends: [
          { reason: "tired", failed: false },
          { reason: "lost", failed: true },
        ],
        select: { by: "all" },
      },
    });
    expect(playbooks["outer"]?.steps).toBeUndefined();
    expect(playbooks["inner"]).toMatchObject({
      outputs: [],
      returns: ["notes", "state"],
      choreography: { select: { by: "model" } },
    });
  });

  it("a selector of the host's is named", async () => {
    const p = await playbook(
      `${things}playbook b { intent "i" returns state prompt "x" }\nplaybook p { intent "i" admits b until state limits { rounds 3 } select "by-age" }\n`,
    );
    expect(p.choreography?.select).toEqual({ by: "named", name: "by-age" });
  });

  it("[L-36] a member of a fanned-out composite is fanned out with it", async () => {
    const p = await program(`
verdict row per entry: boolean
playbook one { intent "i" input entry: string requires not row returns row prompt "{{ entry }}" }
playbook inner { intent "i" input entry: string admits one until row limits { rounds 3 } }
playbook outer { intent "i" input xs: string[] admits inner each entry in xs until every row limits { rounds 99 } }
`);
    expect(p.playbooks["one"]?.requires).toMatchObject({
      operand: { kind: "available", ref: "row", key: { kind: "instance" } },
    });
    expect(p.playbooks["inner"]?.choreography?.until).toMatchObject({ key: { kind: "instance" } });
    expect(p.playbooks["outer"]?.choreography?.until).toEqual({
      kind: "quantified",
      quantifier: "every",
      of: "verdict",
      ref: "row",
      path: [],
    });
  });
});

describe("[L-17] members get inputs by name", () => {
  it.each([
    ["input who: string", []],
    ["", ["LB2014 `m` requires the input `who: string`, which `c` does not have"]],
  ])("%s", async (input, lines) => {
    const source = `${things}playbook m { intent "i" input who: string returns state prompt "{{ who }}" }\nplaybook c { intent "i" ${input} admits m until state limits { rounds 3 } }\n`;
    expect(await errors(source)).toEqual(lines);
  });
});

describe("[L-18] composites nest", () => {
  it("and never reach themselves", async () => {
    const source = `${things}playbook a { intent "i" admits b until state limits { rounds 3 } }\nplaybook b { intent "i" admits a, m until state limits { rounds 3 } }\nplaybook m { intent "i" returns state prompt "x" }\n`;
    expect((await errors(source)).map((line) => line.slice(0, 6))).toContain("LB4018");
  });
});

describe("[L-37] instances are siblings", () => {
  it("whose places differ by the key", async () => {
    const p = await playbook(
      `artifact a at "out/{entry}.json" { ok: boolean }\nplaybook p { intent "i" input entry: string outputs a prompt "{{ entry }}" }\nplaybook c { intent "i" input xs: string[] admits p each entry in xs until every a limits { rounds 9 } }\n`,
    );
    expect(p.writes).toEqual(["out/*.json"]);
  });
});
