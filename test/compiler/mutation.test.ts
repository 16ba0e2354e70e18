import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countOf } from "../support/counts.js";
import { mutantOf, pick, planted, randomFrom } from "../support/mutants.js";
import { diagnosed, type Files } from "./checks/diagnosed.js";

const folder = join(import.meta.dirname, "../../examples");

/** Each example's playbooks and the files beside them, by path. */
const examples: readonly Files[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => filesBelow(join(folder, name)))
  .filter((files) => playbooksOf(files).length > 0);

function filesBelow(root: string): Files {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:playbook|md|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => [path.slice(root.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
  );
}

function playbooksOf(files: Files): readonly string[] {
  return Object.keys(files).filter((path) => path.endsWith(".playbook"));
}

async function errorsIn(files: Files): Promise<readonly string[]> {
  const diagnostics = await diagnosed(files);
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

const missing = "planted-and-unknown";

describe("one token too few, twice, or too many", () => {
  it(
    "[L-34] gives one error, and hides no fault of another declaration",
    async () => {
      const count = countOf(200, 2_400);
      const random = randomFrom(20_260_801);
      let rejected = 0;
      let once = 0;
      let planting = 0;
      const several: string[] = [];
      const hidden: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const example = pick(examples, random);
        const file = pick(playbooksOf(example), random);
        const mutant = mutantOf(example[file] ?? "", random);
        const errors = await errorsIn({ ...example, [file]: mutant.text });
        if (errors.length > 0) rejected += 1;
        if (errors.length === 1) once += 1;
        else if (errors.length > 1) several.push(`${file}: ${mutant.what}: ${errors.join("; ")}`);
        const faulty = planted(mutant, missing, random);
        if (faulty === undefined) continue;
        planting += 1;
        const both = await errorsIn({ ...example, [file]: faulty });
        if (!both.some((line) => line.includes(missing))) hidden.push(`${file}: ${mutant.what}`);
      }
      const share = ((100 * once) / rejected).toFixed(1);
      console.info(`${count} mutants, ${rejected} rejected: ${once} (${share} %) with one error`);
      console.info(`${planting} with a fault in another declaration: ${planting - hidden.length} reported`);
      expect(rejected).toBeGreaterThan(count / 2);
      // At most one in ten may have several; where more do, they are shown.
      expect(several.length <= rejected / 10 ? [] : several).toEqual([]);
      expect(hidden).toEqual([]);
    },
    countOf(180_000, 1_800_000),
  );
});
