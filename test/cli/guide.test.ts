import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import { systemClock } from "../../runtime/drive/clock.js";
import { addFiles, example, steady } from "./projects.js";
import { screen } from "./screen.js";
import { laban } from "./session.js";

const guide = resolve(import.meta.dirname, "../../docs/guide/command-line.md");

/** The folders that the guide's comments name, as they say. */
class Folders {
  readonly #made = new Map<string, string>();

  /** `in NAME`, `in NAME again`, `in NAME, typing X`, or `in NAME, with …`. */
  folder(comment: string): { readonly cwd: string; readonly typed: readonly string[] | undefined } {
    const [, name = "", rest = ""] = /^in ([\w-]+)(.*)$/.exec(comment) ?? [];
    const typed = /^, typing (.*)$/.exec(rest)?.[1]?.split(" then ");
    const change = rest.startsWith(", with") ? rest : "";
    const known = this.#made.get(name + change);
    if (known !== undefined) return { cwd: known, typed };
    const cwd = example(name);
    if (change !== "") changed(cwd, change);
    this.#made.set(name + change, cwd);
    return { cwd, typed };
  }
}

function changed(cwd: string, change: string): void {
  const [, from, to] = /^, with `([^`]+)` as `([^`]+)`$/.exec(change) ?? [];
  const [file, edit]: readonly [string, (text: string) => string] =
    from !== undefined && to !== undefined
      ? ["market.playbook", (text) => text.replace(from, to)]
      : [
          "replies.yaml",
          (text) => text.replace(/- calls: \[\{ tool: web-search[^\n]*\n/, "- refuses: I may not look.\n"),
        ];
  const text = readFileSync(join(cwd, file), "utf8");
  expect(edit(text)).not.toBe(text);
  addFiles(cwd, { [file]: edit(text) });
}

/** The words of a command as a shell reads them, quotes and all. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ""));
}

/** The guide with each command's output as it is now. */
async function runAgain(text: string): Promise<string> {
  const folders = new Folders();
  let place: ReturnType<Folders["folder"]> | undefined;
  const parts = text.split(/(<!-- in [^\n]* -->|```console\n[\s\S]*?```)/);
  const written: string[] = [];
  for (const part of parts) {
    const comment = /^<!-- (in [^\n]*) -->$/.exec(part)?.[1];
    if (comment !== undefined) place = folders.folder(comment);
    if (!part.startsWith("```console\n") || place === undefined) {
      written.push(part);
      continue;
    }
    const outputs: string[] = [];
    for (const [command] of part.matchAll(/^\$ laban .*$/gm)) {
      const { cwd, typed } = place;
      const ended = await laban(wordsOf(command.slice("$ laban ".length)), {
        cwd,
        clock: systemClock,
        env: { NO_COLOR: "1" },
        ...(typed === undefined ? {} : { typed }),
      });
      const seen = ended.stdout + (typed === undefined ? ended.stderr : screen(ended.stderr));
      outputs.push(`${command}\n${seen.trimEnd()}\n${ended.code === 0 ? "" : `[exit code ${ended.code}]\n`}`);
    }
    written.push(`\`\`\`console\n${outputs.join("\n")}\`\`\``);
  }
  return written.join("");
}

// Loaded before, so that the test's time is not spent on it.
await Promise.all(commands.map(({ load }) => load()));

it("the guide shows what the commands print", { timeout: 60_000 }, async () => {
  const text = readFileSync(guide, "utf8");
  const now = await runAgain(text);
  // Ids and lengths of time are those of the day on which the guide was written.
  const comparable = (guided: string): string => steady(guided).replaceAll(/ {2,}/g, "  ");
  const isSame = comparable(now) === comparable(text);
  await expect(isSame ? text : now).toMatchFileSnapshot(guide);
});
