import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../runtime/drive/clock.js";
import { openDatabase } from "../../runtime/stores/database.js";
import { project, steady } from "./projects.js";
import { laban } from "./session.js";

const files = {
  "laban.config.json": '{ "models": { "default": { "provider": "script", "file": "replies.yaml" } } }',
  "replies.yaml": "playbooks:\n  write:\n    - lands: Hello\n",
  "note.playbook": `
namespace a
artifact note at "note.md"
wait Go { class intervention  answer boolean }
playbook write {
  intent "Write a note"
  outputs note
  do {
    ask Go "May I?" as allowed
    generate note { prompt "Write." }
  }
}
`,
};

it("[R-5] what was handed over and is of no use is set aside, told once, and shown with its reason", async () => {
  const cwd = project(files);
  const run = (...words: readonly string[]) => laban(words, { cwd, clock: systemClock });
  expect(await run("run", "write")).toMatchObject({ code: 3 });
  const database = openDatabase(join(cwd, ".laban/laban.db"));
  database.exec(
    'INSERT INTO inbox (id, run, at, request) SELECT \'a\', id, 0, \'{ no json\' FROM runs; INSERT INTO inbox (id, run, at, request) SELECT \'b\', id, 0, \'{"kind":"answer","wait":"w7","value":1,"by":"tester"}\' FROM runs',
  );
  database.close();
  const answered = await run("answer", "last", "yes");
  expect(answered).toMatchObject({ code: 0, stderr: expect.stringContaining("landed note.md") });
  expect(steady(answered.stderr)).toContain(
    "1 thing that was handed over to the run could not be used, and was set aside: laban show <run>\n",
  );
  expect((await run("answer", "last", "yes")).stderr).not.toContain("set aside");
  const shown = await run("show", "last");
  expect(steady(shown.stdout)).toContain(`
refused
  something that is no request  <moment> (<when>)
    this is no request that Laban knows: it was set aside
  tester answered w7  <moment> (<when>)
    there is no wait \`w7\`
`);
  expect(JSON.parse((await run("show", "last", "--json")).stdout)).toMatchObject({
    run: { status: "completed" },
    refused: [{ refusal: { code: "no_request" } }, { request: { wait: "w7" }, refusal: { status: 404 } }],
  });
});
