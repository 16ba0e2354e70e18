import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";

/** The part of docs/spec/host.md that is about the command line, and what it says is not there yet. */
const page = readFileSync(resolve(import.meta.dirname, "../../docs/spec/host.md"), "utf8");
const section = page.slice(page.indexOf("## Command line"));
const plan = /```\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
const missing = /\*\*Not there yet:\*\*([\s\S]*?)\n\n/.exec(section)?.[1] ?? "";
const missingNames = [...missing.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The commands of the plan, each with the options that its line names. */
const planned = plan.split("\n").flatMap((line) => {
  const [names = ""] = line.replace(/^laban /, "").split(/ {2,}/);
  const options = [...line.matchAll(/(--[a-z-]+)/g)].map(([, option = ""]) => option);
  return names.split(" · ").map((name) => ({ name: name.split(" ")[0] ?? "", options }));
});

it("of every command of the specification, the specification says whether it is there", () => {
  const there: readonly string[] = commands.map(({ name }) => name);
  const names = planned.map(({ name }) => name).filter((name) => name !== "");
  expect(names.filter((name) => !there.includes(name))).toEqual(
    names.filter((name) => missingNames.includes(name)),
  );
  expect(there.filter((name) => !names.includes(name))).toEqual([]);
});

it("of every option of a command that is there, the specification says whether it is there", async () => {
  for (const { name, load } of commands) {
    const { options } = await load();
    const wanted = planned.find((one) => one.name === name)?.options ?? [];
    const there = [...options.map((option) => `--${option.name}`), "--json", "--help"];
    expect([name, ...wanted.filter((option) => !there.includes(option))]).toEqual([
      name,
      ...wanted.filter((option) => missingNames.includes(`${name} ${option}`)),
    ]);
  }
});
