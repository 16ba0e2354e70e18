import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparable, walkedThrough } from "../cli/walkthrough.js";
import { type InstalledPackage, installPackage } from "../support/packed.js";
import { linksIn } from "./links.js";

const page = resolve(import.meta.dirname, "../../docs/guide/library.md");

describe("the package as it is published", () => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed.remove());

  it("the guide's programs print what the guide says", { timeout: 60_000 }, async () => {
    const text = readFileSync(page, "utf8");
    const now = await walkedThrough(text, installed.project);
    await expect(comparable(now) === comparable(text) ? text : now).toMatchFileSnapshot(page);
  });

  it("every link of its pages leads to what is in it", () => {
    const { folder } = installed;
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".md"),
    );
    const broken = pages.flatMap((path) =>
      linksIn(readFileSync(join(folder, path), "utf8"))
        .filter((link) => !/^https?:/.test(link))
        .map((link) => join(dirname(path), link.split("#")[0] ?? ""))
        .filter((target) => relative("", target).startsWith("..") || !existsSync(join(folder, target)))
        .map((target) => `${path}: ${target}`),
    );
    expect(pages).toContain("README.md");
    expect(broken).toEqual([]);
  });
});
