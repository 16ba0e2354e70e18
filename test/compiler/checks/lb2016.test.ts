import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const member = `
artifact draft at "draft.md"

playbook draft-write {
  intent "Write the draft"
  outputs draft
  prompt "Write the draft."
}
`;

const composite = (clauses: string): string => `${member}
playbook drafting {
  intent "See the draft through"
  admits draft-write
  limits { rounds 5 }
${clauses}
}
`;

const ordinary = (clauses: string): string => `
artifact draft at "draft.md"

playbook draft-write {
  intent "Write the draft"
  outputs draft
${clauses}
}
`;

describe("LB2016 clauses-of-its-kind", () => {
  it("[L-15] accepts an ordinary playbook with a body and a composite without one", async () => {
    expect(await told(composite("until landed draft select all"))).toEqual([]);
  });

  it("[L-15] wants an intent, and offers one made of the name", async () => {
    const source = 'evidence notes\nplaybook note-taking {\n  returns notes\n  prompt "Take notes."\n}\n';
    expect(await told(source)).toEqual(["LB2016 «note-taking» `note-taking` has no `intent`"]);
    expect(await mended(source)).toContain('playbook note-taking {\n  intent "Note taking"\n  returns notes');
  });

  it("[L-15] wants an intent that says something", async () => {
    expect(await told('evidence e\nplaybook p { intent " " returns e prompt "Go." }')).toEqual([
      'LB2016 «" "» the `intent` of `p` says nothing',
    ]);
  });

  it("[L-15] wants a body of an ordinary playbook", async () => {
    expect(await told(ordinary(""))).toEqual(["LB2016 «draft-write» `draft-write` has no body"]);
  });

  it("[L-34] says of an empty playbook one thing", async () => {
    expect(await told("playbook p { }")).toEqual(["LB2016 «p» `p` is empty"]);
  });

  it.each([
    ["outputs", "outputs draft"],
    ["returns", "returns notes"],
    ["writes", 'writes "drafts/**"'],
    ["uses", "uses look"],
    ["offers", "offers Question"],
    ["prompt", 'prompt "Write it."'],
    ["do", 'do { advise "Soon." }'],
  ])("[L-15] refuses `%s` in a composite", async (name, clause) => {
    const source = `${composite(clause)}
evidence notes
wait Question { class intervention answer text }
tool look { input { at: string } output text }
playbook others { intent "Use the rest" returns notes uses look offers Question prompt "Look." }
`;
    expect(await told(source)).toEqual([
      `LB2016 «${name}» \`drafting\` is composite and has no \`${name}\` of its own`,
    ]);
  });

  it("[L-34] takes several clauses of the wrong kind for one fault, and takes them all out", async () => {
    const source = composite('  outputs draft\n  prompt "Write it."');
    expect(await told(source)).toEqual([
      "LB2016 «outputs» `drafting` is composite and has no `outputs` of its own",
    ]);
    expect(await mended(source)).toBe(composite("").replace("\n\n}", "\n}"));
  });

  it.each([
    ["until", "until landed draft"],
    ["ends", 'ends "enough" when landed draft'],
    ["select", "select all"],
    ["rounds", "limits { rounds 3 duration 1h }"],
    ["lanes", "limits { lanes 2 }"],
  ])("[L-15] refuses `%s` where nothing is admitted", async (name, clause) => {
    expect(await told(ordinary(`${clause} prompt "Write it."`))).toEqual([
      `LB2016 «${name}» \`${name}\` belongs to a composite, and \`draft-write\` admits nothing`,
    ]);
  });

  it("[L-15] allows the other limits everywhere", async () => {
    expect(await told(ordinary('limits { duration 1h attempts 2 tokens 1000 } prompt "Write it."'))).toEqual(
      [],
    );
  });

  it("[L-34] takes a goal without members and without a body for one fault", async () => {
    const lines = await told('evidence e\nplaybook p { intent "Go" until e limits { rounds 3 } }');
    expect(lines).toEqual(["LB2016 «until» `until` belongs to a composite, and `p` admits nothing"]);
  });

  it("[L-15] takes `rounds` alone out of the limits", async () => {
    const source = ordinary('  limits { rounds 3  duration 1h }\n  prompt "Write it."');
    expect(await mended(source)).toBe(ordinary('  limits { duration 1h }\n  prompt "Write it."'));
  });

  it("[L-16] refuses a prompt that nothing comes of", async () => {
    expect(await told('playbook p { intent "Go" prompt "Go." }')).toEqual([
      "LB2016 «prompt» the prompt of `p` generates nothing",
    ]);
  });

  it("[L-15] wants a prompt of a model step, and questions of `together`", async () => {
    expect(await told(ordinary("do { together { } generate draft { attempts 2 } }"))).toEqual([
      "LB2016 «together» `together` asks nothing",
      "LB2016 «draft» `generate draft` has no `prompt`",
    ]);
  });

  it("[L-22] wants the class of a wait", async () => {
    const use = 'playbook p { intent "Go" do { ask W "Well?" } }';
    expect(await told(`wait W { answer text }\n${use}`)).toEqual(["LB2016 «W» `W` has no `class`"]);
  });

  it.each(["answer text", "declinable"])("[L-22] refuses `%s` where the clock answers", async (clause) => {
    const use = 'playbook p { intent "Go" do { ask W "Later" in 1h } }';
    const [name] = clause.split(" ");
    expect(await told(`wait W { class schedule ${clause} }\n${use}`)).toEqual([
      `LB2016 «${clause}» \`W\` is of class schedule and has no \`${String(name)}\``,
    ]);
    expect(await mended(`wait W { class schedule ${clause} }\n${use}`)).toContain(
      "wait W { class schedule }",
    );
  });

  describe("per", () => {
    const fanOut = (entry: string): string => `
artifact intake at "intake.json" given { entries: string[] }
verdict review per entry: "ok" | "changes"

playbook checking {
  intent "Check every entry"
  admits ${entry}
  until every review
  limits { rounds 9 }
}

playbook review-entry {
  intent "Review one entry"
  input entry: string
  returns review
  prompt "Review {{ entry }}."
}
`;

    it("[L-36] accepts a verdict of an instance that is kept by its key", async () => {
      expect(await told(fanOut("review-entry each entry in intake.entries max 4"))).toEqual([]);
    });

    it("[L-36] refuses one of a member that is no instance, beside members that are", async () => {
      const source = `${fanOut("review-all, review-entry each entry in intake.entries max 4")}
playbook review-all {
  intent "Review all at once"
  returns review
  prompt "Review all."
}
`;
      expect(await told(source)).toEqual([
        "LB2016 «review» `review` is kept per `entry`, and `review-all` is not admitted as `each entry`",
      ]);
    });

    it("[L-34] leaves it to `per` where no member is an instance", async () => {
      const lines = await told(
        fanOut("review-entry").replace("input entry: string", 'input entry: string = "all"'),
      );
      expect(lines).toEqual(["LB2001 «entry» unknown fan-out `entry`"]);
    });

    it("[L-36] says nothing of a playbook that nobody admits", async () => {
      const source = `${fanOut("review-entry each entry in intake.entries max 4")}
playbook review-alone {
  intent "Review one entry"
  returns review
  prompt "Review it."
}
`;
      expect(await told(source)).toEqual([]);
    });

    it("[L-34] says nothing where the fan-out has a member that is not known", async () => {
      const lines = await told(fanOut("review-entri each entry in intake.entries max 4"));
      expect(lines.map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
    });

    it("[L-36] passes the key on through a composite in between", async () => {
      const source = `${fanOut("inner each entry in intake.entries max 4")}
playbook inner {
  intent "Review one entry, in rounds"
  input entry: string
  admits review-entry
  limits { rounds 3 }
}
`;
      expect(await told(source)).toEqual([]);
    });
  });

  it("[L-29] wants one start of a scenario", async () => {
    const source = (lines: string): string => `${member}\nscenario "s" { ${lines} }`;
    expect(await told(source("expect absent draft"))).toEqual(['LB2016 «"s"» the scenario starts nothing']);
    expect(await told(source('run draft-write loop "all" { rounds 2 } draft-write lands "x"'))).toEqual([
      'LB2016 «loop "all" { rounds 2 }» the scenario starts a second time',
    ]);
  });

  it("[L-34] says nothing about a playbook that could not be read", async () => {
    expect(
      (await told('evidence e\nplaybook p { intnt "Go" returns e }')).map((line) => line.slice(0, 6)),
    ).toEqual(["LB2001"]);
  });
});
