import { describe, expect, it } from "vitest";
import type { Line } from "../../ir/index.js";
import { diagnosed } from "./checks/diagnosed.js";
import { compiled } from "./compiled.js";

const around = `
artifact doc at "doc.json" { title: string  n: integer }
artifact card at "cards/{entry}.json" { ok: boolean }
artifact given-list at "list.json" given { xs: string[] }
evidence notes
verdict state: "ok" | "not"
verdict row per entry: "x" | "y"
tool look { input { q: string } output { found: string[] } }
effect send { input { to: string } output { id: string } key to }
wait Ok { class intervention answer boolean }
wait Say { class intervention answer text declinable }
wait Pay { class signal answer { id: string } }
wait Monday { class schedule }
playbook writer { intent "i" input who: string outputs doc returns notes, state uses look prompt "{{ who }}" }
playbook one { intent "i" input entry: string outputs card returns row prompt "{{ entry }}" }
playbook asker {
  intent "i"
  interview { tone: "warm" | "cool" ask "Which tone?" }
  returns state
  performs send
  do {
    ask Ok "Well?" as well
    ask Say "What?" { more: integer } as said
    generate plan: { steps: string[] } { prompt "{{ tone }} {{ said.more ?? 0 }}" }
    perform send { to: plan.steps[0] ?? "x" } when well
    ask Pay "Paid?"
    ask Monday "Wait" in 1h
    return state from "ok"
  }
}
playbook all {
  intent "i"
  input who: string
  admits writer, asker, one each entry in given-list.xs
  performs send
  until landed doc
  ends "tired" when count(notes) > 3
  limits { rounds 9 }
}
`;

const scenario = (text: string): string => `${around}scenario "s" {\n  run all { who: "me" }\n${text}\n}\n`;

function withoutPlace(line: Line): object {
  return { ...line, at: undefined };
}

/** The lines of the scenario behind its start, without their places. */
async function lines(text: string): Promise<readonly object[]> {
  const { scenarios } = await compiled(scenario(text));
  return (scenarios[0]?.lines ?? []).slice(1).map(withoutPlace);
}

async function errors(text: string): Promise<readonly string[]> {
  return (await diagnosed(text)).flatMap(({ code, severity, message }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );
}

describe("[L-29] scenarios are lowered with names resolved", () => {
  it("starts", async () => {
    const { scenarios } = await compiled(
      `namespace n\n${around}scenario "a" { run all unattended { who: "me" } }\nscenario "b" { loop "all of it" { rounds 9 lanes 2 } }\n`,
    );
    expect(scenarios).toMatchObject([
      {
        name: "a",
        at: { file: "main.playbook", column: 1 },
        lines: [{ kind: "run", playbook: "n.all", unattended: true, inputs: { who: "me" } }],
      },
      { name: "b", lines: [{ kind: "loop", goal: "all of it", rounds: 9, lanes: 2 }] },
    ]);
  });

  it.each<[string, object]>([
    [
      'writer returns notes "a" then "b"',
      {
        kind: "script",
        subject: { playbook: "writer" },
        replies: [
          { kind: "returns", results: [{ target: "notes", value: "a" }] },
          { kind: "returns", results: [{ target: "notes", value: "b" }] },
        ],
      },
    ],
    [
      'writer lands { title: "t", n: 1 } then fails "tired"',
      {
        replies: [
          { kind: "lands", results: [{ target: "doc", value: { title: "t", n: 1 } }] },
          { kind: "fails", reason: "tired" },
        ],
      },
    ],
    [
      'writer returns state "ok", notes "x"',
      {
        replies: [
          {
            results: [
              { target: "state", value: "ok" },
              { target: "notes", value: "x" },
            ],
          },
        ],
      },
    ],
    [
      'asker returns plan { steps: ["a"] }',
      { replies: [{ results: [{ target: "plan", value: { steps: ["a"] } }] }] },
    ],
    [
      'one["k"] returns "x"',
      { subject: { playbook: "one", key: "k" }, replies: [{ results: [{ target: "row", value: "x" }] }] },
    ],
    ['writer refuses "no"', { replies: [{ kind: "refuses", reason: "no" }] }],
    [
      'writer asks [{ ref: "a", question: "b?", why: "c", choices: ["x", "y"] }]',
      {
        replies: [{ kind: "asks", requests: [{ ref: "a", question: "b?", why: "c", choices: ["x", "y"] }] }],
      },
    ],
    [
      'writer raises Clarification "which?"',
      { replies: [{ kind: "raises", wait: "std.waits.Clarification", question: "which?" }] },
    ],
    [
      'tool look gives { found: [] } then fails "down"',
      {
        kind: "tool",
        tool: "look",
        replies: [
          { kind: "gives", value: { found: [] } },
          { kind: "failing", reason: "down" },
        ],
      },
    ],
    [
      'effect send is lost then gives { id: "1" }',
      { kind: "effect", effect: "send", replies: [{ kind: "lost" }, { kind: "gives", value: { id: "1" } }] },
    ],
    ['artifact given-list is { xs: ["a"] }', { kind: "given", artifact: "given-list", value: { xs: ["a"] } }],
    [
      'artifact card["a"] is { ok: true }',
      { kind: "given", artifact: "card", key: "a", value: { ok: true } },
    ],
    [
      'choose writer, one["a"]',
      { kind: "choose", lanes: [{ playbook: "writer" }, { playbook: "one", key: "a" }] },
    ],
    ['choose stop "enough"', { kind: "choose", lanes: [], stop: "enough" }],
    ["person answers Ok true", { kind: "person", action: { kind: "answers", target: "Ok", value: true } }],
    ["person answers said { more: 3 }", { action: { kind: "answers", target: "said", value: { more: 3 } } }],
    ["person answers Say { more: 3 }", { action: { kind: "answers", target: "Say", value: { more: 3 } } }],
    [
      'person answers interview { tone: "warm" } of asker',
      { action: { target: "interview", value: { tone: "warm" } }, of: { playbook: "asker" } },
    ],
    ['person answers Clarification { a: "x" }', { action: { target: "Clarification", value: { a: "x" } } }],
    ['person declines said "no idea"', { action: { kind: "declines", target: "said", reason: "no idea" } }],
    ["person cancels Ok", { action: { kind: "cancels", target: "Ok" } }],
    ["person cancels run", { action: { kind: "cancels-run" } }],
    ["person approves of asker", { action: { kind: "approves" }, of: { playbook: "asker" } }],
    ['person clarifies "more"', { action: { kind: "clarifies", text: "more" } }],
    ['person reviews "done"', { action: { kind: "reviews", outcome: "done" } }],
    ['signal Pay { id: "1" }', { kind: "signal", wait: "Pay", value: { id: "1" } }],
    ["after 1h30m", { kind: "after", milliseconds: 5_400_000 }],
    ["crash", { kind: "crash" }],
    ["crash before artifact.landed", { kind: "crash", moment: { when: "before", event: "artifact.landed" } }],
  ])("%s", async (text, expected) => {
    expect(await lines(text)).toMatchObject([expected]);
  });

  it("never changes the digest, nor what the program has", async () => {
    const bare = await compiled(around);
    const tested = await compiled(
      `import { Signal } from "std:waits"\n${scenario("expect waiting Signal\n  expect waiting Clarification")}`,
    );
    expect(tested.digest).toBe(bare.digest);
    expect(Object.keys(tested.program.waits)).toEqual(Object.keys(bare.program.waits));
  });
});

describe("[L-30] expectations", () => {
  it.each<[string, object]>([
    ["not stale doc", { kind: "predicate", predicate: { kind: "not" }, source: "not stale doc" }],
    ['every row == "x"', { predicate: { kind: "quantified" }, source: 'every row == "x"' }],
    ["rounds <= 3", { kind: "rounds", operator: "<=", value: 3 }],
    ["stopped goal_met", { kind: "stopped", reason: "goal_met" }],
    ["stopped tired", { kind: "stopped", reason: "tired" }],
    ["stopped refusal", { kind: "stopped", reason: "refusal" }],
    ["status paused", { kind: "status", status: "paused" }],
    ["waiting Ok", { kind: "waiting", wait: "Ok" }],
    ["waiting said", { kind: "waiting", wait: "said" }],
    ["waiting interview", { kind: "waiting", wait: "interview" }],
    ["waiting Clarification", { kind: "waiting", wait: "Clarification" }],
    ["held-back writer", { kind: "held-back", playbook: "writer" }],
    ["order writer, one", { kind: "order", playbooks: ["writer", "one"] }],
    ["never one", { kind: "never", playbook: "one" }],
    ["recovery retry", { kind: "recovery", recovery: "retry" }],
    ['written "doc.json"', { kind: "written", path: "doc.json" }],
    ["dispatched send == 1", { kind: "dispatched", effect: "send", operator: "==", value: 1 }],
  ])("%s", async (text, expectation) => {
    expect(await lines(`expect ${text}`)).toMatchObject([{ kind: "expect", expectation }]);
  });
});

describe("[L-31] scripted values are checked", () => {
  it.each([
    ["choose stop", "LB2016 `choose stop` gives no reason"],
    ["choose stop, writer", "LB2016 `choose stop` gives no reason"],
    ['writer lands { title: "t" }', "LB2004 `n` is missing"],
    ['writer lands { title: "t", n: 1.5 }', "LB2006 `1.5` is not an integer"],
    ['writer lands { titel: "t", n: 1 }', "LB2001 unknown field `titel`"],
    ['writer returns state "maybe"', 'LB2006 `"maybe"` is not one of `"ok" | "not"`'],
    ["writer returns notes 3", "LB2004 `3` does not fit `text`"],
    ["writer returns nots 3", "LB2001 unknown return `nots` of `writer`"],
    ['writer returns "ok"', "LB2004 this fits `notes` and `state` of `writer`, and one has to be meant"],
    ['one returns "z"', 'LB2006 `"z"` is not one of `"x" | "y"`'],
    ['all returns "x"', "LB2004 `all` is composite, and only what calls a model is scripted"],
    ['writr returns "x"', "LB2001 unknown playbook `writr`"],
    ['writer asks [{ ref: "a" }]', "LB2004 `question` is missing"],
    ['writer raises Clarificatoin "x"', "LB6001 there is no wait `Clarificatoin` here"],
    ["tool look gives { found: [1] }", "LB2004 `1` does not fit `string`"],
    ["tool lok gives {}", "LB2001 unknown tool `lok`"],
    ["effect send gives { id: 1 }", "LB2004 `1` does not fit `string`"],
    ["artifact given-list is { xs: 3 }", "LB2004 `3` does not fit `string[]`"],
    ["artifact card is { ok: true }", "LB2004 `card` is a family of many, and one document is needed here"],
    ['artifact doc["a"] is { title: "t", n: 1 }', "LB2004 `doc` is one document, and it has no key"],
    ["choose writre", "LB2001 unknown playbook `writre`"],
    ['person answers Ok "yes"', 'LB2004 `"yes"` does not fit `boolean`'],
    ["person answers said { more: true }", "LB2004 `true` does not fit `integer`"],
    ['person answers sayd "x"', "LB2001 unknown wait or step `sayd`"],
    ['person answers interview { tone: "hot" }', 'LB2006 `"hot"` is not one of `"warm" | "cool"`'],
    [
      "person answers interview { tone: 3 } of writer",
      "LB2004 nothing that runs here has an interview, and so there is none to answer",
    ],
    ["person declines well", "LB2004 `well` cannot be declined, and only a `declinable` wait can"],
    ["signal Ok true", "LB2004 `Ok` is of class intervention, and a signal needs one of class signal"],
    ["signal Pay { id: 1 }", "LB2004 `1` does not fit `string`"],
    ["after 3", "LB1006 `3` has no unit, and a duration is needed here"],
    ["crash after artifact.lnaded", "LB2001 unknown event `artifact.lnaded`"],
    ["expect stopped goal_mte", "LB2001 unknown stop reason `goal_mte`"],
    ["expect status pausd", "LB2001 unknown status `pausd`"],
    ["expect recovery retri", "LB2001 unknown recovery `retri`"],
    ["expect waiting Okk", "LB6001 there is no wait `Okk` here"],
    ["expect order writer, on", "LB2001 unknown playbook `on`"],
    ["expect dispatched sned == 1", "LB2001 unknown effect `sned`"],
    ['expect state == "maybe"', 'LB2006 `"maybe"` is not one of `"ok" | "not"`'],
  ])("%s", async (text, line) => {
    expect(await errors(scenario(text))).toEqual([line]);
  });

  it("[L-29] an event that is nothing known is told from a few that are", async () => {
    const found = await diagnosed(scenario("crash after nonsense"));
    expect(found.map(({ hint }) => hint).filter((hint) => hint?.startsWith("there are"))).toEqual([
      "there are `lane.admitted`, `attempt.replied`, `evidence.added`, `verdict.returned`, `artifact.landed`, `wait.intervention.raised`, `lane.settled`, `round.settled`, and 51 more",
    ]);
  });

  it.each([
    ["run all", "LB2004 `who` is missing"],
    ["run all { who: 3 }", "LB2004 `3` does not fit `string`"],
    ['run all { whom: "x" }', "LB2001 unknown field `whom`"],
    ['run al { who: "x" }', "LB2001 unknown playbook `al`"],
    ["run look", "LB2001 `look` is a tool, not a playbook"],
  ])("[L-29] %s", async (start, line) => {
    expect(await errors(`${around}scenario "s" { ${start} }\n`)).toEqual([line]);
  });
});
