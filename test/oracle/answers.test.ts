import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answers } from "./answers.js";
import { oracleAnswers } from "./oracle-answers.js";

/** What brute force says; where Spin is there, it has to say the same. */
async function answers(source: string, composite = "root"): Promise<Answers> {
  const { bruteForce, spin } = await oracleAnswers(source, composite);
  if (bruteForce === undefined) throw new Error("it has too many states");
  expect(spin ?? bruteForce).toEqual(bruteForce);
  return bruteForce;
}

const things = `
  artifact a at "docs/a.json" { note: text }
  artifact b at "other/b.json" { note: text }
  artifact c at "docs/c.json" { note: text }
  evidence e
  verdict v: "yes" | "no"
  verdict w { verdict: "yes" | "no"  more?: "x" | "y" }
`;

/** A composite `root` of members, each `NAME CLAUSES`; the clauses of the root come first. */
function root(clauses: string, ...members: readonly string[]): string {
  const names = members.map((member) => member.split(" ")[0]);
  const playbooks = members.map((member) => playbook(member));
  return `${things}
  playbook root { intent "Root" admits ${names.join(", ")} limits { rounds 9 lanes 2 } ${clauses} }
  ${playbooks.join("\n  ")}\n`;
}

function playbook(member: string): string {
  const [name, ...clauses] = member.split(" ");
  const rest = member.includes(" admits ") ? "limits { rounds 9 }" : 'prompt "Do it."';
  return `playbook ${name} { intent "${name}" ${clauses.join(" ")} ${rest} }`;
}

describe("the oracles", () => {
  it("answer everything about the first example of the language", async () => {
    const page = readFileSync("docs/spec/language.md", "utf8");
    const [, source = ""] = /```playbook\n([\s\S]*?)\nscenario /.exec(page) ?? [];
    const given = source.replaceAll(/ {2}input brief: text\n/g, "").replace("{{ brief }}", "Lyon");
    expect(await answers(given, "market-analysis")).toEqual({
      dead: [],
      reachable: { "top_down.evidence-adequacy": ['/verdict="adequate"', '/verdict="thin"'] },
      deadlock: false,
      fewestRounds: 3,
      fewestRoundsInLanes: 3,
      trap: false,
    });
  });

  it("LB4001: tell members that can never be admitted, nested ones too", async () => {
    const source = root(
      "until landed a",
      "one outputs a",
      'two requires v == "yes" returns e',
      "inner admits three, four",
    ).concat(playbook("three requires absent e and landed b returns w"), playbook("four returns e"));
    const { dead, reachable } = await answers(source);
    expect(dead).toEqual(["three", "two"]);
    expect(reachable).toEqual({ v: [], w: [] });
  });

  it("LB4012: tell a deadlock from the goal, and from an `ends`", async () => {
    const stuck = ["once", "one returns v once", 'two requires v == "yes" outputs a'] as const;
    const members = stuck.slice(1);
    expect(await answers(root("until landed a", ...members))).toMatchObject({ deadlock: true, trap: false });
    expect(await answers(root('until landed a ends "no" when v == "no"', ...members))).toMatchObject({
      deadlock: false,
      trap: false,
      fewestRounds: 2,
    });
  });

  it("LB4014: tell a trap: something can run, and nothing leads to the goal any more", async () => {
    const source = root("until landed a", "one requires absent e outputs a", "two returns e");
    expect(await answers(source)).toMatchObject({ trap: true, deadlock: false, fewestRounds: 1 });
    expect(await answers(root("", "one returns e", "two returns v"))).toMatchObject({
      trap: false,
      deadlock: false,
      fewestRounds: undefined,
    });
  });

  it("[R-15] count rounds in lanes by what conflicts", async () => {
    const rounds = async (...members: readonly string[]): Promise<unknown> => {
      const { fewestRounds, fewestRoundsInLanes } = await answers(
        root('until landed a and (landed b or e or v == "yes")', ...members),
      );
      return [fewestRounds, fewestRoundsInLanes];
    };
    expect(await rounds("one outputs a", "two outputs b")).toEqual([2, 1]);
    expect(await rounds("one outputs a", "two returns e")).toEqual([2, 1]);
    // Their scopes overlap.
    expect(await rounds('one outputs a writes "**"', "two outputs b")).toEqual([2, 2]);
    // One writes a place that the other reads.
    expect(await rounds('one outputs a writes "docs/**"', "two reads c returns e")).toEqual([2, 2]);
    // One lands what the other reads.
    expect(await rounds("one outputs a", "two reads a returns e")).toEqual([2, 2]);
    // One returns what the other needs absent.
    expect(await rounds("one requires absent e outputs a", "two returns e")).toEqual([2, 2]);
    // One lands what a verdict is judged from that the other reads, or returns.
    expect(await rounds("one outputs a", "two reads w returns e", "three reads a returns w")).toEqual([2, 2]);
    expect(await rounds("one outputs a", "two returns v", "three reads a returns v")).toEqual([2, 2]);
    // Both return the same verdict.
    expect(await answers(root("until e and w", "one returns v, e", "two returns v, w"))).toMatchObject({
      fewestRounds: 2,
      fewestRoundsInLanes: 2,
    });
    // Composites count with their members.
    expect(
      await answers(
        root("until landed a and e", "one outputs a", "inner admits two").concat(
          playbook("two reads a returns e"),
        ),
      ),
    ).toMatchObject({ fewestRounds: 2, fewestRoundsInLanes: 2 });
  });

  it("[R-18] verdicts fall with what they were judged from, directly or through others", async () => {
    const judged = "judge requires e returns v";
    const on = "on requires v returns w";
    expect((await answers(root('until v == "yes" and absent e', "one returns e", judged))).fewestRounds).toBe(
      undefined,
    );
    // `w` hangs on `e` through `v`: a second contribution removes both.
    const both = await answers(
      root("until w and v and count(e) >= 2", "one returns e", judged, on, "two requires w returns e once"),
    );
    expect(both).toMatchObject({ fewestRounds: 4, trap: false });
    const gone = await answers(
      root(
        "until w and count(e) >= 2",
        "one requires absent e returns e",
        `${judged} once`,
        `${on} once`,
        "two requires w returns e once",
      ),
    );
    expect(gone).toMatchObject({ fewestRounds: undefined, deadlock: true });
  });

  it("[R-18] a landing that leaves a document as it is removes nothing", async () => {
    const source = root(
      "until v and delivered b",
      "one outputs a",
      "judge requires landed a and absent b returns v",
      "two requires v outputs a, b",
    );
    expect(await answers(source)).toMatchObject({ fewestRounds: 3, deadlock: true });
  });

  it("[L-14] what one lane gives does not remove its own verdict", async () => {
    expect(await answers(root("until v and landed a", "one reads a outputs a returns v"))).toMatchObject({
      fewestRounds: 1,
    });
    expect(await answers(root("until v and e", "one reads e returns e, v once"))).toMatchObject({
      fewestRounds: 1,
      deadlock: false,
    });
  });

  it("[R-19] what landed leaves, what returned may come again, and `once` leaves too", async () => {
    const goal = "until count(e) >= 2";
    expect(await answers(root(goal, "one returns e"))).toMatchObject({ fewestRounds: 2, deadlock: false });
    expect(await answers(root(goal, "one returns e once"))).toMatchObject({ deadlock: true });
    expect(await answers(root(goal, "one outputs a returns e"))).toMatchObject({ deadlock: true });
  });

  it("[R-21] a clarified lane goes on in a round that does not count", async () => {
    // It is admitted beside `one`, waits while `two` runs, and judges from what `two` gave.
    const source = root(
      'until v == "yes" and count(e) == 1 and landed a',
      "one outputs a",
      "two requires landed a returns e once",
      "judge reads e returns v clarifies { rounds 1 questions 1 }",
    );
    expect(await answers(source)).toMatchObject({ fewestRounds: 3, fewestRoundsInLanes: 2 });
    expect(await answers(source.replace(/clarifies \{.*?\}/, ""))).toMatchObject({ fewestRoundsInLanes: 3 });
  });

  it("[R-21] an answered lane whose requirements no longer hold is superseded", async () => {
    const source = root(
      "until v and landed a",
      "one outputs a",
      "judge requires absent a returns v clarifies { rounds 1 questions 1 }",
    );
    expect(await answers(source)).toMatchObject({ fewestRounds: 2, deadlock: true });
    // What it judged before `e` came falls, and after that it cannot go on.
    const late = root(
      "until v and e",
      "judge requires absent e reads e returns v clarifies { rounds 1 questions 1 }",
      "two returns e",
    );
    expect((await answers(late)).fewestRounds).toBe(undefined);
  });

  it("[R-21] an `ends` is put off while a lane is suspended", async () => {
    const source = root(
      'until v and e ends "over" when e',
      "judge reads e returns v clarifies { rounds 1 questions 1 }",
      "two returns e",
    );
    expect(await answers(source)).toMatchObject({ fewestRounds: 2 });
    expect(await answers(source.replace(/clarifies \{.*?\}/, ""))).toMatchObject({ fewestRounds: undefined });
  });

  it("[R-21] a suspended lane keeps its scope: who may write there waits", async () => {
    const source = root(
      "until v and landed a and landed b",
      "one outputs a",
      "two requires landed a outputs b",
      'judge reads b returns v writes "other/**" clarifies { rounds 1 questions 1 }',
    );
    expect(await answers(source)).toMatchObject({ fewestRoundsInLanes: 3 });
    expect(await answers(source.replace(' writes "other/**"', ""))).toMatchObject({ fewestRoundsInLanes: 2 });
  });

  it("[R-57] a nested composite stays in the selection until it is delivered, and remembers its members", async () => {
    const beside = (clauses: string): string =>
      root("until landed a and landed b", "one returns e", `inner ${clauses} admits two, three`).concat(
        playbook("two outputs a"),
        playbook("three requires e outputs b"),
      );
    expect(await answers(beside(""))).toMatchObject({
      fewestRounds: 2,
      deadlock: false,
      trap: false,
      dead: [],
    });
    // It ends with `a` alone, and does not come again.
    expect(await answers(beside("once"))).toMatchObject({ fewestRounds: 2, trap: true });
    expect(await answers(beside("until landed a"))).toMatchObject({ trap: true });
  });

  it("[R-57] a nested composite sees what a sibling lands while both run", async () => {
    const source = root(
      'until landed a and v == "yes" and absent e',
      "one outputs a",
      "inner until landed a and v admits two, three",
    ).concat(playbook("two returns v"), playbook("three requires v returns e"));
    expect(await answers(source)).toMatchObject({ fewestRounds: 2, fewestRoundsInLanes: 1 });
    // It does its work before the sibling lands.
    const before = root(
      "until landed a and v",
      "one outputs a",
      'inner ends "late" when landed a admits two',
    ).concat(playbook("two returns v"));
    expect(await answers(before)).toMatchObject({ fewestRounds: 2, fewestRoundsInLanes: 1 });
  });

  it("[R-57] without `until` a nested composite is delivered once its families are landed", async () => {
    const delivered = root("until e", "inner admits two").concat(playbook("two outputs a"));
    expect(await answers(delivered)).toMatchObject({ deadlock: true });
    // It cannot land `b`, and comes again for ever.
    const again = delivered
      .replace("admits two", "admits two, three")
      .concat(playbook("three requires e outputs b"));
    expect(await answers(again)).toMatchObject({ deadlock: false, trap: true });
  });

  it("[L-38] what was there before is landed, and is not delivered", async () => {
    const source = root("until landed c and delivered c", "one requires landed c outputs c").replace(
      '"docs/c.json"',
      '"docs/c.json" given',
    );
    expect(await answers(source)).toMatchObject({ fewestRounds: 1, dead: [] });
    expect(await answers(source.replace("requires landed", "requires delivered"))).toMatchObject({
      dead: ["one"],
    });
  });

  it("[L-21] what is unavailable holds neither way", async () => {
    const of = async (predicate: string): Promise<readonly string[]> =>
      (
        await answers(
          root(
            "until landed a",
            `one requires ${predicate} outputs a`,
            "two returns e",
            "judge requires e returns w",
          ),
        )
      ).dead;
    expect(await of('not (w.verdict == "yes" or w.verdict == "no")')).toEqual(["one"]);
    expect(await of('w.more != "x" and w.more != "y"')).toEqual(["one"]);
    expect(await of('not (w.more == "x" or w.more == "y")')).toEqual(["one"]);
    expect(await of('w.more != "x"')).toEqual([]);
    expect(await of('not (w.verdict == "yes") and absent e')).toEqual(["one"]);
    expect(await of('w.more == "x" or e')).toEqual([]);
    expect(await of("not (w and e)")).toEqual([]);
  });

  it("refuse a program that does not compile", async () => {
    await expect(oracleAnswers("playbook root { }", "root")).rejects.toThrow("LB2016");
  });
});
