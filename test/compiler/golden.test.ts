import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { check, memoryHost, pretty, targets } from "../../compiler/index.js";
import { compiled } from "./compiled.js";
import type { Files } from "./checks/diagnosed.js";

const corpus = join(import.meta.dirname, "corpus");
const examples = join(import.meta.dirname, "../../examples");

function read(folder: string, ...names: readonly string[]): Files {
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const programs: readonly (readonly [name: string, files: () => Files])[] = [
  ["first-look", () => read(join(examples, "market-analysis"), "market.playbook")],
  ["everything", () => read(corpus, "everything.playbook", "intake.md", "order.schema.json")],
];

describe.each(programs)("the program %s", (name, files) => {
  it("has the IR that it has", async () => {
    const bundle = await compiled(files());
    await expect(`${JSON.stringify(bundle, undefined, 2)}\n`).toMatchFileSnapshot(
      `golden/${name}.bundle.json`,
    );
  });

  it("[L-10] is built into every target", async () => {
    const bundle = await compiled(files());
    for (const target of targets.filter(({ name: each }) => each !== "ir")) {
      const text = [...target.build(bundle)].map(([path, content]) => `==> ${path}\n${content}`).join("\n");
      await expect(text).toMatchFileSnapshot(`golden/${name}.${target.name}.txt`);
    }
  });
});

describe("[L-34] one fault, one error", () => {
  it("each of five faults is reported once, and nothing that follows from them", async () => {
    const files = read(corpus, "five-faults.playbook");
    const { diagnostics, files: texts } = await check(memoryHost(files), [""]);
    await expect(pretty(diagnostics, texts)).toMatchFileSnapshot("golden/five-faults.txt");
    expect(diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(5);
  });
});

describe("the examples", () => {
  const playbooks = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".playbook"),
  );

  it.each(playbooks)("%s has no fault", async (path) => {
    const folder = join(examples, path, "..");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(?:playbook|md|json)$/.test(name),
    );
    const { diagnostics, files } = await check(memoryHost(read(folder, ...names)), [""]);
    expect(pretty(diagnostics, files)).toBe("");
  });
});
