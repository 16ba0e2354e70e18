import { describe, expect, it } from "vitest";
import type { Document } from "../../../ir/index.js";
import { documentDigest, machine, type Command } from "../../../runtime/core/index.js";
import { memoryWorkspace } from "../../../runtime/scenario/memory-workspace.js";
import { bundleOf } from "../../support/play.js";

const program = `
artifact one at "one.json" { n: integer }
artifact many at "many/{part}.json" { n: integer }
`;

async function workspace() {
  const { program: compiled } = await bundleOf(program);
  return memoryWorkspace(machine(compiled));
}

function document(path: string, content: string, expected: string | null = null): Document {
  return {
    artifact: "one",
    path,
    sha256: documentDigest(content),
    content,
    expected: expected === null ? null : documentDigest(expected),
    value: null,
  };
}

type Landing = Command & { readonly kind: "land" };
const landing = (documents: readonly Document[], reads: Landing["reads"] = [], scope = ["**"]): Landing => ({
  kind: "land",
  id: "land/1/0",
  lane: "1",
  documents,
  reads,
  scope,
});
const reading = (known: (Command & { readonly kind: "read-workspace" })["known"] = []) => ({
  kind: "read-workspace" as const,
  id: "read//1",
  path: "",
  families: ["one", "many"],
  known,
});

describe("the workspace in memory", () => {
  it("[L-38] tells landed, absent and unreadable documents", async () => {
    const given = await workspace();
    expect(given.read(reading()).changed).toEqual([{ artifact: "one", path: "one.json", state: "absent" }]);
    given.give("one", "one.json", { n: "no integer" });
    given.give("many", "many/a.json", { n: 1 });
    expect(given.read(reading()).changed).toEqual([
      {
        artifact: "one",
        path: "one.json",
        sha256: documentDigest('{\n  "n": "no integer"\n}\n'),
        state: "unreadable",
        problem: "/n must be an integer, not a string",
      },
      {
        artifact: "many",
        key: "a",
        path: "many/a.json",
        sha256: documentDigest('{\n  "n": 1\n}\n'),
        state: "landed",
        value: { n: 1 },
      },
    ]);
  });

  it("[L-38] gives only what differs from what is known", async () => {
    const given = await workspace();
    given.give("many", "many/a.json", { n: 1 });
    const [, many] = given.read(reading()).changed;
    const known = [
      { artifact: "one", sha256: null },
      { artifact: "many", key: "a", sha256: many?.sha256 ?? null },
    ];
    expect(given.read(reading(known)).changed).toEqual([]);
    given.give("many", "many/a.json", { n: 2 });
    expect(given.read(reading(known)).changed).toMatchObject([{ key: "a", value: { n: 2 } }]);
  });

  it("[R-52] lands where nothing has changed, and refuses as superseded where something has", async () => {
    const given = await workspace();
    expect(given.land(landing([document("one.json", "1")]))).toEqual([
      { kind: "artifact.landed", lane: "1", artifact: "one", path: "one.json", sha256: documentDigest("1") },
    ]);
    expect(given.land(landing([document("one.json", "2", "0")]))).toEqual([
      {
        kind: "landing.refused",
        lane: "1",
        reason: "superseded",
        message: "`one.json` has changed since it was read: nothing was written",
      },
    ]);
    const reads = [{ path: "many/a.json", sha256: documentDigest("a") }];
    expect(given.land(landing([document("one.json", "2", "1")], reads))).toMatchObject([
      { kind: "landing.refused", reason: "superseded" },
    ]);
    expect(given.files.get("one.json")).toBe("1");
  });

  it("[R-6] lands all documents or none, and the same landing again does nothing", async () => {
    const given = await workspace();
    const documents = [document("one.json", "1"), document("many/a.json", "a", "old")];
    expect(given.land(landing(documents))).toMatchObject([{ kind: "landing.refused" }]);
    expect([...given.files]).toEqual([]);
    const both = landing([document("one.json", "1"), document("many/a.json", "a")]);
    expect(given.land(both)).toEqual(given.land(both));
    expect([...given.files]).toEqual([
      ["one.json", "1"],
      ["many/a.json", "a"],
    ]);
  });

  it("[R-7] refuses places outside of the scope", async () => {
    const given = await workspace();
    expect(given.land(landing([document("one.json", "1")], [], ["many/*"]))).toEqual([
      {
        kind: "landing.refused",
        lane: "1",
        reason: "outside",
        message: "`one.json` is outside of what this playbook may write: its write scope is `many/*`",
      },
    ]);
  });
});
