import { describe, expect, it } from "vitest";
import { play } from "../../support/play.js";

/** Four members that return evidence and conflict with nobody, and one that needs no script. */
const program = (more: string) => `
evidence notes
artifact stamp at "stamp.txt"
playbook a { intent "A"  returns notes  prompt "A." }
playbook b { intent "B"  returns notes  prompt "B." }
playbook c { intent "C"  requires count(notes) >= 2  returns notes  prompt "C {{ notes }}." }
playbook plain {
  intent "Needs no model"
  returns notes
  do { return notes from "plain" }
}
playbook all {
  intent "All"
  admits a, b, c, plain
  limits { rounds 20  ${more} }
}
`;

const expectPass = async (source: string, lines: string) => {
  const result = await play(source, lines);
  expect(result.text).toBe("✓ it\n");
  return result;
};

describe("who chooses where nothing is chosen", () => {
  it("[L-31] the least recently run members that have script left, or need none and have not run; ties go by their place", async () => {
    await expectPass(
      program(""),
      `run all
       a returns "a1" then "a2" then "a3"
       b returns "b1" then "b2"
       c returns "c1"
       expect order a, b, c, plain, a, b, a
       expect stopped chose_to_stop`,
    );
  });

  it("[L-31] as many as `lanes`", async () => {
    const result = await expectPass(
      program("lanes 3"),
      `run all
       a returns "a1" then "a2"
       b returns "b1"
       expect rounds == 2
       expect order a, b, plain, a`,
    );
    expect(result.told).toContain("chosen: a, b, plain");
  });

  it("[L-31] it stops when none is left, and says so", async () => {
    const result = await expectPass(
      program(""),
      `run all\n expect order plain\n expect stopped chose_to_stop`,
    );
    expect(result.told).toContain("chose to stop: no eligible member has script left");
  });

  it("[L-31] script that nobody eligible has is left over", async () => {
    await expectPass(program(""), `run all\n c returns "c1"\n expect never c\n expect order plain`);
  });

  it("[L-31] `select first` and `select all` choose by themselves", async () => {
    const first = program("").replace(
      'intent "All"',
      'intent "All"\n  select first\n  until count(notes) == 3',
    );
    await expectPass(
      first,
      `run all\n a returns "a1"\n b returns "b1"\n c returns "c1"\n expect order a, b, c\n expect stopped goal_met`,
    );
    const every = program("lanes 4").replace(
      'intent "All"',
      'intent "All"\n  select all\n  until count(notes) == 3',
    );
    await expectPass(
      every,
      `run all\n a returns "a1"\n b returns "b1"\n expect rounds == 1\n expect order a, b, plain`,
    );
  });

  it("[L-31] a member that is called by `select first` past its script fails the scenario", async () => {
    const first = program("").replace('intent "All"', 'intent "All"\n  select first');
    const result = await play(first, `run all\n a returns "a1"`);
    expect(result.messages).toEqual(["`b` was called for `notes`, and no line says what it gives"]);
  });
});

describe("a run that never comes to rest", () => {
  it("[L-31] fails the scenario", async () => {
    const endless = `
evidence notes
playbook again {
  intent "Again and again"
  returns notes
  do { return notes from "again" }
}
playbook forever {
  intent "For ever"
  admits again
  select first
  limits { rounds 1_000_000 }
}
`;
    const result = await play(endless, `run forever`, { mostAnswers: 50 });
    expect(result.failures.map(({ kind, message, details }) => [kind, message, details])).toEqual([
      [
        "restless",
        "the run never comes to rest",
        ["it answers itself without end: give it a ceiling, or scripts that end"],
      ],
    ]);
    expect(result.view?.rounds).toBe(50);
  });
});

describe("the same again", () => {
  it("[L-31] the same scenario gives the same result twice", async () => {
    const lines = `run all\n a returns "a1" then "a2"\n b fails "no" then returns "b1"\n after 1h\n expect count(notes) == 7`;
    const [one, two] = [await play(program("lanes 2"), lines), await play(program("lanes 2"), lines)];
    expect(one).toEqual(two);
    expect(JSON.parse(JSON.stringify(one.transcript))).toEqual(one.transcript);
    expect(one.passed).toBe(false);
  });

  it("tells what was gone through, for the coverage of all scenarios", async () => {
    const result = await play(program(""), `run all\n a returns "a1" then "a2"\n c returns "c1"`);
    expect(result.coverage).toEqual({
      playbooks: ["a", "c", "plain"],
      requires: { c: { held: true, failed: true } },
      verdicts: {},
      stopReasons: ["chose_to_stop"],
    });
  });
});
