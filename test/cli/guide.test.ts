import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import { example } from "./projects.js";
import { comparable, walkedThrough } from "./walkthrough.js";

const root = resolve(import.meta.dirname, "../..");
/** Those about the command line; that on the library needs the packed package (`test/house/library.test.ts`). */
const guide = readdirSync(join(root, "docs/guide")).filter(
  (name) => name.endsWith(".md") && name !== "library.md",
);

// Loaded before, so that the test's time is not spent on it.
await Promise.all(commands.map(({ load }) => load()));

it.each(guide)("what docs/guide/%s shows is what the commands print", { timeout: 60_000 }, async (name) => {
  await expectTrue(join(root, "docs/guide", name));
});

it.each(readdirSync(join(root, "examples")))(
  "what the page of examples/%s has one do works in its order",
  { timeout: 60_000 },
  async (name) => {
    await expectTrue(join(root, "examples", name, "README.md"), example(name));
  },
);

async function expectTrue(page: string, firstFolder?: string): Promise<void> {
  const text = readFileSync(page, "utf8");
  const now = await walkedThrough(text, firstFolder);
  // Ids and lengths of time are those of the day on which the page was written.
  await expect(comparable(now) === comparable(text) ? text : now).toMatchFileSnapshot(page);
}
