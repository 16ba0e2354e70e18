import { describe, expect, it } from "vitest";
import { deadEnds } from "../../../compiler/analysis/dead-ends.js";
import { deadMembers } from "../../../compiler/analysis/dead-members.js";
import { fewestInLanes } from "../../../compiler/analysis/fewest-in-lanes.js";
import { replay } from "../../../compiler/analysis/model/replay.js";
import { happeningInWords } from "../../../compiler/analysis/model/words.js";
import { neverTogether } from "../../../compiler/analysis/never-together.js";
import { type Explored, exploredRoots } from "../../../compiler/analysis/reachability.js";
import { checkProgram, memoryHost } from "../../../compiler/index.js";

async function explored(source: string): Promise<Explored> {
  const { program } = await checkProgram(memoryHost({ "main.playbook": source }), ["main.playbook"]);
  const [only, another] = exploredRoots(program);
  if (only === undefined || another !== undefined) throw new Error("one root is wanted");
  return only;
}

/** What happens on a shortest way to the goal, and how the interpreter ends when it goes it. */
async function shortestWay(
  source: string,
): Promise<{ readonly way: readonly string[]; readonly stop: string | undefined }> {
  const root = await explored(source);
  const { goal } = root.choreography;
  const { search } = root;
  const state = search.find((each) => goal !== undefined && search.holds(each, goal));
  if (state === undefined) return { way: [], stop: undefined };
  const beginning = search.beginningOf(state);
  const gone = replay(root.choreography, search.way(state), (variable) => search.read(beginning, variable));
  expect(gone).toMatchObject({ isFaithful: true });
  return {
    way: search.way(state).map((each) => happeningInWords(each, root.reads)),
    stop: gone.view.stopReason,
  };
}

const study = `
  evidence facts
  verdict sound: "yes" | "no"
  artifact report at "report.txt"
  playbook study { intent "Study" admits gather, judge, write until landed report limits { rounds 12 } }
  playbook gather { intent "Gather" returns facts prompt "gather" }
  playbook judge { intent "Judge" requires facts returns sound prompt "judge {{ facts }}" }
  playbook write { intent "Write" requires sound == "yes" outputs report prompt "write" }
`;

describe("a choreography that is explored", () => {
  it("finds the shortest way to its goal, and the interpreter can go it", async () => {
    expect(await shortestWay(study)).toEqual({
      way: ["`gather` returns `facts`", '`judge` returns `sound` "yes"', "`write` lands `report`"],
      stop: "goal_met",
    });
  });

  it("[R-18] knows that a verdict goes with what it was judged from", async () => {
    // The verdict is wanted, and so is more evidence than it was judged from: it has to be returned again.
    const { way } = await shortestWay(
      study.replace('requires sound == "yes"', 'requires sound == "yes" and count(facts) >= 2'),
    );
    expect(way).toHaveLength(4);
    expect(way.slice(0, 2)).toEqual(["`gather` returns `facts`", "`gather` returns `facts`"]);
  });

  it("[R-19] knows that who landed leaves, and who runs once", async () => {
    const source = study
      .replace("returns facts prompt", "returns facts once prompt")
      .replace('sound == "yes" outputs', 'sound == "yes" and count(facts) >= 2 outputs');
    const root = await explored(source);
    expect(deadMembers(root)).toEqual([]);
    expect(neverTogether(root).map(({ member, facts }) => [member.playbook, facts.length])).toEqual([
      ["write", 1],
    ]);
  });

  it("[R-57] runs the rounds of a composite member within one round", async () => {
    const source = `${study}
      artifact whole at "whole.txt"
      playbook both { intent "Both" admits study, bind until landed whole limits { rounds 4 } }
      playbook bind { intent "Bind" requires landed report outputs whole prompt "{{ report }}" }
    `;
    const { way, stop } = await shortestWay(source);
    expect(stop).toBe("goal_met");
    expect(way).toEqual([
      '`study` runs: `gather` returns `facts`, then `judge` returns `sound` "yes", then `write` lands `report`',
      "`bind` lands `whole`",
    ]);
  });

  it("[R-15] takes lanes together that do not conflict, and others in turn", async () => {
    const two = (writes: string): string => `
      artifact a at "a.txt"
      artifact b at "b.txt"
      playbook both { intent "Both" admits one, two until landed a and landed b limits { rounds 6 lanes 2 } }
      playbook one { intent "One" outputs a ${writes} prompt "a" }
      playbook two { intent "Two" outputs b ${writes} prompt "b" }
    `;
    expect(fewestInLanes(await explored(two("")))).toMatchObject({ kind: "reached", rounds: 1 });
    expect(fewestInLanes(await explored(two('writes "*.txt"')))).toMatchObject({
      kind: "reached",
      rounds: 2,
    });
  });

  it("counts the fewest rounds from whatever input the run may get", async () => {
    const source = `
      artifact a at "a.txt"
      evidence e
      playbook all { intent "All" input how: "short" | "long" admits first, write until landed a limits { rounds 6 } }
      playbook first { intent "First" returns e prompt "e" }
      playbook write { intent "Write" input how: "short" | "long" requires how == "short" or e outputs a prompt "a {{ how }}" }
    `;
    expect(fewestInLanes(await explored(source))).toMatchObject({ kind: "reached", rounds: 1 });
  });

  it("says nothing for sure of what it cannot see through", async () => {
    const source = `
      artifact list at "list.json" given { entries: { id: string }[] }
      artifact part at "parts/{entry}.txt"
      artifact all at "all.txt"
      playbook whole { intent "All" admits one each entry in list.entries by entry.id, close until landed all limits { rounds 9 } }
      playbook one { intent "One" input entry: { id: string } outputs part prompt "{{ entry.id }}" }
      playbook close { intent "Close" requires every part outputs all prompt "x" }
    `;
    const root = await explored(source);
    expect(root.choreography.open.length).toBeGreaterThan(0);
    expect(deadMembers(root)).toEqual([]);
    expect(fewestInLanes(root)).toEqual({ kind: "unknown", least: 1 });
  });
});

describe("a dead end", () => {
  const ends = async (source: string) => {
    const { program } = await checkProgram(memoryHost({ "main.playbook": source }), ["main.playbook"]);
    return (await deadEnds(program)).map(({ kind, way, inputs }) => ({ kind, rounds: way.length, inputs }));
  };

  it("is a deadlock where nothing is eligible short of the goal", async () => {
    const once = study
      .replace("returns sound prompt", "returns sound once prompt")
      .replace("returns facts prompt", "returns facts once prompt");
    expect(await ends(once)).toEqual([{ kind: "deadlock", rounds: 2, inputs: [] }]);
  });

  it("is none where an `ends` holds there", async () => {
    const once = study
      .replace("returns sound prompt", "returns sound once prompt")
      .replace("returns facts prompt", "returns facts once prompt")
      .replace("until landed report", 'until landed report ends "unsound" when sound == "no"');
    expect(await ends(once)).toEqual([]);
  });

  it("is a trap where something may run for ever and does not help", async () => {
    const trap = study.replace("returns sound prompt", "returns sound once prompt");
    expect(await ends(trap)).toEqual([{ kind: "trap", rounds: 2, inputs: [] }]);
  });

  it("is none for a count so large that it is not followed", async () => {
    const many = study.replace("until landed report", "until count(facts) >= 1_000_000");
    expect(await ends(many)).toEqual([]);
  });

  it("tells for which input", async () => {
    const source = `
      artifact a at "a.txt"
      playbook all { intent "All" input how: "short" | "long" admits write until landed a limits { rounds 6 } }
      playbook write { intent "Write" input how: "short" | "long" requires how == "short" outputs a prompt "a {{ how }}" }
    `;
    expect(await ends(source)).toEqual([{ kind: "deadlock", rounds: 0, inputs: ['`how` is "long"'] }]);
  });
});
