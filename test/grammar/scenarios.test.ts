import { describe, expect, it } from "vitest";
import { messages, readLines } from "../support/reading.js";

const kindsOf = (text: string) => readLines(text).map(({ kind }) => kind);

describe("scenarios", () => {
  it("[L-29] start with a run or a loop", () => {
    expect(
      readLines(
        'run p run p unattended run p { a: 1 } run p unattended { a: 1 } loop "g" { rounds 3 lanes 2 }',
      ),
    ).toMatchObject([
      { kind: "run", unattended: false },
      { kind: "run", unattended: true },
      { kind: "run", unattended: false, inputs: { kind: "object" } },
      { kind: "run", unattended: true, inputs: { kind: "object" } },
      {
        kind: "loop",
        goal: { text: "g" },
        entries: [{ name: { text: "rounds" } }, { name: { text: "lanes" } }],
      },
    ]);
  });

  it("[L-29] script playbooks, and after `then` a value replies as the one before, or a verb follows", () => {
    const [line] = readLines(
      'p returns a "1", { b: 1 } then "2" then c true then fails "x" then "y" then asks [] then [{}] then raises W "q"',
    );
    expect(line).toMatchObject({
      kind: "script",
      replies: [
        { kind: "returns", results: [{ name: { text: "a" } }, { value: { kind: "object" } }] },
        { kind: "returns", results: [{ value: { text: "2" } }] },
        { kind: "returns", results: [{ name: { text: "c" }, value: { value: true } }] },
        { kind: "fails", reason: { text: "x" } },
        { kind: "fails", reason: { text: "y" } },
        { kind: "asks", requests: { items: [] } },
        { kind: "asks", requests: { items: [{}] } },
        { kind: "raises", wait: { text: "W" }, question: { text: "q" } },
      ],
    });
    expect(messages('scenario "s" { p fails "x" then { a: 1 } }')).toEqual([
      "LB1001 after `fails`, `then` takes a reason",
    ]);
    expect(messages('scenario "s" { p raises W "q" then "x" }')).toEqual([
      "LB1001 after `raises`, `then` takes a verb",
    ]);
  });

  it("[L-29] script one instance, tools, effects and artifacts", () => {
    expect(
      readLines(
        'p["k"] lands x { a: 1 } tool t gives 1 then 2 then fails effect e is lost then gives {} artifact a["k"] is "x" artifact b is {}',
      ),
    ).toMatchObject([
      { kind: "script", subject: { name: { text: "p" }, key: { text: "k" } }, replies: [{ kind: "lands" }] },
      { kind: "tool-script", replies: [{ kind: "gives" }, { kind: "gives" }, { kind: "fails" }] },
      { kind: "effect-script", replies: [{ kind: "lost" }, { kind: "gives" }] },
      { kind: "artifact-given", key: { text: "k" }, value: { text: "x" } },
      { kind: "artifact-given", value: { kind: "object" } },
    ]);
  });

  it("[L-29] choose members, their instances, or to stop", () => {
    expect(readLines('choose p, q["k"] choose stop "why" choose stop')).toMatchObject([
      { lanes: [{ name: { text: "p" } }, { name: { text: "q" }, key: { text: "k" } }] },
      { lanes: [], stop: { text: "why" } },
      { lanes: [{ name: { text: "stop" } }] },
    ]);
  });

  it("[L-29] say what a person does, and of which lane", () => {
    const lines = readLines(
      'person answers W true of p person answers interview { a: 1 } person declines person declines W "r" of p["k"] ' +
        'person declines "r" person cancels person cancels W person cancels run person approves of p person retries ' +
        'person resumes person clarifies "t" person reviews "o" of q',
    );
    expect(
      lines.map((line) => (line.kind === "person" ? [line.action.kind, line.of?.name.text] : line.kind)),
    ).toEqual([
      ["answers", "p"],
      ["answers", undefined],
      ["declines", undefined],
      ["declines", "p"],
      ["declines", undefined],
      ["cancels", undefined],
      ["cancels", undefined],
      ["cancels-run", undefined],
      ["approves", "p"],
      ["retries", undefined],
      ["resumes", undefined],
      ["clarifies", undefined],
      ["reviews", "q"],
    ]);
  });

  it("[L-29] tell what is declined from the script on the next line", () => {
    expect(
      readLines(
        'person declines\np returns "x"\nperson cancels\np["k"] fails "x"\nperson declines W\np returns "y"',
      ),
    ).toMatchObject([
      { action: { kind: "declines" } },
      { kind: "script" },
      { action: { kind: "cancels" } },
      { kind: "script" },
      { action: { kind: "declines", target: { text: "W" } } },
      { kind: "script" },
    ]);
  });

  it("[L-29] signal, let time pass, and crash at an event", () => {
    expect(
      readLines(
        "signal W { a: 1 } after 2h crash after 30m crash before lane.settled crash after wait.signal.raised",
      ),
    ).toMatchObject([
      { kind: "signal" },
      { kind: "after", duration: { text: "2h" } },
      { kind: "crash" },
      { kind: "after", duration: { text: "30m" } },
      { kind: "crash", moment: { when: "before", event: "lane.settled" } },
      { kind: "crash", moment: { when: "after", event: "wait.signal.raised" } },
    ]);
    expect(kindsOf("crash crash crash")).toEqual(["crash", "crash", "crash"]);
  });

  it("[L-30] expect predicates and what else there is to expect", () => {
    const lines = readLines(
      'expect landed a expect not b or c expect rounds <= 3 expect stopped goal_met expect stopped "end" expect status waiting ' +
        "expect waiting W expect held-back p expect order p, q, p expect never p expect recovery retry " +
        'expect written "a/b" expect dispatched e == 1',
    );
    expect(lines.map((line) => (line.kind === "expect" ? line.expectation.kind : line.kind))).toEqual([
      "predicate",
      "predicate",
      "rounds",
      "stopped",
      "stopped",
      "status",
      "waiting",
      "held-back",
      "order",
      "never",
      "recovery",
      "written",
      "dispatched",
    ]);
  });

  it("[L-30] end a predicate where the next line begins", () => {
    expect(
      kindsOf('expect a == b\np returns "x"\nexpect c\ncrash\nexpect every v\np["k"] fails "x"'),
    ).toEqual(["expect", "script", "expect", "crash", "expect", "script"]);
  });
});
