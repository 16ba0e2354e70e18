import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Json } from "../../../ir/index.js";
import { type Request, empty, fold, machine as machineOf } from "../../../runtime/core/index.js";
import { deal, isSetAside } from "../../../runtime/drive/inbox.js";
import { openDatabase } from "../../../runtime/stores/database.js";
import { countOf } from "../../support/counts.js";
import { gated } from "./programs.js";
import { World, bundleOf } from "./world.js";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

const writes = 'playbooks: { gated: [{ lands: "Hello" }] }';
const yes: Request = { kind: "answer", value: true, by: "ada" };

/** Puts an entry into the inbox past everything that looks at it. */
function put(run: string, text: string): void {
  const database = openDatabase(join(world.root, ".laban", "laban.db"));
  database.prepare("INSERT INTO inbox (id, run, at, request) VALUES ('put', ?, 1, ?)").run(run, text);
  database.close();
}

async function waiting(): Promise<string> {
  const runtime = world.runtime(writes);
  const run = await world.start(runtime, { bundle: await bundleOf(gated), playbook: "a.gated" });
  await runtime.drive(run);
  await runtime.close();
  return run;
}

const useless: readonly (readonly [what: string, entry: string, code: string])[] = [
  ["no JSON", "{ kind: answer", "no_request"],
  ["nothing", "null", "no_request"],
  ["a number", "7", "no_request"],
  ["a list", "[]", "no_request"],
  ["a kind that there is not", '{"kind":"obey","by":"ada"}', "no_request"],
  ["a kind that every object has", '{"kind":"constructor","by":"ada"}', "no_request"],
  ["nobody's", '{"kind":"cancel-run"}', "no_request"],
  ["an answer without one", '{"kind":"answer","by":"ada"}', "no_request"],
  ["a wait that is no name", '{"kind":"answer","wait":{},"value":true,"by":"ada"}', "no_request"],
  ["answers that are none", '{"kind":"resume","action":"accept","answers":[7],"by":"ada"}', "no_request"],
  ["no recovery", '{"kind":"recover","recovery":"pray","by":"ada"}', "no_request"],
  ["half a character", '{"kind":"answer","value":"\\ud800","by":"ada"}', "unfit_content"],
  ["half a character of a name", '{"kind":"answer","value":true,"by":"\\udc00"}', "unfit_content"],
  [
    "what is too deep",
    `{"kind":"answer","by":"ada","value":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    "unfit_content",
  ],
  ["what does not fit", '{"kind":"answer","value":"perhaps","by":"ada"}', "invalid_answer"],
  ["a wait that there is not", '{"kind":"answer","wait":"w9","value":true,"by":"ada"}', "unknown_wait"],
  ["a signal that there is not", '{"kind":"signal","name":"Gone","value":1,"by":"ada"}', "unknown_signal"],
  ["a recovery of nothing", '{"kind":"recover","recovery":"retry","by":"ada"}', "nothing_stopped"],
];

describe("an entry of the inbox that is of no use", () => {
  it.each(useless)(
    "[R-5] %s: it is set aside with its reason, and the run goes on",
    async (_what, entry, code) => {
      const run = await waiting();
      put(run, entry);
      const runtime = world.runtime(writes);
      expect(await runtime.recover()).toEqual([run]);
      expect(await runtime.request(run, yes)).toMatchObject({ kind: "accepted" });
      expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
      expect(world.store.inbox(run)).toEqual([]);
      expect(world.store.refused(run)).toMatchObject([{ run, at: 1, refusal: { code } }]);
    },
  );

  it("[R-36] of a run that is queued, it is set aside too", async () => {
    const runtime = world.runtime(writes);
    const bundle = await bundleOf(gated.replace("outputs note", 'mode queue key "one" outputs note'));
    const first = await world.start(runtime, { bundle, playbook: "a.gated" });
    const second = await world.start(runtime, { bundle, playbook: "a.gated" });
    put(second, "null");
    await runtime.drive(second);
    expect(world.store.refused(second)).toMatchObject([{ refusal: { code: "no_request" } }]);
    await runtime.request(first, yes);
    await runtime.drive(first);
    await runtime.request(second, yes);
    expect(await runtime.drive(second)).toMatchObject({ view: { status: "completed" } });
  });

  it("[R-5] whatever it holds, it is met once and stops nothing", async () => {
    const bundle = await bundleOf(gated);
    const run = await waiting();
    const machine = machineOf(bundle.program);
    const state = fold(machine, empty(machine), world.store.journal(run));
    const kinds = ["answer", "decline", "cancel-wait", "resume", "signal", "recover"];
    const field = fc.option(fc.oneof(fc.jsonValue(), fc.constantFrom("w1", "Go", "accept", "retry", "ada")), {
      nil: undefined,
    });
    const entries = fc.record({
      kind: fc.constantFrom(...kinds),
      by: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
      wait: field,
      value: field,
      action: field,
      answers: field,
      recovery: field,
      name: field,
      text: field,
    });
    fc.assert(
      fc.property(fc.oneof(entries, fc.jsonValue()), (entry) => {
        const handed: unknown = JSON.parse(JSON.stringify(entry));
        const { result, next } = deal(machine, state, handed, state.at);
        expect(result.kind === "refused" ? next : undefined).toBeUndefined();
      }),
      { numRuns: countOf(500) },
    );
  });

  it("where carrying it out breaks, that is its reason", async () => {
    const { program } = await bundleOf(gated);
    const run = await waiting();
    const whole = machineOf(program);
    const state = fold(whole, empty(whole), world.store.journal(run));
    const broken = {
      ...whole,
      schemas: {
        ...whole.schemas,
        check: () => {
          throw new Error("out of reach");
        },
      },
    };
    const value: Json = true;
    const { result } = deal(broken, state, { kind: "answer", value, by: "ada" }, state.at);
    expect(result).toMatchObject({
      kind: "refused",
      refusal: { status: 422, message: expect.stringContaining("out of reach") },
    });
    expect(result.kind === "refused" && isSetAside(result.refusal)).toBe(true);
  });
});
