import type { Database } from "./database.js";
import { StoreFailure } from "./failure.js";

/** `laban` in SQLite's header, so that another program's file is never taken for a store. */
const applicationId = 0x6c61626e;

/**
 * What brings an empty file to the newest version, one step a version; a step that was released never changes.
 * Journal rows are written once. A lease's row stays when it is released, because its fence must only grow.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE bundles (
    digest TEXT PRIMARY KEY,
    bundle TEXT NOT NULL
  ) STRICT;
  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    playbook TEXT,
    digest TEXT NOT NULL REFERENCES bundles (digest),
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    version INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_status ON runs (status, id);
  CREATE INDEX runs_by_key ON runs (owner, key, status);
  CREATE TABLE journal (
    run TEXT NOT NULL REFERENCES runs (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (run, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE leases (
    run TEXT PRIMARY KEY REFERENCES runs (id),
    holder TEXT,
    fence INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE inbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    run TEXT NOT NULL REFERENCES runs (id),
    at INTEGER NOT NULL,
    request TEXT NOT NULL,
    result TEXT
  ) STRICT;
  CREATE INDEX inbox_by_run ON inbox (run, number) WHERE result IS NULL;
  `,
];

export const newestVersion = migrations.length;

/** Brings the file to the newest version in one transaction. Throws `StoreFailure` for a file of others or a newer one. */
export function migrate(database: Database, path: string, now: number): void {
  const version = pragma(database, "user_version");
  const isOurs = pragma(database, "application_id") === applicationId;
  if (!isOurs && !isEmpty(database)) {
    throw new StoreFailure(
      "foreign",
      `\`${path}\` is another program's database: give another path as \`store\``,
    );
  }
  if (version > newestVersion) {
    throw new StoreFailure(
      "newer",
      `the store \`${path}\` was written by a newer Laban (version ${version} of its schema; this one knows ${newestVersion}): upgrade Laban`,
    );
  }
  if (isOurs && version === newestVersion) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have brought it there in the meantime.
    const current = pragma(database, "user_version");
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(
      "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    );
    const applied = database.prepare("INSERT INTO migrations (version, applied_at) VALUES (?, ?)");
    for (const [index, sql] of migrations.entries()) {
      if (index < current) continue;
      database.exec(sql);
      applied.run(index + 1, now);
    }
    database.exec(`PRAGMA user_version = ${newestVersion}`);
    database.exec("COMMIT");
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** SQLite has rolled back by itself after some errors (a full disk); then there is nothing left to do. */
export function rollBack(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // no transaction is open
  }
}

function pragma(database: Database, name: "user_version" | "application_id"): number {
  const row: unknown = database.prepare(`PRAGMA ${name}`).get();
  const value: unknown = typeof row === "object" && row !== null ? Object.entries(row)[0]?.[1] : undefined;
  return typeof value === "number" ? value : 0;
}

function isEmpty(database: Database): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}
