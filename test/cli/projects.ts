import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { copyExample } from "../../scripts/copy-example.mjs";

const examples = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "examples");
const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "laban-cli-")));
  made.push(folder);
  return folder;
}

/** A folder of its own with these files; it goes when the tests of the file are over. */
export function project(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder();
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A copy of one of the examples. */
export function example(name: string): string {
  const folder = newFolder();
  copyExample(join(examples, name), folder);
  return folder;
}

/** What differs between two runs, taken out: ids, lengths of time, moments and temporary folders. */
export function steady(text: string, folder = ""): string {
  return (folder === "" ? text : text.replaceAll(folder, "<folder>"))
    .replaceAll(/\brun_[0-9a-z]{26}\b/g, "<run>")
    .replaceAll(/\bsha256 [0-9a-f]{12}\b/g, "sha256 <hash>")
    .replaceAll(/\bsha256:[0-9a-f]{12,64}\b/g, "sha256:<hash>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, "<moment>")
    .replaceAll(/\((?:just now|in [^)]*|[^()]* ago)\)/g, "(<when>)")
    .replaceAll(/\b(?:just now|\d+ (?:s|min|h|d) ago)/g, "<when>")
    .replaceAll(/\b\d+(?:\.\d+)? (?:ms|s|min)(?: \d+ s)?\b/g, "<time>");
}

/** The text of a file in which nothing is to be found. */
export const soundPlaybook = `/// What was found.
artifact report at "report.md"

/// Write it.
playbook write {
  intent "Write the report"
  outputs report
  prompt "Write the report."
}
`;
