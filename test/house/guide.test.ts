import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { compile, memoryHost } from "../../compiler/index.js";
import config from "../../runtime/config/config.schema.json" with { type: "json" };
import { readConfig } from "../../runtime/config/read-config.js";
import { readScript } from "../../runtime/config/read-script.js";
import script from "../../runtime/config/script.schema.json" with { type: "json" };
import { stdlib } from "../../stdlib/index.js";
import { linksIn } from "./links.js";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A table's rows as cells, header and rule left out. */
function rows(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function blocks(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, text = ""]) => text,
  );
}

/** The names in backticks at the beginning of each row of the table behind the comment `keys of NAME`. */
function keysIn(page: string, name: string): readonly string[] {
  const table = new RegExp(`<!-- keys of ${name} -->\\n\\n((?:\\|.*\\n)+)`).exec(page)?.[1] ?? "";
  return rows(table).map(([key = ""]) => key.replaceAll("`", ""));
}

describe("docs/guide/configuration.md", () => {
  const page = read("docs/guide/configuration.md");
  const objects: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["the settings", config.properties],
    ["ScriptedModelBinding", config.$defs.ScriptedModelBinding.properties],
    ["PersonBinding", config.$defs.PersonBinding.properties],
    ["OpenAiCompatibleBinding", config.$defs.OpenAiCompatibleBinding.properties],
    ["CommandBinding", config.$defs.CommandBinding.properties],
    ["ScriptedToolBinding", config.$defs.ScriptedToolBinding.properties],
    ["SelectorBinding", config.$defs.SelectorBinding.properties],
  ];
  it.each(objects)("[L-33] has every key of %s, and no other", (name, properties) => {
    expect(keysIn(page, name).toSorted()).toEqual(Object.keys(properties).toSorted());
  });

  it("has a table for everything that a model, a tool or a selector may be bound to", () => {
    const named = [...page.matchAll(/<!-- keys of (.*) -->/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(objects.map(([name]) => name).toSorted());
    const bindings = Object.keys(config.$defs).filter((name) => name.endsWith("Binding"));
    const unions = ["ModelBinding", "ToolBinding"];
    expect(bindings.filter((name) => !named.includes(name))).toEqual(unions);
    expect(Object.keys(config.properties.limits.properties).filter((key) => !page.includes(key))).toEqual([]);
  });

  it.each(blocks(page, "json"))("shows settings that are right: %s", (text) => {
    expect(readConfig(text, "laban.config.json").diagnostics).toEqual([]);
  });
});

describe("docs/guide/replies.md", () => {
  const page = read("docs/guide/replies.md");
  const definitions: Readonly<Record<string, object>> = script.$defs;

  it("has every key of a script", () => {
    expect(keysIn(page, "the script").toSorted()).toEqual(Object.keys(script.properties).toSorted());
  });

  it.each([
    ["reply", script.$defs.Reply.oneOf],
    ["output", script.$defs.Output.oneOf],
  ])("has every kind of %s with all that goes along", (title, kinds) => {
    const table = new RegExp(`\\n(\\| ${title} .*\\n(?:\\|.*\\n)+)`).exec(page)?.[1] ?? "";
    const told = rows(table).map(([kind = "", , also = ""]) =>
      [kind, also.replaceAll(/\([^)]*\)/g, "")]
        .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, key]) => key))
        .toSorted(),
    );
    const known = kinds.map(({ $ref }) => {
      const { properties = {} }: { properties?: object } = definitions[$ref.replace("#/$defs/", "")] ?? {};
      return Object.keys(properties).toSorted();
    });
    expect(told).toEqual(known);
  });

  it.each(blocks(page, "yaml"))("shows scripts that are right: %s", (text) => {
    expect(readScript(text, "replies.yaml")).toMatchObject({ kind: "read" });
  });

  it.each(blocks(page, "json"))("shows settings that are right: %s", (text) => {
    expect(readConfig(text, "laban.config.json").diagnostics).toEqual([]);
  });
});

describe("docs/guide/standard-library.md", () => {
  const page = read("docs/guide/standard-library.md");
  it.each(Object.entries(stdlib))("has std:%s as it ships", (name, source) => {
    expect(page).toContain(`\`std:${name}\``);
    expect(blocks(page, "playbook")).toContain(source);
  });
});

it("the first look of the README is a whole program, in which nothing is found", async () => {
  const [text = ""] = blocks(read("README.md"), "playbook");
  const { diagnostics, bundle } = await compile(memoryHost({ "first.playbook": text }), ["first.playbook"]);
  expect(diagnostics).toEqual([]);
  expect(Object.keys(bundle?.program.playbooks ?? {})).toHaveLength(4);
});

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/adr", "docs/checks", "docs/guide", "docs/spec"].flatMap((folder) => pagesIn(folder)),
  ...readdirSync(join(root, "examples")).map((name) => `examples/${name}/README.md`),
];

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** What a heading is called in a link. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

it.each(pages)("every link of %s leads somewhere", (path) => {
  const broken = linksIn(read(path)).filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = "", part] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) return true;
    const headings = part === undefined ? [] : [...read(target).matchAll(/^#+ (.*)$/gm)];
    return part !== undefined && !headings.some(([, heading = ""]) => anchor(heading) === part);
  });
  expect(broken).toEqual([]);
});
