import { describe, expect, it } from "vitest";
import type { Event, Reading } from "../../../ir/index.js";
import { documentDigest } from "../../../runtime/core/index.js";
import { MemoryDriver, type Script } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const text = (artifact: string, value: string, path = `${artifact}.txt`): Reading => ({
  artifact,
  path,
  state: "landed",
  sha256: documentDigest(`${value}\n`),
  value,
});

const writing = `
  artifact source at "source.txt" given
  artifact one at "one.txt"
  artifact two at "two.txt"
  wait Sign { class intervention  answer boolean }
  playbook write {
    intent "Write" requires landed source outputs one, two
    do {
      generate one { prompt "one of {{ source }}" }
      generate two { prompt "two of {{ source }}" }
    }
  }
`;

const said = (value: string) => ({ kind: "text" as const, text: value });

async function write(script: Script, more: { readonly dryRun?: boolean } = {}): Promise<MemoryDriver> {
  return MemoryDriver.run(await programFrom(writing), {
    playbook: "write",
    ...more,
    script: {
      workspace: { source: text("source", "stone") },
      generate: { write: ["1", "2", "3", "4", "5", "6"].map(said) },
      ...script,
    },
  });
}

describe("landing", () => {
  it("[R-6] is journaled with its content and all that was read, before it is written, all or none", async () => {
    const run = await write({});
    const prepared = run.of("landing.prepared");
    expect(prepared).toEqual([
      {
        kind: "landing.prepared",
        lane: "1",
        documents: [
          {
            artifact: "one",
            path: "one.txt",
            sha256: documentDigest("1\n"),
            content: "1\n",
            expected: null,
            value: "1",
          },
          {
            artifact: "two",
            path: "two.txt",
            sha256: documentDigest("2\n"),
            content: "2\n",
            expected: null,
            value: "2",
          },
        ],
        reads: [{ path: "source.txt", sha256: documentDigest("stone\n") }],
        exchange: [],
        assumptions: [],
        versions: { source: documentDigest("stone\n") },
      },
    ]);
    const land = run.asked.find((command) => command.kind === "land");
    expect(land).toMatchObject({
      id: "land/1/0",
      scope: ["one.txt", "two.txt"],
      documents: prepared[0]?.documents,
    });
    const kinds = run.journal.map(({ event }) => event.kind);
    expect(kinds.indexOf("landing.prepared")).toBeLessThan(kinds.indexOf("artifact.landed"));
    expect(run.view.status).toBe("completed");
  });

  it("[R-52] tells what stood at its targets when the brief was made", async () => {
    const run = await write({ workspace: { source: text("source", "stone"), one: text("one", "old") } });
    expect(run.of("landing.prepared")[0]?.documents.map(({ expected }) => expected)).toEqual([
      documentDigest("old\n"),
      null,
    ]);
  });

  it("[R-52] that meets another's edit pauses a single run, which starts over from the edit when it is tried again", async () => {
    let refusals = 0;
    const run: MemoryDriver = await write({
      refuseLanding: ({ lane }): Event | undefined =>
        refusals++ === 0
          ? { kind: "landing.refused", lane, reason: "superseded", message: "`source.txt` was changed" }
          : undefined,
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ category: "superseded", recovery: "retry", message: "`source.txt` was changed" }],
    });
    run.put(text("source", "sand"));
    run.ask({ kind: "recover", recovery: "retry", by: "ana" });
    expect(run.view.status).toBe("completed");
    expect(
      run.asked.flatMap((command) =>
        command.kind === "generate" ? [[command.prompt, command.site.attempt]] : [],
      ),
    ).toEqual([
      ["one of stone", 1],
      ["two of stone", 1],
      ["one of sand", 2],
      ["two of sand", 2],
    ]);
    expect(run.of("landing.prepared").at(-1)?.reads).toEqual([
      { path: "source.txt", sha256: documentDigest("sand\n") },
    ]);
  });

  it("[R-52] that meets another's edit supersedes a lane, whose member stays eligible", async () => {
    const program = await programFrom(`
      artifact one at "one.txt"
      playbook all { intent "All" admits write until landed one limits { rounds 3 } select first }
      playbook write { intent "Write" outputs one prompt "x" }
    `);
    let refusals = 0;
    const run = MemoryDriver.run(program, {
      playbook: "all",
      script: {
        generate: { write: [said("1"), said("2")] },
        refuseLanding: ({ lane }) =>
          refusals++ === 0
            ? { kind: "landing.refused", lane, reason: "superseded", message: "changed" }
            : undefined,
      },
    });
    expect(run.view).toMatchObject({
      stopReason: "goal_met",
      lanes: [{ status: "superseded", why: "changed" }, { status: "landed" }],
      rounds: 2,
    });
  });

  it("[R-7] that the workspace refuses is a finding of the attempt that made the document", async () => {
    let refusals = 0;
    const run = await write({
      refuseLanding: ({ lane }) =>
        refusals++ === 0
          ? { kind: "landing.refused", lane, reason: "outside", message: "`two.txt` is a link" }
          : undefined,
    });
    expect(run.of("attempt.rejected")).toEqual([
      {
        kind: "attempt.rejected",
        lane: "1",
        step: 1,
        attempt: 1,
        findings: [{ message: "`two.txt` is a link" }],
      },
    ]);
    expect(run.asked.findLast((command) => command.kind === "generate")).toMatchObject({
      site: { step: 1, attempt: 2 },
    });
    expect([...run.written]).toEqual([
      ["one.txt", "1\n"],
      ["two.txt", "3\n"],
    ]);
  });

  it("[R-7] outside of the playbook's scope is a finding before anything is prepared", async () => {
    const program = await programFrom(`
      artifact page at "pages/{slug}.json" { slug: string }
      playbook write { intent "Write" outputs page writes "pages/a*.json" prompt "x" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "write",
      script: { generate: { write: [{ slug: "b" }, { slug: "../../etc" }, { slug: "" }, { slug: "abc" }] } },
    });
    expect(run.of("attempt.rejected").map(({ findings }) => findings[0]?.message)).toEqual([
      "cannot land: `pages/b.json` is outside of what this playbook may write: its write scope is `pages/a*.json`",
      "cannot land: `pages/%2E%2E%2F%2E%2E%2Fetc.json` is outside of what this playbook may write: its write scope is `pages/a*.json`",
      "has no `slug`, which its place needs",
    ]);
    expect(run.view.stops[0]?.category).toBe("invalid_output");
  });

  it("[R-8] in a dry run goes to an overlay, which the members read, and writes nothing", async () => {
    const program = await programFrom(`
      artifact one at "one.txt"
      evidence seen
      playbook all { intent "All" admits write, read until seen limits { rounds 3 } select first }
      playbook write { intent "Write" outputs one prompt "x" }
      playbook read { intent "Read" requires landed one returns seen prompt "read {{ one }}" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "all",
      dryRun: true,
      script: { generate: { write: [said("draft")], read: ["seen it"] } },
    });
    expect(run.asked.some(({ kind }) => kind === "land")).toBe(false);
    expect(run.asked.findLast((command) => command.kind === "generate")?.prompt).toBe("read draft");
    expect(run.view).toMatchObject({
      status: "completed",
      mode: "preview",
      stopReason: "goal_met",
      stopWords: "its goal holds, in a dry run: nothing was written",
      lanes: [{ status: "previewed" }, { status: "returned" }],
    });
    expect(run.written.size).toBe(0);
  });

  it("[R-8] #18 a dry run stays one through every crash", async () => {
    const run = await write({}, { dryRun: true });
    for (const boundary of run.boundaries) {
      const again = new MemoryDriver(await programFrom(writing), run.options);
      again.journal.push(...run.journal);
      again.crash(boundary);
      again.drain();
      expect(again.view.mode).toBe("preview");
      expect(again.written.size).toBe(0);
    }
  });

  it("[R-11] that fails pauses the run, to be tried again", async () => {
    let refusals = 0;
    const run = await write({
      refuseLanding: ({ lane }) =>
        refusals++ === 0
          ? { kind: "landing.refused", lane, reason: "failed", message: "the disk is full" }
          : undefined,
    });
    expect(run.view).toMatchObject({
      status: "paused",
      stops: [{ category: "provider_failure", reasonCode: "landing_failed", recovery: "retry" }],
    });
    run.ask({ kind: "recover", recovery: "retry", by: "ana" });
    expect(run.view.status).toBe("completed");
  });
});

describe("what is landed", () => {
  const flow = `
    artifact a at "a.txt" given
    artifact b at "b.txt"
    artifact c at "c.txt" given
    evidence end
    playbook all { intent "All" admits mb, mc, close until end limits { rounds 5 } select first }
    playbook mb { intent "B" requires landed a outputs b prompt "{{ a }}" }
    playbook mc { intent "C" requires landed b outputs c prompt "{{ b }}" }
    playbook close { intent "Close" requires CONDITION returns end once prompt "x" }
  `;
  const run = async (condition: string, script: Script): Promise<MemoryDriver> =>
    MemoryDriver.run(await programFrom(flow.replace("CONDITION", condition)), {
      playbook: "all",
      script: { generate: { mb: [said("b")], mc: [said("c")], close: ["end"] }, ...script },
    });

  it("[L-38] is landed whoever wrote it, delivered where this run did", async () => {
    const there = { workspace: { a: text("a", "a"), b: text("b", "b"), c: text("c", "c") } };
    expect((await run("landed c and not delivered c", there)).order).toEqual(["mb", "mc"]);
    expect((await run("delivered c", there)).order).toEqual(["mb", "mc", "close"]);
  });

  it("[L-38] is stale once something that its landing read has changed, or is stale itself", async () => {
    const program = await programFrom(flow.replace("CONDITION", "stale c"));
    const fresh = new MemoryDriver(program, {
      playbook: "all",
      script: {
        workspace: { a: text("a", "a") },
        generate: { mb: [said("b")], mc: [said("c")], close: ["end"] },
      },
    });
    fresh.start();
    while (fresh.of("artifact.landed").length < 2) fresh.answerOne();
    expect(fresh.view.status).toBe("running");
    fresh.put(text("a", "a, changed"));
    fresh.drain();
    expect(fresh.order).toEqual(["mb", "mc", "close"]);
    expect(fresh.view.stopReason).toBe("goal_met");
    const same = await run("stale c", { workspace: { a: text("a", "a") } });
    expect(same.view.stopReason).toBe("nothing_eligible");
  });

  it("[L-38] by an earlier run is stale by what the workspace keeps of that landing", async () => {
    const program = await programFrom(`
      artifact a at "a.txt" given
      artifact b at "b.txt" given
      evidence end
      playbook all { intent "All" admits close until end limits { rounds 2 } select first }
      playbook close { intent "Close" requires stale b reads a returns end prompt "x" }
    `);
    const at = (version: string): MemoryDriver =>
      MemoryDriver.run(program, {
        playbook: "all",
        script: {
          workspace: { a: text("a", "a"), b: { ...text("b", "b"), landedFrom: { a: version } } },
          generate: { close: ["end"] },
        },
      });
    expect(at(documentDigest("a\n")).view.stopReason).toBe("nothing_eligible");
    expect(at(documentDigest("older\n")).view.stopReason).toBe("goal_met");
  });

  it("[L-38] but unreadable is neither landed nor absent", async () => {
    const unreadable: Reading = {
      artifact: "c",
      path: "c.txt",
      state: "unreadable",
      sha256: "x",
      problem: "not text",
    };
    const there = { workspace: { a: text("a", "a"), b: text("b", "b"), c: unreadable }, generate: {} };
    const board = async (condition: string): Promise<boolean | undefined> => {
      const driver = new MemoryDriver(await programFrom(flow.replace("CONDITION", condition)), {
        playbook: "all",
        script: there,
      });
      driver.start();
      driver.answerOne();
      return driver.of("board.built")[0]?.board.find(({ member }) => member.playbook === "close")?.eligible;
    };
    expect(await board("landed c")).toBe(false);
    expect(await board("absent c")).toBe(false);
    expect(await board("not landed c")).toBe(true);
  });
});
