import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

/** A judge sends the writer on; `extra` leads nowhere near the goal. */
const members = `
artifact draft at "draft.md"
artifact extra at "extra.md"
evidence findings
verdict adequacy: "enough" | "thin"

playbook research { intent "Find out" returns findings prompt "Find out." }
playbook judge { intent "Judge" requires findings returns adequacy prompt "Is {{ findings }} enough?" }
playbook draft-write { intent "Write" requires adequacy == "enough" outputs draft prompt "Write." }
playbook extra-write { intent "Write more" requires adequacy outputs extra prompt "Write." }
`;

const composite = (clauses: string): string => `${members}
playbook drafting {
  intent "See the draft through"
  admits extra-write, draft-write, judge, research
${clauses}
}
`;

describe("LB5005 rounds-missing", () => {
  it("[L-15] wants `rounds` of a composite", async () => {
    expect(await told(composite("  until landed draft"))).toEqual([
      "LB5005 «drafting» `drafting` has no ceiling on its rounds",
    ]);
  });

  it("[L-15] is content with any", async () => {
    expect(await told(composite("  until landed draft\n  limits { lanes 2  rounds 6 }"))).toEqual([]);
  });

  it("[L-15] points at limits that lack them", async () => {
    expect(await told(composite("  until landed draft\n  limits { lanes 2 }"))).toEqual([
      "LB5005 «limits» `drafting` has no ceiling on its rounds",
    ]);
  });

  it("[L-15] asks nothing of a playbook that admits nothing", async () => {
    expect(await told(members)).toEqual([]);
  });

  it("[L-15] writes twice the turns on the shortest way to the goal", async () => {
    expect(await mended(composite("  until landed draft"))).toBe(
      composite("  until landed draft\n  limits { rounds 6 }"),
    );
  });

  it("[L-15] takes the landing of every family for the goal where there is no `until`", async () => {
    expect(await mended(composite("  select first"))).toBe(
      composite("  select first\n  limits { rounds 8 }"),
    );
  });

  it("[L-15] takes the nearer of two alternatives", async () => {
    expect(await mended(composite('  until landed draft or adequacy == "thin"'))).toContain(
      "limits { rounds 4 }",
    );
  });

  it("[L-15] writes into the limits that stand there", async () => {
    expect(await mended(composite("  until landed draft\n  limits { lanes 2 }"))).toContain(
      "limits { rounds 6 lanes 2 }",
    );
    expect(await mended(composite("  until landed draft\n  limits {\n    lanes 2\n  }"))).toContain(
      "limits { rounds 6\n    lanes 2\n  }",
    );
  });

  it("[L-35] counts the turns of a fan-out by its lanes", async () => {
    const source = `
artifact intake at "intake.json" given { entries: string[] }
artifact note at "notes/{entry}.md"

playbook noting {
  intent "Note every entry"
  admits note-write each entry in intake.entries max 20
  limits { lanes 4 }
}

playbook note-write { intent "Write a note" input entry: string outputs note prompt "Note {{ entry }}." }
`;
    expect(await mended(source)).toContain("limits { rounds 10 lanes 4 }");
  });

  it("[L-34] says nothing where the limits could not be read", async () => {
    const lines = await told(composite("  until landed draft\n  limits { round 6 }"));
    expect(lines.map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });

  it("[L-34] says nothing of a playbook on a circle", async () => {
    const source = 'playbook a { intent "Go round" admits a }';
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB4018"]);
  });
});
