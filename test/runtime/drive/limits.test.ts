import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fill } from "../workspace/sample.js";
import { gated } from "./programs.js";
import { World, bundleOf } from "./world.js";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

const limits = { answerBytes: 40, artifactBytes: 30, depth: 3, items: 2 };
const own = gated
  .replace("answer boolean", "answer { words: string[] }")
  .replace("playbook gated {", "playbook gated {\n  input about: text");

describe("limits that are lower than the default", () => {
  it("[R-58] hold for inputs, answers, and what models give", async () => {
    const runtime = world.runtime(
      'playbooks: { gated: [{ lands: "A note of more than thirty bytes." }, { lands: "Short" }] }',
      { limits },
    );
    const bundle = await bundleOf(own);
    const started = await runtime.start({ bundle, playbook: "a.gated", inputs: { about: "x".repeat(41) } });
    expect(started).toMatchObject({
      kind: "refused",
      refusal: { code: "invalid_inputs", details: [{ message: "`about` is larger than 40 bytes" }] },
    });
    const run = await world.start(runtime, { bundle, playbook: "a.gated", inputs: { about: "x" } });
    await runtime.drive(run);
    const answer = (words: readonly string[]) =>
      runtime.request(run, { kind: "answer", value: { words }, by: "ada" });
    expect(await answer(["a", "b", "c"])).toMatchObject({
      refusal: { details: [{ message: "has more than 2 items" }] },
    });
    expect(await answer(["x".repeat(41)])).toMatchObject({
      refusal: { details: [{ message: "is larger than 40 bytes" }] },
    });
    expect(await answer(["a", "b"])).toMatchObject({ kind: "accepted" });
    expect(await runtime.drive(run)).toMatchObject({ view: { status: "completed" } });
    expect(world.events(run)).toContainEqual(
      expect.objectContaining({
        kind: "attempt.rejected",
        findings: [{ message: "is larger than 30 bytes" }],
      }),
    );
    expect(world.files()).toEqual({ "note.md": "Short\n" });
  });

  it("[R-58] hold for documents that are read", async () => {
    fill(world.root, { "note.md": `${"x".repeat(40)}\n` });
    const reads = own.replace("outputs note", "requires landed note");
    const runtime = world.runtime("{}", { limits });
    const bundle = await bundleOf(
      reads.replace('    generate note { prompt "Write the note." }\n', "").replace("as allowed", ""),
    );
    expect(await runtime.start({ bundle, playbook: "a.gated", inputs: { about: "x" } })).toMatchObject({
      kind: "refused",
      refusal: {
        message: expect.stringContaining(
          "`note` is not landed: `note.md` has 41 bytes; documents have at most 30",
        ),
      },
    });
  });
});
