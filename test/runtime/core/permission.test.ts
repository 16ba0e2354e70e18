import * as fc from "fast-check";
import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { foldName, refusePath } from "../../../runtime/core/index.js";
import { countOf } from "../../support/counts.js";

const everything = ["**"];

describe("permission to write", () => {
  it.each([
    ["market/snapshot.json"],
    ["a"],
    [".hidden/file"],
    ["über/straße.md"],
    ["gitlab/.gitkeep"],
    ["laban/config.json"],
    ["playbook"],
    ["com10.txt"],
    ["console.log"],
    ["50%25/x"],
  ])("[R-7] admits `%s` where the scope does", (path) => {
    expect(refusePath(path, everything)).toBeUndefined();
  });

  it.each([
    ["", "the path is empty"],
    ["/etc/passwd", "`/etc/passwd` is absolute: paths are relative to the workspace"],
    ["C:/x", "`C:/x` is absolute: paths are relative to the workspace"],
    ["c:x", "`c:x` is absolute: paths are relative to the workspace"],
    ["../x", "`../x` has `..` in it: no path leads out of the workspace"],
    ["a/../x", "`a/../x` has `..` in it: no path leads out of the workspace"],
    ["a/./x", "`a/./x` has `.` in it: no path leads out of the workspace"],
    ["a//x", "`a//x` has an empty name between two `/`, or at its end"],
    ["a/", "`a/` has an empty name between two `/`, or at its end"],
    ["a\\b", "`a\\b` has a `\\`: folders are separated by `/`"],
    ["a\0b", "`a\\u{0}b` has a character that cannot be seen"],
    ["a\u202Eb", "`a\\u{202e}b` has a character that cannot be seen"],
    [".g\u200Cit/x", "`.g\\u{200c}it/x` has a character that cannot be seen"],
    ["cafe\u0301", "`cafe\u0301` is not in Unicode's composed form (NFC)"],
    [".laban/laban.db", "`.laban/laban.db` leads to Laban's own folder (`.laban`), which is never written"],
    ["sub/.LABAN/x", "`sub/.LABAN/x` leads to Laban's own folder (`.LABAN`), which is never written"],
    [
      ".git/hooks/pre-commit",
      "`.git/hooks/pre-commit` leads to Git's own folder (`.git`), which is never written",
    ],
    ["a/.Git/config", "`a/.Git/config` leads to Git's own folder (`.Git`), which is never written"],
    ["GIT~1/config", "`GIT~1/config` leads to Git's own folder (`GIT~1`), which is never written"],
    [
      "laban.config.json",
      "`laban.config.json` leads to the configuration (`laban.config.json`), which is never written",
    ],
    [
      "x/Laban.Config.JSON",
      "`x/Laban.Config.JSON` leads to the configuration (`Laban.Config.JSON`), which is never written",
    ],
    ["a.playbook", "`a.playbook` leads to a playbook (`a.playbook`), which is never written"],
    ["x/A.PlayBook/y", "`x/A.PlayBook/y` leads to a playbook (`A.PlayBook`), which is never written"],
    ["nul", "`nul` has the name `nul`, which Windows reserves"],
    ["a/COM1.txt", "`a/COM1.txt` has the name `COM1.txt`, which Windows reserves"],
    ["lpt²", "`lpt²` has the name `lpt²`, which Windows reserves"],
    ["aux .json", "`aux .json` has the name `aux .json`, which Windows reserves"],
    ["a.", "`a.` has a name that ends in a dot or a space"],
    ["a /b", "`a /b` has a name that ends in a dot or a space"],
    [
      "file:stream",
      '`file:stream` has one of the characters `< > : " | ? *`, which not every file system has',
    ],
    ["x".repeat(256), `\`${"x".repeat(256)}\` has a name that is longer than 255 bytes`],
  ])("[R-7] refuses `%s` whatever the scope", (path, words) => {
    expect(refusePath(path, everything)).toBe(words);
  });

  it("[R-7] permits by the exact spelling alone", () => {
    const scope = ["market/*.json", "notes/**"];
    expect(refusePath("market/snapshot.json", scope)).toBeUndefined();
    expect(refusePath("notes/a/b.md", scope)).toBeUndefined();
    for (const path of ["Market/snapshot.json", "market/snapshot.JSON", "market/a/b.json", "notes"])
      expect(refusePath(path, scope)).toBe(
        `\`${path}\` is outside of what this playbook may write: its write scope is \`market/*.json\`, \`notes/**\``,
      );
    expect(refusePath("a", [])).toBe("`a` is outside of what this playbook may write: it has no write scope");
  });

  it("[R-7] admits no path that any system takes for one outside, or for a kept name", () => {
    const nasty = fc.constantFrom(
      "..",
      ".",
      "",
      "/",
      "\\",
      "//",
      "\0",
      "a",
      "b.json",
      ".git",
      ".GIT",
      "git~1",
      ".laban",
      "laban.config.json",
      "x.playbook",
      "C:",
      "con",
      "nul.txt",
      "~",
      "$HOME",
      "%2e%2e",
      "\u2025",
      "\uFF0E\uFF0E",
      "a ",
      "a.",
      "\u200D",
      "\uD800",
      "é",
      "e\u0301",
      "ı",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(nasty, fc.string({ maxLength: 4, unit: "binary" })), { maxLength: 8 }),
        fc.constantFrom("", "/"),
        (parts, separator) => {
          const path = parts.join(separator);
          if (refusePath(path, everything) !== undefined) return;
          for (const system of [posix, win32]) {
            const root = system === posix ? "/w" : "C:\\w";
            const resolved = system.resolve(root, path);
            expect(system.relative(root, resolved).split(/[\\/]/)).not.toContain("..");
            expect(resolved.startsWith(root + system.sep)).toBe(true);
            expect(resolved).toBe(root + system.sep + path.replaceAll("/", system.sep));
          }
          expect(path).toBe(path.normalize("NFC"));
          for (const name of path.split("/")) {
            expect([".git", ".laban", "laban.config.json"]).not.toContain(foldName(name));
            expect(foldName(name).endsWith(".playbook")).toBe(false);
          }
        },
      ),
      { numRuns: countOf(2_000) },
    );
  });
});
