import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { golden, inFolder, viewIn } from "./in-folder.js";
import { addFiles, example, project, steady } from "./projects.js";
import { screen } from "./screen.js";

const brief = "brief=Bakeries in Lyon";
const market = ["run", "top_down.market-analysis", "--input", brief];

describe("laban run", () => {
  it("[R-23] runs the first example to its landing, and says how it ended and what came of it", async () => {
    const folder = example("market-analysis");
    const ended = await inFolder(folder)(...market);
    await golden(market, ended, folder, "run-market");
    expect(JSON.parse(readFileSync(join(folder, "market/snapshot.json"), "utf8"))).toMatchObject({
      segments: ["households", "offices", "hotels"],
    });
  });

  it("[R-8] a dry run writes nothing to the workspace, and says what it would land", async () => {
    const folder = example("market-analysis");
    const ended = await inFolder(folder)(...market, "--dry-run");
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("dry run: nothing is written to the workspace");
    expect(ended.stderr).toContain("would land\n  market/snapshot.json");
    expect(existsSync(join(folder, "market/snapshot.json"))).toBe(false);
  });

  it("gives a program the whole run with `--json`", async () => {
    const ended = await inFolder(example("market-analysis"))(...market, "--json");
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ version: 1, exit: 0, interrupted: false });
    expect(viewIn(ended)).toMatchObject({ status: "completed", stopReason: "goal_met", goalHolds: true });
  });

  const refusals: readonly (readonly [string, readonly string[]])[] = [
    ["an unknown playbook", ["run", "top_down.market-anlysis", "--input", brief]],
    ["an unknown input", ["run", "market-analysis", "--input", "breif=x"]],
    ["a missing input", ["run", "market-analysis"]],
    ["an input of another type", ["run", "market-analysis", "--inputs", "number.json"]],
    ["an unknown option", ["run", "market-analysis", "--inptu", brief]],
  ];
  it.each(refusals)("%s is refused with 2, and nothing is recorded", async (name, words) => {
    const folder = example("market-analysis");
    addFiles(folder, { "number.json": `{ "brief": 12 }` });
    const ended = await inFolder(folder)(...words);
    expect(ended.code).toBe(2);
    await golden(words, ended, folder, `run-refused-${name.replaceAll(" ", "-")}`);
    expect((await inFolder(folder)("runs", "--json")).stdout).toContain(`"runs": []`);
  });

  it("playbooks with an error are not run: the error is shown", async () => {
    const folder = project({ "a.playbook": `playbook a { intent "A" outputs b prompt "A." }` });
    expect(await inFolder(folder)("run", "a")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/error LB2001.*\n[\s\S]*error: the playbooks have 1 error\n/),
    });
  });

  it.each([
    ["an unknown name", `scenario "s" { run wriet  expect stopped goal_met }`],
    ["a syntax error", `scenario "s" { run write  expect expect }`],
  ])("[L-31] %s in a scenario keeps no playbook from running, and is told", async (_, scenario) => {
    const folder = project({
      "laban.config.json": `{ "models": { "default": { "provider": "script", "file": "r.yaml" } } }`,
      "r.yaml": "playbooks: { write: [Rain.] }",
      "a.playbook": `artifact note at "note.md"  playbook write { intent "Write"  outputs note  prompt "Write." }`,
      "tests.playbook": `import { write } from "./a.playbook"  ${scenario}`,
    });
    const ended = await inFolder(folder)("run", "write");
    expect(ended.stderr).toMatch(
      /^scenarios have 1 error, which keeps no playbook from running: `laban check`\n/,
    );
    expect(ended.code).toBe(0);
    expect(await inFolder(folder)("test")).toMatchObject({ code: 1 });
    expect(await inFolder(folder)("check")).toMatchObject({ code: 1 });
  });

  it("[L-43] a run whose tools and models are not bound is refused with 2, naming each", async () => {
    const folder = example("market-analysis");
    addFiles(folder, { "laban.config.json": "{}" });
    const ended = await inFolder(folder)(...market);
    expect(ended.code).toBe(2);
    await golden(market, ended, folder, "run-not-bound");
    expect((await inFolder(folder)("runs")).stderr).toBe("there is no run\n");
  });

  it("[R-37] a playbook whose requirements do not hold is refused, and nothing is recorded", async () => {
    const folder = project({
      "laban.config.json": `{ "models": { "default": { "provider": "script", "file": "r.yaml" } } }`,
      "r.yaml": "playbooks: { judge: [{ returns: good, always: true }] }",
      "a.playbook": `
        artifact brief at "brief.md" given
        evidence notes
        verdict judgement: "good" | "bad"
        playbook collect { intent "Collect"  returns notes  prompt "Collect." }
        playbook judge { intent "Judge"  requires landed brief and notes  returns judgement  prompt "Judge." }
        playbook sum-up { intent "Sum up"  requires landed brief  returns notes  prompt "Sum up." }
        playbook all { intent "All"  admits collect, judge  until judgement == "good"  limits { rounds 3 } }`,
    });
    const run = inFolder(folder);
    expect(await run("run", "judge")).toMatchObject({
      code: 1,
      stderr: `error: \`judge\` cannot run: \`brief\` is not landed and \`notes\` is not there yet; nothing was started
  - \`all\` admits it, with others that it may need
`,
    });
    expect(await run("run", "sum-up")).toMatchObject({ code: 1, stdout: "" });
    expect((await run("runs", "--json")).stdout).toContain(`"runs": []`);
  });

  it("a script that is not there or not right is told at its place", async () => {
    const folder = example("market-analysis");
    addFiles(folder, { "replies.yaml": "playbooks:\n  market-research:\n    - retruns: x\n" });
    const ended = await inFolder(folder)(...market);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/replies\.yaml:3:/);
    addFiles(folder, {
      "laban.config.json": `{ "models": { "default": { "provider": "script", "file": "no.yaml" } } }`,
    });
    expect(await inFolder(folder)(...market)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the script `no.yaml` cannot be read"),
    });
  });

  it("[R-37] a stop names the line of the playbook, and the recovery that is open; resuming takes it", async () => {
    const folder = example("market-analysis");
    const replies = readFileSync(join(folder, "replies.yaml"), "utf8");
    addFiles(folder, {
      "replies.yaml": replies.replace(
        / {4}- returns: \|\n {8}Competitors[^\n]*\n/,
        `    - refuses: I may not look.\n`,
      ),
    });
    const run = inFolder(folder);
    const ended = await run(...market);
    expect(ended.code).toBe(4);
    await golden(market, ended, folder, "run-paused");
    expect(ended.stderr).toContain("at market.playbook:46");
    expect(await run("resume", "last")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs more said"),
    });
    addFiles(folder, { "replies.yaml": replies });
    expect((await run("resume", "last", "--text", "You may.")).stderr).toContain("market-research");
  });
});

describe("asking the person at the terminal", () => {
  it("[R-27] a clarification is answered at the prompt, and the run goes on", async () => {
    const folder = example("pricing");
    const words = ["run", "pricing.price-list-produce", "--input", "product=A calendar"];
    const ended = await inFolder(folder, { typed: ["perhaps", "2"] })(...words);
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("Should there be a free tier?");
    const list = JSON.parse(readFileSync(join(folder, "pricing/price-list.json"), "utf8"));
    expect(list).toHaveProperty("currency");
    const landed = viewIn(await inFolder(folder)("show", "last", "--json")).landings[0];
    expect(landed?.exchange).toMatchObject([{ ref: "free-tier", answer: "while in beta", delegated: false }]);
  });

  it("[R-28] ctrl-d declines, and what was open shows as an assumption of the landing", async () => {
    const folder = example("pricing");
    const run = inFolder(folder, { typed: ["^D"] });
    const ended = await run("run", "price-list-produce", "--input", "product=A calendar");
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("assumed:");
  });

  it("`/cancel` ends the run, and nothing is written", async () => {
    const folder = example("pricing");
    const ended = await inFolder(folder, { typed: ["/cancel"] })(
      "run",
      "price-list-produce",
      "--input",
      "product=X",
    );
    expect(ended.code).toBe(1);
    expect(existsSync(join(folder, "pricing/price-list.json"))).toBe(false);
  });

  it("[R-31] several waits are asked in turn, objects field by field; `/later` leaves one open", async () => {
    const folder = example("trip");
    const typed = ["45.76", "4.83", "Lyon", "/later", "a forest", "x", "150"];
    const ended = await inFolder(folder, { typed })("run", "weekend-plan");
    expect(ended.code).toBe(3);
    const view = viewIn(await inFolder(folder)("show", "last", "--json"));
    expect(view.waits.filter((wait) => wait.status === "open").map((wait) => wait.as)).toEqual(["ana"]);
  });

  it("[R-48] with `--no-input` nobody is asked, though somebody is there", async () => {
    const folder = example("pricing");
    const run = inFolder(folder, { typed: ["none"] });
    const ended = await run("run", "price-list-produce", "--input", "product=X", "--no-input");
    expect(ended.code).toBe(3);
    expect(ended.stderr).not.toContain("›");
  });

  it("a model that is a person is asked what a model would be", async () => {
    const folder = project({
      "laban.config.json": `{ "models": { "default": { "provider": "person" } } }`,
      "a.playbook": `
        artifact note at "note.md"
        playbook write { intent "Write" outputs note prompt "Write a note about rain." }`,
    });
    const ended = await inFolder(folder, { typed: ["answer", "It rains."] })("run", "write");
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("Write a note about rain.");
    expect(readFileSync(join(folder, "note.md"), "utf8")).toContain("It rains.");
    expect(await inFolder(folder)("run", "write")).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("nobody is there to be asked"),
    });
  });
});

describe("an interview", () => {
  function offers(): string {
    return project({
      "laban.config.json": `{ "models": { "default": { "provider": "script", "file": "r.yaml" } } }`,
      "r.yaml": `playbooks: { offer-write: [{ lands: Dear., always: true }] }`,
      "a.playbook": `
        artifact offer at "offer.md"
        playbook offer-write {
          intent "Write an offer"
          input customer: text
          interview {
            tone: "formal" | "warm" ask "Which tone for {{ customer }}?"
            discount?: integer @minimum(0) @maximum(50) ask "What discount, in percent?"
          }
          outputs offer
          prompt "Offer for {{ customer }}, {{ tone }}, {{ discount ?? 0 }}"
        }`,
    });
  }

  it("[L-39] is asked before the run begins; only what does not fit is asked again", async () => {
    const folder = offers();
    const ended = await inFolder(folder, { typed: ["2", "70", "10"] })(
      "run",
      "offer-write",
      "--input",
      "customer=Ada",
    );
    expect(ended.code).toBe(0);
    expect(screen(ended.stderr)).toContain(`tone ("formal" | "warm")
  Which tone for Ada?
  1) formal
  2) warm
› 2
discount (integer, may be left empty)
  What discount, in percent?
› 70
  not taken: the answer to \`interview\` does not fit
  - \`/discount\` must be <= 50, not 70
discount (integer, may be left empty)
  What discount, in percent?
› 10
`);
  });

  it("[R-48] waits where nobody is there, showing its questions, and is answered from outside", async () => {
    const folder = offers();
    const run = inFolder(folder);
    const words = ["run", "offer-write", "--input", "customer=Ada"];
    const ended = await run(...words);
    expect(ended.code).toBe(3);
    await golden(words, ended, folder, "run-interview");
    expect(await run("answer", "last", "--set", "tone=warm")).toMatchObject({ code: 0 });
  });
});

describe("answering from outside", () => {
  async function waiting(): Promise<string> {
    const folder = example("pricing");
    const ended = await inFolder(folder)("run", "price-list-produce", "--input", "product=X", "--no-input");
    expect(ended.code).toBe(3);
    return folder;
  }

  it("[R-48] the run waits, and says how it is answered", async () => {
    const folder = example("pricing");
    const words = ["run", "price-list-produce", "--input", "product=X", "--no-input"];
    const ended = await inFolder(folder)(...words);
    expect(ended.code).toBe(3);
    await golden(words, ended, folder, "run-waiting");
  });

  it("[R-27] wrong answers are refused, each named, and nothing is consumed", async () => {
    const folder = await waiting();
    const words = ["answer", "last", "--set", "free-teir=none"];
    const ended = await inFolder(folder)(...words);
    expect(ended.code).toBe(1);
    await golden(words, ended, folder, "answer-refused");
    expect(viewIn(await inFolder(folder)("show", "last", "--json")).status).toBe("waiting");
  });

  it("an answer is taken, and the run goes on to its end", async () => {
    const folder = await waiting();
    const words = ["answer", "last", "--set", "free-tier=none"];
    const ended = await inFolder(folder)(...words);
    expect(ended.code).toBe(0);
    await golden(words, ended, folder, "answer-taken");
    expect(await inFolder(folder)(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/waits for no answer: it is completed/),
    });
  });

  it("[R-27] one decision may be delegated, or all declined", async () => {
    for (const words of [
      ["--delegate", "free-tier"],
      ["--decline", "you decide"],
    ]) {
      const folder = await waiting();
      const ended = await inFolder(folder)("answer", "last", ...words);
      expect(ended.code).toBe(0);
      expect(ended.stderr).toContain("assumed:");
    }
  });

  it("[R-47] an answer that names no wait while several are open is refused, listing them", async () => {
    const folder = example("trip");
    const run = inFolder(folder);
    await run("run", "weekend-plan", "--no-input");
    expect((await run("answer", "last", "start", '{"latitude": 1, "longitude": 2, "label": "x"}')).code).toBe(
      3,
    );
    const words = ["answer", "last", '{"wish": "a forest", "budget": 150}'];
    const ended = await run(...words);
    expect(ended.code).toBe(2);
    await golden(words, ended, folder, "answer-which");
    expect(await run("answer", "last", "bob", "x")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("does not wait for `bob`; did you mean `bo`?"),
    });
    expect(await run("answer", "last", "bo", '{"wish": "a forest", "budget": "x"}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("`/budget` must be an integer"),
    });
    expect((await run("answer", "last", "bo", "--set", "wish=a forest", "--set", "budget=150")).code).toBe(3);
    expect((await run("answer", "last", "ana", "--decline", "surprise me")).code).toBe(3);
    expect(
      viewIn(await run("show", "last", "--json")).waits.filter((wait) => wait.status === "open"),
    ).toMatchObject([{ class: "schedule" }]);
  });

  it("[R-35] a cancelled run stays cancelled, and cancelling twice is one cancel", async () => {
    const folder = await waiting();
    const run = inFolder(folder);
    expect(steady((await run("cancel", "last")).stderr)).toBe("<run> is cancelled; nothing was landed\n");
    expect(await run("cancel", "last")).toMatchObject({ code: 0, stderr: expect.stringContaining("before") });
    expect(await run("answer", "last", "--set", "free-tier=none")).toMatchObject({ code: 1 });
    expect(await run("resume", "last")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is cancelled"),
    });
  });
});

describe("runs, and one of them", () => {
  it("are listed, shown and found by the beginning of their id", async () => {
    const folder = example("market-analysis");
    const run = inFolder(folder);
    expect((await run("runs")).stderr).toBe("nothing was run here yet\n");
    expect(await run("show", "last")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing was run"),
    });
    await run(...market);
    await golden(["runs"], await run("runs"), folder, "runs");
    await golden(["show", "last"], await run("show", "last"), folder, "show");
    const { id } = viewIn(await run("show", "last", "--json"));
    expect(viewIn(await run("show", id.slice(0, 20), "--json")).id).toBe(id);
    expect(viewIn(await run("show", id.slice(4, 20), "--json")).id).toBe(id);
    expect(await run("show", "run_zz")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no run"),
    });
    expect((await run("runs", "--status", "waiting")).stderr).toBe("no run is waiting\n");
    const journal = await run("show", "last", "--journal");
    expect(journal.stdout).toMatch(/^ 1 .* run\.started /);
    expect(journal.stdout).not.toContain("…");
    expect(journal.stdout).toContain("most of them family-run. Eleven opened last year");
    expect(journal.stderr).toBe("");
    expect(JSON.parse((await run("show", "last", "--journal", "--json")).stdout)).toHaveProperty("journal");
  });

  it("an ambiguous beginning is refused, listing what it begins", async () => {
    const folder = example("pricing");
    const run = inFolder(folder);
    await run("run", "price-list-produce", "--input", "product=X", "--no-input", "--key", "a");
    await run("run", "price-list-produce", "--input", "product=X", "--no-input", "--key", "b");
    expect(await run("show", "run")).toMatchObject({ code: 2, stderr: expect.stringContaining("2 runs") });
  });
});

describe("interrupting and going on", () => {
  it("[R-4] an interrupted run goes on from where it was, with everything or by its name", async () => {
    const folder = example("market-analysis");
    const interrupted = await inFolder(folder, { interruptAt: /round 2/ })(...market);
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toMatch(
      /interrupted: the run keeps all that it has\n {2}go on with laban resume run_/,
    );
    const words = ["resume"];
    const ended = await inFolder(folder)(...words);
    expect(ended.code).toBe(0);
    await golden(words, ended, folder, "resume-all");
    expect(await inFolder(folder)("resume")).toMatchObject({ code: 0, stderr: "nothing was interrupted\n" });
  });

  it("with `--json` everything that went on is one document", async () => {
    const folder = example("market-analysis");
    await inFolder(folder, { interruptAt: /round 2/ })(...market);
    const ended = await inFolder(folder)("resume", "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({
      version: 1,
      exit: 0,
      runs: [{ exit: 0, interrupted: false, run: { status: "completed" } }],
    });
    expect(JSON.parse((await inFolder(folder)("resume", "--json")).stdout)).toEqual({
      version: 1,
      exit: 0,
      runs: [],
    });
  });
});

describe("laban loop", () => {
  it("[R-24] makes what is missing, and needs a goal", async () => {
    const folder = example("product-loop");
    const run = inFolder(folder);
    expect(await run("loop")).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a goal") });
    const ended = await run("loop", "--goal", "a product", "--rounds", "2", "--lanes", "2");
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("iteration_ceiling");
    expect(existsSync(join(folder, "product/vision.md"))).toBe(true);
    expect((await run("show", "last")).stdout).toMatch(/^ {2}goal +a product$/m);
    expect((await run("runs")).stdout).toMatch(/ {2}a product$/m);
  });
});
