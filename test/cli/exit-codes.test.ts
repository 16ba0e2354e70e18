import { expect, it } from "vitest";
import { systemClock } from "../../runtime/drive/clock.js";
import { project } from "./projects.js";
import { laban } from "./session.js";

const files = {
  "laban.config.json": '{ "models": { "default": { "provider": "script", "file": "replies.yaml" } } }',
  "replies.yaml": "playbooks:\n  write:\n    - lands: Hello\n",
  "note.playbook": `
namespace a
artifact note at "note.md"
wait Go { class intervention  answer boolean }
wait Plan { class intervention  answer { size: integer } }
playbook write {
  intent "Write a note"
  outputs note
  do {
    together {
      ask Go "May I?" as allowed
      ask Plan "How?" as plan
    }
    generate note { prompt "Write." }
  }
}
`,
};

it("2 is for a command that is not given right, 1 for what was understood and is refused", async () => {
  const cwd = project(files);
  const answer = async (...words: readonly string[]) => {
    const { code, stderr } = await laban(["answer", "last", ...words], { cwd, clock: systemClock });
    return [code, stderr.split("\n")[0]?.replaceAll(/run_[0-9a-z]{26}/g, "R")];
  };
  expect(await laban(["run", "write"], { cwd, clock: systemClock })).toMatchObject({ code: 3 });

  // How it is given.
  expect(await answer("yes")).toEqual([2, "error: run `R` waits for several answers: say which is meant"]);
  expect(await answer("w9", "yes")).toEqual([2, "error: run `R` does not wait for `w9`"]);
  expect(await answer("w2", "--value", "{")).toEqual([2, "error: what `--value` was given is not JSON"]);
  expect(await answer("w2", "--set", "size")).toEqual([2, "error: `--set size` is not written as ref=value"]);
  expect(await answer("w1", "yes", "--decline", "--value", "1")).toEqual([
    2,
    "error: an answer is given in one way",
  ]);
  expect(await answer("w1", "--delegate", "x")).toEqual([
    2,
    "error: `Go` is no clarification: nothing of it can be delegated",
  ]);

  // Whether it fits, whoever sees that.
  expect(await answer("w1", "perhaps")).toEqual([
    1,
    "error: the answer is `boolean`, and `perhaps` is not that",
  ]);
  expect(await answer("w1", "--value", "7")).toEqual([1, "error: the answer to `Go` does not fit"]);
  expect(await answer("w2", "--set", "size=big")).toEqual([
    1,
    "error: `size` is `integer`, and `big` is not that",
  ]);
  expect(await answer("w2", "--set", "size=1.5")).toEqual([1, "error: the answer to `Plan` does not fit"]);
  expect(await answer("w2", "--set", "sise=1")).toEqual([
    1,
    "error: the answer has no field `sise`; did you mean `size`?",
  ]);

  // What was answered before, while something else is open, and what has ended.
  expect((await answer("w1", "yes"))[0]).toBe(3);
  expect(await answer("w1", "no")).toEqual([1, "error: `w1` of run `R` was answered already"]);
  expect(await answer("allowed", "no")).toEqual([1, "error: `allowed` of run `R` was answered already"]);
  expect(await answer("w1")).toEqual([1, "error: `w1` of run `R` was answered already"]);
  expect((await answer("--set", "size=2"))[0]).toBe(0);
  expect(await answer("w2", "--set", "size=2")).toEqual([1, "error: `w2` of run `R` was answered already"]);
  expect(await answer("yes")).toEqual([1, "error: run `R` waits for no answer: it is completed"]);
  expect(await answer("--decline", "no")).toEqual([1, "error: run `R` waits for no answer: it is completed"]);
  for (const words of [
    ["resume", "last"],
    ["cancel", "last"],
  ])
    expect(await laban(words, { cwd, clock: systemClock })).toMatchObject({ code: 1 });
});
