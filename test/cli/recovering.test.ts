import { describe, expect, it } from "vitest";
import { commandsIn, inFolder, viewIn } from "./in-folder.js";
import { addFiles, example, project, steady } from "./projects.js";

const settings = {
  "laban.config.json": `{ "models": { "default": { "provider": "script", "file": "r.yaml" } } }`,
};
const review = `
  namespace review
  evidence notes
  verdict judgement { outcome: "good" | "bad" }
  artifact report at "report.md"
  playbook all {
    intent "Review"
    admits collect, judge, write
    until landed report
    select model
    limits { rounds 9  lanes 2 }
  }
  playbook collect { intent "Collect"  returns notes  prompt "Collect the notes." }
  playbook judge { intent "Judge"  returns judgement  prompt "Judge it." }
  playbook write { intent "Write"  requires judgement.outcome == "good"  outputs report  prompt "Write it." }
`;

/** The printed commands that have \`word\` in them, as they are. */
function printed(text: string, word: string): readonly string[] {
  const command = commandsIn(text).find((words) => words.includes(word));
  expect(command).toBeDefined();
  return command ?? [];
}

describe("what is printed where something stopped", () => {
  it("[R-50] names each stop, the selector's too, and works when it is pasted", async () => {
    const folder = project({
      ...settings,
      "a.playbook": review,
      "r.yaml": "playbooks: { all: [{ chooses: [collect, judge] }], collect: [Noted] }",
    });
    const run = inFolder(folder);
    const stopped = await run("run", "all", "--no-input");
    expect(stopped.code).toBe(4);
    expect(viewIn(await run("show", "last", "--json")).stops).toHaveLength(2);
    const which = await run("resume", "last");
    expect(which.code).toBe(2);
    expect(which.stderr).toMatch(/- --lane 2 {2}judge: `r.yaml` has no reply .* \(configure\)\n/);
    expect(which.stderr).toMatch(/- --lane selector {2}the selector failed: .* \(retry\)\n/);

    const mend = (choices: string): void => {
      addFiles(folder, {
        "r.yaml": `playbooks: { all: [{ chooses: [collect, judge] }, ${choices}], collect: [Noted, More], judge: [{ returns: { outcome: good } }], write: [Done] }`,
      });
    };
    mend("{ chooses: [collect] }");
    expect((await run(...printed(stopped.stderr, "selector"))).stderr).toContain("collect returned");
    expect(viewIn(await run("show", "last", "--json"))).toMatchObject({ status: "paused", rounds: 2 });
    mend("{ chooses: [collect] }, { chooses: [write], always: true }");
    expect(await run(...printed(stopped.stderr, "2"))).toMatchObject({ code: 0 });
  });

  it("[R-53] where every member failed for good, one command tries all of them again", async () => {
    const folder = project({
      ...settings,
      "a.playbook": `
        evidence a  evidence b
        playbook all { intent "All"  admits one, two  until a and b  select all  limits { rounds 9  lanes 2 } }
        playbook one { intent "One"  returns a  once  limits { failures 1 }  prompt "One." }
        playbook two { intent "Two"  returns b  once  limits { failures 1 }  prompt "Two." }`,
      "r.yaml": "playbooks: { one: [{ fails: down }, One], two: [{ fails: down }, Two] }",
    });
    const run = inFolder(folder);
    const stopped = await run("run", "all");
    expect(stopped.code).toBe(4);
    expect(await run(...printed(stopped.stderr, "resume"))).toMatchObject({ code: 0 });
  });

  it("[R-37] a run that only a new one can follow says how that is started, with its inputs", async () => {
    const folder = project({
      ...settings,
      "a.playbook": `
        artifact note at "note.md"
        playbook write {
          intent "Write"  input topic: text  input pages: integer  outputs note  prompt "On {{ topic }}, {{ pages }}." }`,
      "r.yaml": "playbooks: { write: [{ fails: it is too long, category: limit }, { lands: Rain. }] }",
    });
    const run = inFolder(folder);
    const failed = await run("run", "write", "--input", "topic=@@home it's", "--input", "pages=3");
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`laban run write --input 'topic=@@home it'\\''s' --input pages=3\n`);
    expect((await run("resume", "last")).stderr).toContain("laban run write --input");
  });

  it("[R-39] what was asked of a model is told on lines of its own, and a refusal in its first", async () => {
    const folder = project({
      ...settings,
      "a.playbook": `artifact note at "note.md"  playbook write { intent "Write"  outputs note  prompt "First line.\\nSecond line." }`,
      "r.yaml": `playbooks: { write: [{ refuses: "I may not.\\nIt is private." }] }`,
    });
    const run = inFolder(folder);
    expect((await run("run", "write")).stderr).toContain("I may not.\n    It is private.\n");
    expect((await run("resume", "last")).stderr).toContain("evaluated afresh: I may not. …\n");
  });
});

describe("a reply that was missing", () => {
  it("[R-2] is asked for again under the same number, once the script is right", async () => {
    const folder = project({
      ...settings,
      "a.playbook": `artifact note at "note.md"  playbook write { intent "Write"  outputs note  prompt "Write." }`,
      "r.yaml": "playbooks: {}",
    });
    const run = inFolder(folder);
    const stopped = await run("run", "write");
    expect(stopped).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("no reply for call 1 of `write`"),
    });
    addFiles(folder, { "r.yaml": "playbooks: { write: [Rain.] }" });
    expect(await run(...printed(stopped.stderr, "resume"))).toMatchObject({ code: 0 });
  });
});

describe("a run that stands in the way", () => {
  it("[R-36] is named with what finishes it, ends it, or lets another run beside it", async () => {
    const folder = example("pricing");
    const run = inFolder(folder);
    const words = ["run", "price-list-produce", "--input", "product=X", "--no-input"];
    await run(...words);
    const refused = await run(...words);
    expect(refused.code).toBe(1);
    expect(steady(refused.stderr))
      .toBe(`error: the key \`pricing.price-list-produce\`, by which requests are known to be about the same, is taken: run \`<run>\` is waiting
  - to answer it: laban answer <run> w1 --set free-tier=…
  - to end it: laban cancel <run>
  - to run beside it, as something of its own: --key NAME
`);
    expect(await run(...words, "--dry-run", "--key", "other")).toMatchObject({ code: 3 });
    expect(await run(...words, "--dry-run")).toMatchObject({ code: 3 });
    expect(await run(...printed(refused.stderr, "cancel"))).toMatchObject({ code: 0 });
    expect(await run(...words)).toMatchObject({ code: 3 });
  });

  it("[R-37] that has stopped is named with its recovery", async () => {
    const folder = project({
      ...settings,
      "a.playbook": `artifact note at "note.md"  playbook write { intent "Write"  outputs note  prompt "Write." }`,
      "r.yaml": "playbooks: { write: [{ fails: down }, Rain.] }",
    });
    const run = inFolder(folder);
    await run("run", "write");
    const refused = await run("run", "write");
    expect(steady(refused.stderr)).toContain("  - tries again: laban resume <run>\n");
    expect(await run(...printed(refused.stderr, "resume"))).toMatchObject({ code: 0 });
  });
});

describe("a stop says why", () => {
  it("[R-53] where nothing is eligible: each member, and why it may not run", async () => {
    const folder = project({
      "laban.config.json": `{
        "models": { "default": { "provider": "script", "file": "r.yaml" } },
        "rules": { "LB4012": "off" }
      }`,
      "a.playbook": `
        evidence notes  evidence more
        verdict judgement: "good" | "bad"
        playbook all { intent "All"  admits collect, judge, add  until more  select all  limits { rounds 9 } }
        playbook collect { intent "Collect"  returns notes  once  prompt "Collect." }
        playbook judge { intent "Judge"  requires notes  returns judgement  once  prompt "Judge." }
        playbook add {
          intent "Add"  requires judgement == "good" or judgement in ["good"]  returns more  prompt "Add." }`,
      "r.yaml": "playbooks: { collect: [Noted], judge: [{ returns: bad }] }",
    });
    const run = inFolder(folder);
    const told = `the board at its end
  not yet   collect
            it runs once, and has returned
  not yet   judge
            it runs once, and has returned
  not yet   add
            \`judgement\` is "bad"`;
    const ended = await run("run", "all");
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(told);
    expect((await run("show", "last")).stdout).toContain(told);
  });

  it("[R-53] where the goal held before the first round: what was there", async () => {
    const folder = example("market-analysis");
    const run = inFolder(folder);
    const words = ["run", "market-analysis", "--input", "brief=Bakeries in Lyon"];
    expect(await run(...words)).toMatchObject({ code: 0 });
    const again = await run(...words);
    expect(again.code).toBe(0);
    expect(again.stderr.replaceAll(/\s+/g, " ")).toContain(
      "`until` held already before the first round: `market/snapshot.json` was there, whatever its inputs are (`{brief}` in `at` makes one document for each `brief`)",
    );
  });
});

describe("runs that look alike", () => {
  const files = {
    ...settings,
    "a.playbook": `
      wait Go { class intervention  answer boolean }
      evidence notes  evidence looked
      playbook review {
        intent "Review"  input pr: integer  input why: text  key pr
        admits look, ask-it  until notes and looked  select all  limits { rounds 9 lanes 2 }
      }
      playbook look { intent "Look"  returns looked  once  prompt "Look." }
      playbook ask-it {
        intent "Ask"  returns notes
        do { ask Go "May I?" as allowed  generate notes { prompt "Note." } }
      }`,
    "r.yaml":
      "playbooks: { look: [{ returns: Looked, always: true }], ask-it: [{ returns: Noted, always: true }] }",
  };

  it("are told apart by their keys and inputs", async () => {
    const run = inFolder(project(files));
    await run("run", "review", "--input", "pr=41", "--input", "why=It is late.");
    await run("run", "review", "--input", "pr=42", "--input", "why=It is late.", "--dry-run");
    const { stdout } = await run("runs");
    expect(stdout).toMatch(
      /^run_\w+ {2}waiting {2}review .* dry run · key 42 · pr: 42, why: "It is late\."$/m,
    );
    expect(stdout).toMatch(/ {2}key 41 · pr: 41, why: "It is late\."$/m);
    expect((await run("show", "last")).stdout).toMatch(/^ {2}key +review\/42$/m);
  });

  it("[R-21] a round that only goes on with an answer has no number of its own", async () => {
    const run = inFolder(project(files));
    await run("run", "review", "--input", "pr=41", "--input", "why=x");
    const answered = await run("answer", "last", "yes");
    expect(answered).toMatchObject({ code: 0, stderr: expect.stringContaining("1 round ") });
    const { stdout } = await run("show", "last");
    expect(stdout).toContain("lanes\n  round 1\n");
    expect(stdout).toContain("  after round 1\n");
    expect(stdout).toContain("ask-it, after round 1, lane ");
    expect(stdout).not.toContain("round 2");
  });
});
