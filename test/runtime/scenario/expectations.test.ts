import { describe, expect, it } from "vitest";
import { play } from "../../support/play.js";

const program = `
artifact note at "notes/note.txt"
artifact page at "notes/page.txt"
evidence facts
verdict review { outcome: "ok" | "changes" }
wait Approval { class intervention  answer boolean }

playbook write { intent "Write"  outputs note  prompt "Write." }
playbook judge { intent "Judge"  requires facts  returns review  prompt "Judge {{ facts }}." }
playbook gather { intent "Gather"  returns facts  prompt "Gather." }
playbook publish {
  intent "Publish"
  requires review.outcome == "ok"
  outputs page
  do {
    ask Approval "Shall it be published?" as go
    land page from "published"
  }
}
playbook work {
  intent "All of it"
  admits write, gather, judge, publish
  until landed page
  ends "rejected" failed when review.outcome == "changes"
  limits { rounds 4  lanes 2 }
}
`;

const whole = `run work
write lands "A note."
gather returns "A fact."
judge returns { outcome: "ok" }
`;

/** The one failure of these lines, at what they expect. */
async function fails(lines: string): Promise<{ seen: string | undefined; details: readonly string[] }> {
  const result = await play(program, lines);
  expect(result.failures).toHaveLength(1);
  const [failure] = result.failures;
  expect(failure?.kind).toBe("expectation");
  expect(failure?.message).toBe(`\`expect ${failure?.expected}\` does not hold`);
  return { seen: failure?.seen, details: failure?.details ?? [] };
}

const expectPass = async (lines: string) => expect((await play(program, lines)).text).toBe("✓ it\n");

describe("expectations", () => {
  it("[L-30] predicates are evaluated on the state as it is", async () => {
    await expectPass(
      `${whole}
      expect landed note and facts and review.outcome == "ok"
      expect not landed page
      expect absent page
      expect count(facts) >= 1
      expect matches(latest(facts), "fact")`,
    );
    expect(await fails(`${whole} expect review.outcome == "changes"`)).toEqual({
      seen: '`review.outcome` is "ok", and must be "changes"',
      details: [],
    });
    expect(await fails(`${whole} expect landed page and count(facts) == 2`)).toEqual({
      seen: "`page` is not landed",
      details: ["count(`facts`) is 1, and must be 2"],
    });
    expect(await fails(`run work\n expect review.outcome == "ok"`)).toEqual({
      seen: "`review.outcome` is not available",
      details: [],
    });
    expect(await fails(`${whole} expect not landed note`)).toEqual({
      seen: "not (landed `note`) does not hold",
      details: [],
    });
  });

  it("[L-30] expectations are checked where they stand, and each that fails is told", async () => {
    await expectPass(`run work
      write lands "A note."
      gather returns "A fact."
      judge returns { outcome: "ok" }
      choose gather
      expect absent note
      expect rounds == 1
      choose write
      expect landed note
      expect rounds == 2
      choose stop "enough"
      expect rounds == 2`);
    const result = await play(
      program,
      `run work\n gather returns "A fact."\n choose gather\n expect landed note\n choose stop "enough"\n expect rounds > 1`,
    );
    expect(
      result.failures.map(({ at, expected }) => [at.line - (result.failures[0]?.at.line ?? 0), expected]),
    ).toEqual([
      [0, "landed note"],
      [2, "rounds > 1"],
    ]);
  });

  it("[L-30] rounds", async () => {
    await expectPass(
      `${whole} expect rounds == 3\n expect rounds >= 3\n expect rounds != 2\n expect rounds < 4\n expect rounds <= 3\n expect rounds > 2`,
    );
    expect(await fails(`${whole} expect rounds < 3`)).toMatchObject({ seen: "rounds == 3" });
  });

  it("[L-30] stopped, with a reason or the name of an `ends`", async () => {
    await expectPass(`${whole} person answers go true\n expect stopped goal_met`);
    await expectPass(
      `run work\n write lands "n"\n gather returns "f"\n judge returns { outcome: "changes" }\n expect stopped rejected\n expect status failed`,
    );
    expect(await fails(`${whole} expect stopped goal_met`)).toEqual({
      seen: "it has not stopped: status waiting, waiting for `Approval of publish`",
      details: [],
    });
    expect(await fails(`run work\n expect stopped goal_met`)).toEqual({
      seen: "stopped chose_to_stop",
      details: ["the selector chose to stop: no eligible member has script left; the goal is not met"],
    });
    expect(await fails(`run write\n write fails "no"\n expect stopped goal_met`)).toMatchObject({
      seen: "stopped invalid_output",
    });
  });

  it("[L-30] status", async () => {
    await expectPass(`${whole} expect status waiting\n person cancels run\n expect status cancelled`);
    expect(await fails(`${whole} person answers go true\n expect status failed`)).toEqual({
      seen: "status completed (goal_met)",
      details: ["its goal holds"],
    });
  });

  it("[L-30] waiting", async () => {
    await expectPass(`${whole} expect waiting Approval\n expect waiting go`);
    expect(await fails(`run write\n write lands "n"\n expect waiting Approval`)).toMatchObject({
      seen: "nothing is waited for",
    });
    expect(await fails(`${whole} expect waiting Clarification`)).toMatchObject({
      seen: "waiting for `Approval of publish`",
    });
  });

  it("[L-30] held-back", async () => {
    await expectPass(
      `run work\n gather returns "1" then "2"\n judge returns { outcome: "ok" }\n choose gather\n choose judge, gather\n expect held-back gather`,
    );
    expect(
      await fails(
        `run work\n gather returns "1" then "2"\n judge returns { outcome: "ok" }\n choose gather\n choose judge, gather\n expect held-back judge`,
      ),
    ).toMatchObject({
      seen: "held back: `gather`",
    });
    expect(await fails(`run write\n write lands "n"\n expect held-back write`)).toMatchObject({
      seen: "nothing was held back",
    });
  });

  it("[L-30] order is of the lanes as they were admitted, all of them", async () => {
    await expectPass(`${whole} expect order write, gather, judge, publish`);
    await expectPass(`run write\n write lands "n"\n expect order write`);
    await expectPass(`${whole} person answers go true\n expect order write, gather, judge, publish`);
    expect(await fails(`${whole} expect order write, judge, publish`)).toEqual({
      seen: "order write, gather, judge, publish",
      details: ["lane 2 was to be `judge`, and was `gather`"],
    });
    expect(await fails(`${whole} expect order write, gather, judge, publish, write`)).toMatchObject({
      details: ["lane 5 was to be `write`, and was nothing"],
    });
    expect(await fails(`run work\n expect order write`)).toMatchObject({ seen: "no lane ran" });
  });

  it("[L-30] never", async () => {
    await expectPass(`run work\n write lands "n"\n expect never judge\n expect never publish`);
    expect(await fails(`${whole} expect never judge`)).toMatchObject({ seen: "`judge` ran in round 2" });
    expect(await fails(`${whole} expect never work`)).toMatchObject({ seen: "`work` is what was run" });
  });

  it("[L-30] recovery", async () => {
    await expectPass(`run write\n write fails "no"\n expect recovery retry`);
    await expectPass(`run write\n write refuses "no"\n expect recovery clarify`);
    expect(await fails(`run write\n write refuses "no"\n expect recovery retry`)).toEqual({
      seen: "open: `clarify`",
      details: ["lane 1: refusal: no (recovery: clarify)"],
    });
    expect(await fails(`run write\n write lands "n"\n expect recovery retry`)).toMatchObject({
      seen: "no recovery is open; status completed (goal_met)",
    });
  });

  it("[L-30] written", async () => {
    await expectPass(`run write\n write lands "n"\n expect written "notes/note.txt"`);
    expect(await fails(`run write\n write lands "n"\n expect written "notes/page.txt"`)).toMatchObject({
      seen: "written: `notes/note.txt`",
    });
    expect(await fails(`run gather\n gather returns "f"\n expect written "notes/page.txt"`)).toMatchObject({
      seen: "nothing was written",
    });
  });
});
