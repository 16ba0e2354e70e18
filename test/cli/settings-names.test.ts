import { expect, it } from "vitest";
import { systemClock } from "../../runtime/drive/clock.js";
import { addFiles, project } from "./projects.js";
import { laban } from "./session.js";

const playbooks = `
namespace a
artifact note at "note.md"
artifact list at "list.json" { items: string[] }
tool web-search { input { query: string } output { found: string[] } }
wait Go { class intervention  answer boolean }
playbook write { intent "Write"  outputs note  uses web-search  offers Go  prompt "Write." }
playbook gather { intent "Gather"  outputs list  model fast  prompt "Gather." }
playbook all { intent "All"  admits write, gather  until landed list  select "mine"  limits { rounds 3 } }
`;
const settings = {
  models: { default: { provider: "script", file: "replies.yaml" }, fast: { provider: "person" } },
  tools: { "web-search": { script: "replies.yaml" } },
  selectors: { mine: { model: "default" } },
};
const replies = `playbooks:
  all:
    - chooses: [write, a.gather]
  write:
    - calls: [{ tool: web-search, input: { query: x } }]
    - { lands: Hello, for: note }
  a.gather:
    - lands: { items: [] }
  loop:
    - chooses: [write]
tools:
  web-search:
    - gives: { found: [] }
`;

async function errorsOf(config: object, script: string) {
  const cwd = project({ "a.playbook": playbooks });
  addFiles(cwd, { "laban.config.json": JSON.stringify(config), "replies.yaml": script });
  const run = (...words: readonly string[]) => laban(words, { cwd, clock: systemClock });
  const { diagnostics } = JSON.parse((await run("check", "--json")).stdout);
  const messages = diagnostics.flatMap((one: { severity: string; file: string; message: string }) =>
    one.severity === "error" ? [`${one.file}: ${one.message}`] : [],
  );
  return { messages, code: (await run("run", "write", "--no-input")).code };
}

it("[L-33] a name in the settings or in a script that stands for nothing is an error, wherever it comes in", async () => {
  expect(await errorsOf(settings, replies)).toEqual({ messages: [], code: 0 });

  const wrong = {
    models: { ...settings.models, fsat: { provider: "person" } },
    tools: { ...settings.tools, "web-serach": { command: ["x"] } },
    selectors: { mine: { model: "defualt" } },
  };
  expect(await errorsOf(wrong, replies)).toEqual({
    messages: [
      "laban.config.json: there is no model in the settings `defualt`; did you mean `default`?",
      "laban.config.json: there is no playbook that asks for the model `fsat`; did you mean `fast`?",
      "laban.config.json: there is no tool `web-serach`; did you mean `web-search`?",
    ],
    code: 2,
  });

  const misspelt = replies
    .replace("write, a.gather", "wriet, a.gather")
    .replace("tool: web-search", "tool: web-serch")
    .replace("for: note", "for: noet")
    .replace("a.gather:", 'a.gahter["k"]:')
    .replace("- chooses: [write]", "- chooses: [wrote]")
    .replace("web-search:\n", "web-saerch:\n");
  expect(await errorsOf(settings, misspelt)).toEqual({
    messages: [
      "replies.yaml: there is no tool `web-saerch`; did you mean `web-search`?",
      "replies.yaml: there is no member `wriet`; did you mean `write`?",
      "replies.yaml: there is no tool `web-serch`; did you mean `web-search`?",
      "replies.yaml: there is no target `noet`; did you mean `note`?",
      "replies.yaml: there is no playbook `a.gahter`; did you mean `a.gather`?",
      "replies.yaml: there is no member `wrote`; did you mean `write`?",
    ],
    code: 2,
  });
});
