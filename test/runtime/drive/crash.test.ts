import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Bundle, Event } from "../../../ir/index.js";
import type { Store } from "../../../runtime/ports.js";
import { bundleProgram, runProgram } from "../../support/child.js";
import { countOf } from "../../support/counts.js";
import { settled } from "./manual-clock.js";
import { market, marketFiles, marketOrder, marketRun, marketScript } from "./market.js";
import { tampered } from "./tampered-store.js";
import { World, bundleOf } from "./world.js";

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleOf(market);
});

/** What the run of a world has to be in the end, whatever happened on the way. */
function expectWholeRun(world: World, run: string): void {
  expect(world.store.run(run)?.status).toBe("completed");
  expect(world.lanes(run)).toEqual(marketOrder);
  expect(world.files()).toEqual(marketFiles);
  const journal = world.store.journal(run);
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
  const events = world.events(run);
  for (const kind of ["attempt.replied", "tool.returned", "artifact.landed"] as const) {
    const answered = events.flatMap((event) => (event.kind === kind ? [idOf(event)] : []));
    expect(answered).toEqual([...new Set(answered)]);
  }
  expect(events.filter((event) => event.kind === "run.completed")).toHaveLength(1);
  // The scripts were gone through in their order, once: no reply was lost or given twice.
  const said = events.flatMap((event) => (event.kind === "evidence.added" ? [event.text] : []));
  expect(said).toEqual(["Competitors: 140 bakeries.", "Buyers: households, offices."]);
}

function idOf(event: Event): string {
  switch (event.kind) {
    case "attempt.replied":
      return `${event.lane}/${event.step}/${event.attempt}/${event.call}`;
    case "tool.returned":
      return `${event.lane}/${event.callId}`;
    case "artifact.landed":
      return `${event.lane}/${event.path}`;
    default:
      return "";
  }
}

/** A store whose process dies at its n-th append: before it, or when it is durable. */
function mortal(world: World, at: { readonly beforeAppend?: number; readonly afterCommit?: number }): Store {
  let appends = 0;
  return tampered(world.openStore(), {
    before: (method) => {
      if (method === "append") appends += 1;
      if (method === "append" && appends === at.beforeAppend) throw new Error("killed");
    },
    after: (method) => {
      if (method === "transaction" && appends === at.afterCommit) throw new Error("killed");
    },
  });
}

describe("a run whose driver dies", () => {
  it.each([
    ["before", { before: true }],
    ["after", { before: false }],
  ])("[R-5] at any moment, %s it has appended, ends as it would have", async (_, { before }) => {
    let deaths = 0;
    for (let step = 1; ; step += countOf(3, 1)) {
      const world = new World();
      const store = mortal(world, before ? { beforeAppend: step } : { afterCommit: step });
      const doomed = world.runtime(marketScript, { store });
      const run = await world.start(doomed, { bundle, ...marketRun });
      const outcome = await doomed.drive(run).catch((error: unknown) => String(error));
      const hasDied = outcome === "Error: killed";
      if (hasDied) {
        deaths += 1;
        const heir = world.runtime(marketScript, { isGone: () => true });
        await heir.recover();
        await heir.drive(run);
        await settled();
      }
      expectWholeRun(world, run);
      await world.end();
      if (!hasDied) break;
    }
    expect(deaths).toBeGreaterThan(5);
  });

  it("[R-5] again and again at every append gets on by one step a life, and ends all the same", async () => {
    const world = new World();
    const first = world.runtime(marketScript);
    const run = await world.start(first, { bundle, ...marketRun });
    await first.letGo(run);
    let lives = 0;
    for (; world.store.run(run)?.status !== "completed"; lives += 1) {
      // The first commit of a life says that it went on; the second is the step.
      const store = mortal(world, { afterCommit: 2 });
      const driver = world.runtime(marketScript, { store, isGone: () => true });
      await driver.drive(run).catch(() => undefined);
    }
    expect(lives).toBeGreaterThan(10);
    expectWholeRun(world, run);
    await world.end();
  });
});

describe("a run in a process of its own", () => {
  let driver = "";
  beforeAll(async () => {
    driver = await bundleProgram(join(import.meta.dirname, "driver.program.ts"));
  });
  afterAll(() => rmSync(driver, { force: true }));

  it("[R-4] [R-5] that is killed goes on by itself when a driver starts again", async () => {
    const kills = countOf(2, 40);
    for (let kill = 0; kill < kills; kill += 1) {
      const world = new World();
      const killed = runProgram(driver, [world.root, JSON.stringify(bundle), "start", String(3 + 4 * kill)]);
      const run = (await killed.line("started ")).slice("started ".length);
      const { signal } = await killed.ended;
      // Listed from the moment on at which it was accepted.
      expect([signal, world.store.run(run)?.id]).toEqual(["SIGKILL", run]);
      const heir = await runProgram(driver, [world.root, JSON.stringify(bundle), "recover", "0"]).ended;
      expect([heir.stderr, heir.stdout]).toEqual(["", `recovered ${run}\nrest completed\n`]);
      expectWholeRun(world, run);
      await world.end();
    }
  });
});
