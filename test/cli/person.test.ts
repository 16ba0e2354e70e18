import { describe, expect, it } from "vitest";
import { inFolder } from "./in-folder.js";
import { project } from "./projects.js";
import { screen } from "./screen.js";

function asked(lanes: number): string {
  return project({
    "laban.config.json": `{
      "models": { "default": { "provider": "script", "file": "r.yaml" }, "chooser": { "provider": "person" } }
    }`,
    "r.yaml":
      "playbooks: { collect: [{ returns: Noted, always: true }], judge: [{ returns: good, always: true }] }",
    "a.playbook": `
      namespace review
      evidence notes
      verdict judgement: "good" | "bad"
      playbook all {
        intent "Review"  model chooser  select model  admits collect, judge
        until notes and judgement == "good"  limits { rounds 5  lanes ${String(lanes)} }
      }
      playbook collect { intent "Collect"  returns notes  prompt "Collect." }
      playbook judge { intent "Judge"  returns judgement  prompt "Judge." }`,
  });
}

describe("a selector that is a person", () => {
  it("is answered by number, by short name, or with `stop`", async () => {
    const run = inFolder(asked(1), { typed: ["1", "", "JUDGE", "it is time"] });
    const ended = await run("run", "all");
    expect(ended.code).toBe(0);
    expect(screen(ended.stderr)).toContain(`lanes ("collect" | "judge" | "stop")
  1) collect
  2) judge
  3) stop
› 1
`);
    const stopped = await inFolder(asked(1), { typed: ["stop", "enough"] })("run", "all");
    expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining("chose to stop: enough") });
  });

  it("names several, one a line, and `none` stops", async () => {
    const ended = await inFolder(asked(2), { typed: ["2", "colect", "collect", "", ""] })("run", "all");
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain("`colect` is none of them: a number from 1 to 3, or a name (`collect`?)");
    const stopped = await inFolder(asked(2), { typed: ["none", ""] })("run", "all");
    expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining("the selector chose to stop") });
  });
});
