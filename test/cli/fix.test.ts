import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixProject } from "../../cli/fix-project.js";
import { project } from "./projects.js";
import { laban, transcript, type Ended } from "./session.js";

const unused = `import { Approval, Clarification } from "std:waits"

/// What was found.
artifact report at "report.md"

/// Writes it.
#suppress LB2010 "nothing is unused"
playbook report-write {
  intent "Write the report"
  outputs report
  prompt "Write the report."
}
`;
const mended = unused.slice(unused.indexOf("///")).replace(/#suppress.*\n/, "");
/** Its fix is a guess. */
const misspelt = mended.replace("outputs report", "outputs reprot").replace("reprot", "reporrt");

async function check(folder: string, ...words: readonly string[]): Promise<Ended> {
  return laban(["check", ...words], { cwd: folder });
}

const read = (folder: string, path = "a.playbook"): string => readFileSync(join(folder, path), "utf8");

describe("laban check --fix", () => {
  it("writes what is safe until nothing is left, and says what it changed", async () => {
    const folder = project({ "a.playbook": unused });
    const before = await check(folder);
    expect(before.stdout).toContain("`laban check --fix` fixes ");
    expect(read(folder)).toBe(unused);

    const words = ["check", "--fix"];
    const ended = await laban(words, { cwd: folder });
    await expect(transcript(words, ended)).toMatchFileSnapshot("golden/check-fix.txt");
    expect(ended.code).toBe(0);
    expect(read(folder)).toBe(mended);
    expect(await check(folder, "--fix")).toEqual({ code: 0, stdout: "no findings in 1 file\n", stderr: "" });
  });

  it("takes as many rounds as one thing hides the next", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `t${at}`);
    const types = names.map((name) => `type ${name} = string\n`).join("");
    const folder = project({
      "a.playbook": `import { ${names.join(", ")} } from "./b.playbook"\n\n${mended}`,
      "b.playbook": types,
    });
    expect((await check(folder, "--fix", "a.playbook")).stdout).not.toContain("LB2010: the import");
    expect(read(folder)).toBe(mended);
  });

  it("leaves a guess to who asks for it", async () => {
    const folder = project({ "a.playbook": misspelt });
    expect(await check(folder, "--fix")).toMatchObject({ code: 1 });
    expect(read(folder)).toBe(misspelt);
    const ended = await check(folder, "--fix-unsafe");
    expect(ended).toMatchObject({
      code: 0,
      stdout: "fixed a.playbook:7:11 LB2001: write `report`\n\nno findings in 1 file\n",
    });
    expect(read(folder)).toBe(mended);
  });

  it("keeps the byte-order mark and the line ends", async () => {
    const windows = (text: string): string => `\ufeff${text.replaceAll("\n", "\r\n")}`;
    const folder = project({ "a.playbook": windows(unused) });
    expect((await check(folder, "--fix")).code).toBe(0);
    expect(read(folder)).toBe(windows(mended));
  });

  it("gives a program what is left, and says aside what was changed", async () => {
    const folder = project({ "a.playbook": unused });
    const ended = await check(folder, "--fix", "--json");
    expect(JSON.parse(ended.stdout)).toEqual({ version: 1, diagnostics: [] });
    expect(ended.stderr).toMatch(/^fixed a\.playbook:1:/);
  });

  it("changes nothing of what the settings do not report, nor in packages", async () => {
    const rules = `{ "rules": { "LB2010": "off", "LB8004": "off" } }`;
    const folder = project({ "laban.config.json": rules, "a.playbook": unused });
    expect((await check(folder, "--fix")).code).toBe(0);
    expect(read(folder)).toBe(unused);
    const dependent = `import { report } from "./node_modules/x/b.playbook"\n${mended.slice(mended.indexOf("/// Writes"))}`;
    const other = project({ "a.playbook": dependent, "node_modules/x/b.playbook": unused });
    expect((await check(other, "--fix", "a.playbook")).stdout).toContain("node_modules/x/b.playbook:1:");
    expect(read(other, "node_modules/x/b.playbook")).toBe(unused);
  });

  it("leaves alone what somebody else has changed meanwhile", async () => {
    const folder = project({ "a.playbook": unused });
    const outcome = await fixProject(
      folder,
      [],
      ({ diagnostics }) => {
        writeFileSync(join(folder, "a.playbook"), `${unused}// Mine.\n`);
        return diagnostics;
      },
      {},
    );
    expect(outcome).toMatchObject({ kind: "problem", details: ["`a.playbook` was changed meanwhile"] });
    expect(read(folder)).toBe(`${unused}// Mine.\n`);
  });
});
