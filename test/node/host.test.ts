import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../node/host.js";
import type { Host } from "../../compiler/host.js";

let outer: string;
let host: Host;

beforeEach(() => {
  outer = realpathSync(mkdtempSync(join(tmpdir(), "laban-host-")));
  const root = join(outer, "project");
  mkdirSync(join(root, "sub"), { recursive: true });
  writeFileSync(join(root, "a.playbook"), "a");
  writeFileSync(join(outer, "secret.playbook"), "secret");
  symlinkSync(join(root, "a.playbook"), join(root, "sub", "same.playbook"));
  symlinkSync(join(outer, "secret.playbook"), join(root, "out.playbook"));
  symlinkSync(outer, join(root, "up"));
  symlinkSync(root, join(root, "sub", "round"));
  symlinkSync(join(root, "loop"), join(root, "loop"));
  host = nodeHost(root);
});
afterEach(() => {
  rmSync(outer, { recursive: true });
});

describe("files of a project", () => {
  it("the folder may be given relative or as a link, and has to exist", () => {
    symlinkSync(join(outer, "project"), join(outer, "link"));
    for (const folder of [join(outer, "link"), relative(process.cwd(), join(outer, "project"))]) {
      expect(new TextDecoder().decode(bytes(nodeHost(folder).readFile("a.playbook")))).toBe("a");
      expect(nodeHost(folder).list("up")).toBe("outside");
    }
    expect(() => nodeHost(join(outer, "missing"))).toThrow("ENOENT");
    expect(() => Reflect.apply(nodeHost, undefined, [undefined])).toThrow(
      new TypeError("`nodeHost` takes the path of a folder"),
    );
  });

  it("are read as they are", () => {
    expect(new TextDecoder().decode(bytes(host.readFile("a.playbook")))).toBe("a");
    expect(new TextDecoder().decode(bytes(host.readFile("sub/same.playbook")))).toBe("a");
  });

  it("[L-5] nothing outside the root is read, whichever link or path leads there", () => {
    expect(host.readFile("out.playbook")).toBe("outside");
    expect(host.readFile("up/secret.playbook")).toBe("outside");
    expect(host.readFile("../secret.playbook")).toBe("outside");
    expect(host.list("up")).toBe("outside");
    expect(host.list("..")).toBe("outside");
    expect(host.realPath?.("out.playbook")).toBeUndefined();
  });

  it("[L-6] a folder's links are listed as what they lead to", () => {
    const entries = host.list("");
    expect(
      Array.isArray(entries) ? [...entries].toSorted((a, b) => (a.name < b.name ? -1 : 1)) : entries,
    ).toEqual([
      { name: "a.playbook", kind: "file" },
      { name: "loop", kind: "other" },
      { name: "out.playbook", kind: "outside" },
      { name: "sub", kind: "directory" },
      { name: "up", kind: "outside" },
    ]);
  });

  it("[L-6] a link to a folder is not gone into, so that links in a circle end", () => {
    expect(host.list("sub")).toContainEqual({ name: "round", kind: "other" });
  });

  it("one file under two names has one real path", () => {
    expect(host.realPath?.("sub/same.playbook")).toBe("a.playbook");
  });

  it("what cannot be read says why", () => {
    expect(host.readFile("no.playbook")).toBe("missing");
    expect(host.readFile("a.playbook/b")).toBe("missing");
    expect(host.readFile("sub")).toBe("directory");
    expect(host.readFile("loop")).toBe("unreadable");
    expect(host.readFile("a\0b")).toBe("unreadable");
    expect(host.list("no")).toBe("missing");
  });

  it("a pipe is not waited for", () => {
    execFileSync("mkfifo", [join(outer, "project", "pipe.playbook")]);
    expect(host.readFile("pipe.playbook")).toBe("unreadable");
  });
});

function bytes(content: ReturnType<Host["readFile"]>): Uint8Array {
  expect(content).toBeInstanceOf(Uint8Array);
  return content instanceof Uint8Array ? content : new Uint8Array();
}
