import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../runtime/ports.js";
import { openDatabase } from "../../../runtime/stores/database.js";
import { StaleLease, StoreFailure } from "../../../runtime/stores/failure.js";
import { newestVersion } from "../../../runtime/stores/schema.js";
import { openSqliteStore } from "../../../runtime/stores/sqlite.js";
import { bundleProgram, runProgram } from "../../support/child.js";
import { countOf } from "../../support/counts.js";
import { describeStore } from "./contract.js";
import { emptyBundle, entry, runRow } from "./sample.js";

const folder = mkdtempSync(join(tmpdir(), "laban-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const freshPath = (): string => join(folder, `${++files}`, ".laban", "laban.db");

const stores: Store[] = [];
function open(path: string, busyMs = 0): Store {
  const store = openSqliteStore(path, { now: 7, busyMs });
  stores.push(store);
  return store;
}
afterEach(() => {
  for (const store of stores.splice(0)) {
    try {
      store.close();
    } catch {
      // closed by its test
    }
  }
});

function failureOf(body: () => unknown): StoreFailure {
  try {
    body();
  } catch (error) {
    if (error instanceof StoreFailure) return error;
    throw error;
  }
  throw new Error("it failed");
}

describeStore("the store in SQLite", () => open(freshPath()));

describe("the store in SQLite", () => {
  it("[R-2] syncs what it wrote before it goes on", () => {
    const path = freshPath();
    open(path);
    const database = openDatabase(path);
    expect(database.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
    database.close();
    const source = readFileSync("runtime/stores/sqlite.ts", "utf8");
    expect(source).toContain("PRAGMA synchronous = FULL");
  });

  it("shows another process what is committed, and keeps it over reopening", () => {
    const path = freshPath();
    const one = open(path);
    one.putBundle(emptyBundle);
    one.create(runRow("r1"), [entry(1)]);
    const two = open(path);
    expect(two.journal("r1")).toEqual([entry(1)]);
    one.close();
    two.close();
    expect(open(path).run("r1")).toEqual(runRow("r1"));
  });

  it("leaves one file behind when it is closed, and goes on from there", () => {
    const path = freshPath();
    const one = open(path);
    one.putBundle(emptyBundle);
    one.create(runRow("r1"), [entry(1)]);
    expect(readdirSync(dirname(path))).toContain("laban.db-wal");
    one.close();
    expect(readdirSync(dirname(path))).toEqual(["laban.db"]);
    const two = open(path);
    expect(two.journal("r1")).toEqual([entry(1)]);
    two.close();
    expect(readdirSync(dirname(path))).toEqual(["laban.db"]);
  });

  it("[R-4] checks the lease in the transaction that writes, whoever took it over in the meantime", () => {
    const path = freshPath();
    const one = open(path);
    one.putBundle(emptyBundle);
    one.create(runRow("r1"), [entry(1)]);
    const lease = one.lease("r1", "one", 0, 10);
    const two = open(path);
    expect(two.lease("r1", "two", 10, 10)?.fence).toBe(2);
    expect(lease).toBeDefined();
    if (lease === undefined) return;
    expect(() =>
      one.append({ run: "r1", version: 1, lease, entries: [entry(2)], status: "running" }),
    ).toThrow(StaleLease);
  });

  it("refuses another program's database and leaves it as it is", () => {
    const path = join(folder, "foreign.db");
    const foreign = openDatabase(path);
    foreign.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    foreign.close();
    const before = readFileSync(path);
    const failure = failureOf(() => open(path));
    expect([failure.kind, failure.message]).toEqual([
      "foreign",
      `\`${path}\` is another program's database: give another path as \`store\``,
    ]);
    expect(readFileSync(path)).toEqual(before);
  });

  it("refuses a file that is no database", () => {
    const path = join(folder, "letter.db");
    writeFileSync(path, "Dear Ada, ".repeat(1_000));
    const failure = failureOf(() => open(path));
    expect([failure.kind, failure.message]).toEqual([
      "foreign",
      `\`${path}\` is no store of Laban's: give another path as \`store\``,
    ]);
  });

  it("refuses the store of a newer version, saying which", () => {
    const path = freshPath();
    open(path).close();
    const database = openDatabase(path);
    database.exec(`PRAGMA user_version = ${newestVersion + 1}`);
    database.close();
    const failure = failureOf(() => open(path));
    expect([failure.kind, failure.message]).toEqual([
      "newer",
      `the store \`${path}\` was written by a newer Laban (version ${newestVersion + 1} of its schema; this one knows ${newestVersion}): upgrade Laban`,
    ]);
  });

  it("records when each version of its schema came", () => {
    const path = freshPath();
    open(path);
    const database = openDatabase(path);
    expect(database.prepare("SELECT * FROM migrations").all()).toEqual(
      Array.from({ length: newestVersion }, (_, index) =>
        expect.objectContaining({ version: index + 1, applied_at: 7 }),
      ),
    );
    database.close();
  });

  it("says that a damaged file is damaged", () => {
    const path = freshPath();
    const store = open(path);
    store.putBundle(emptyBundle);
    store.create(runRow("r1"), [entry(1)]);
    store.close();
    truncateSync(path, statSync(path).size - 3 * 4_096);
    const failure = failureOf(() => {
      const damaged = open(path);
      damaged.journal("r1");
      damaged.runs({});
      damaged.inbox("r1");
    });
    expect(failure.kind).toBe("corrupt");
    expect(failure.message).toBe(`the store \`${path}\` is damaged: put it aside and restore a copy`);
  });

  it("says that a record is damaged which is not what was written", () => {
    const path = freshPath();
    const store = open(path);
    store.putBundle(emptyBundle);
    store.create(runRow("r1"), [entry(1)]);
    const database = openDatabase(path);
    for (const event of ['{"kind":"timer.due"}', "{", '{"kind":"no.such"}']) {
      database.prepare("UPDATE journal SET event = ?").run(event);
      const failure = failureOf(() => store.journal("r1"));
      expect(failure.kind).toBe("corrupt");
    }
    database.close();
  });

  it("writes nothing while another holds the file, says so, and goes on afterwards", () => {
    const path = freshPath();
    const store = open(path);
    store.putBundle(emptyBundle);
    const other = openDatabase(path);
    other.exec("BEGIN IMMEDIATE");
    const failure = failureOf(() => store.create(runRow("r1"), [entry(1)]));
    expect([failure.kind, failure.message]).toEqual([
      "locked",
      `the store \`${path}\` is in use by another process and stayed so: try again, or end that process`,
    ]);
    other.exec("COMMIT");
    other.close();
    store.create(runRow("r1"), [entry(1)]);
    expect(store.run("r1")?.version).toBe(1);
  });

  it("writes nothing of a transaction that fills the disk, says so, and opens afterwards", () => {
    const path = freshPath();
    const store = open(path);
    store.putBundle(emptyBundle);
    store.create(runRow("r1"), [entry(1)]);
    const lease = store.lease("r1", "one", 0, 1_000);
    expect(lease).toBeDefined();
    if (lease === undefined) return;
    store.close();
    const small = openSqliteStore(path, { now: 7, maximumBytes: statSync(path).size + 8_192 });
    stores.push(small);
    const large = entry(3, { kind: "advisory.raised", lane: "1", text: "x".repeat(100_000) });
    const failure = failureOf(() =>
      small.append({ run: "r1", version: 1, lease, entries: [entry(2), large], status: "running" }),
    );
    expect([failure.kind, failure.message]).toEqual([
      "full",
      `the disk is full: nothing was written to the store \`${path}\`; make room and start again`,
    ]);
    expect(small.journal("r1")).toEqual([entry(1)]);
    small.append({ run: "r1", version: 1, lease, entries: [entry(2)], status: "running" });
    small.close();
    const again = open(path);
    again.append({ run: "r1", version: 2, lease, entries: [large], status: "running" });
    expect(again.journal("r1")).toEqual([entry(1), entry(2), large]);
  });

  it("says when its folder cannot be made", () => {
    const file = join(folder, "a-file");
    writeFileSync(file, "");
    const failure = failureOf(() => open(join(file, "below", "laban.db")));
    expect([failure.kind, failure.message]).toEqual([
      "unreachable",
      `the folder \`${join(file, "below")}\` for the store cannot be made: see that this user may write there, and that no file is in the way`,
    ]);
  });

  it("takes nothing but a file for a store", () => {
    const path = freshPath();
    mkdirSync(path, { recursive: true });
    const failure = failureOf(() => open(path));
    expect([failure.kind, failure.message]).toEqual([
      "foreign",
      `\`${path}\` is no file: give another path as \`store\``,
    ]);
  });
});

describe("the store in SQLite, in a process of its own", () => {
  let writer = "";
  beforeAll(async () => {
    writer = await bundleProgram(join(import.meta.dirname, "writer.program.ts"));
  });
  afterAll(() => rmSync(writer, { force: true }));

  it("[R-5] loses nothing that it said was written when it is killed, as often as it is", async () => {
    const path = freshPath();
    let said = 0;
    for (let round = 0; round < countOf(4, 40); round += 1) {
      const running = runProgram(writer, [path, "-"]);
      await running.line(String(said + 2 + 3 * round));
      running.child.kill("SIGKILL");
      const { stdout } = await running.ended;
      const lines = stdout.split("\n").filter((line) => /^\d+$/.test(line));
      expect(stdout).not.toContain("failed");
      said = Number(lines.at(-1));
      const store = open(path);
      const journal = store.journal("r1");
      // One more may have been written than it had the time to say.
      expect([said, said + 1]).toContain(journal.length);
      expect(journal).toEqual(journal.map((_, index) => entry(index + 1)));
      expect(store.run("r1")?.version).toBe(journal.length);
      store.close();
      said = journal.length;
    }
  });

  it("says in words that its folder may not be written", async () => {
    const path = freshPath();
    const inFolder = join(path, "..");
    mkdirSync(inFolder, { recursive: true });
    chmodSync(folder, 0o755);
    chmodSync(inFolder, 0o555);
    const nobody = process.getuid?.() === 0 ? "65534" : "-";
    const { stdout } = await runProgram(writer, [path, nobody]).ended;
    chmodSync(inFolder, 0o755);
    expect(stdout).toBe(
      `failed StoreFailure: the store \`${path}\` cannot be opened: see that its folder exists and that this user may write there\n`,
    );
  });

  it("says in words that its file may not be written", async () => {
    const path = freshPath();
    const store = open(path);
    store.putBundle(emptyBundle);
    store.close();
    chmodSync(path, 0o444);
    chmodSync(join(path, ".."), 0o555);
    const nobody = process.getuid?.() === 0 ? "65534" : "-";
    const { stdout } = await runProgram(writer, [path, nobody]).ended;
    chmodSync(join(path, ".."), 0o755);
    expect(stdout).toBe(
      `failed StoreFailure: the store \`${path}\` cannot be written: give this user the right to write the file and its folder\n`,
    );
  });
});
