import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { copyExample } from "../../scripts/copy-example.mjs";
import { compiled } from "../compiler/compiled.js";

const examples = join(import.meta.dirname, "../../examples");
const scratch = mkdtempSync(join(tmpdir(), "laban-example-"));
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe("an example that somebody ran in place", () => {
  it("is copied without what was recorded and landed there", () => {
    const from = join(scratch, "ran");
    const files = {
      ".gitignore": ".laban/\n/market/\n",
      "market.playbook": "",
      "input/market/kept.md": "",
      ".laban/laban.db": "",
      "market/snapshot.json": "{}",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(from, path)), { recursive: true });
      writeFileSync(join(from, path), text);
    }
    const to = join(scratch, "copy");
    copyExample(from, to);
    expect(readdirSync(to).toSorted()).toEqual([".gitignore", "input", "market.playbook"]);
    expect(readdirSync(join(to, "input/market"))).toEqual(["kept.md"]);
  });

  it.each(readdirSync(examples))("%s leaves nothing that git would take", async (name) => {
    const folder = join(examples, name);
    const playbooks = readdirSync(folder).filter((file) => file.endsWith(".playbook"));
    const { program } = await compiled(
      Object.fromEntries(playbooks.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
    );
    const landed = Object.values(program.artifacts).filter(({ given }) => given !== true);
    const ignored = readFileSync(join(folder, ".gitignore"), "utf8").split("\n");
    expect(ignored).toEqual(
      expect.arrayContaining([".laban/", ...landed.map(({ at }) => `/${at.split("/")[0] ?? ""}/`)]),
    );
  });
});
