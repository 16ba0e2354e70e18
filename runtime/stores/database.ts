import { createRequire } from "node:module";
import { StoreFailure } from "./failure.js";

/** What Laban needs of the `DatabaseSync` API, which Node's own SQLite and its stand-in share. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Statement {
  run(...parameters: readonly (string | number | null)[]): { readonly changes: number | bigint };
  get(...parameters: readonly (string | number | null)[]): unknown;
  all(...parameters: readonly (string | number | null)[]): unknown[];
}

interface Sqlite {
  readonly DatabaseSync: new (path: string) => Database;
}

let loaded: Sqlite | undefined;

/**
 * Opens a database file, which is made where there is none (its folder must exist). Node's own SQLite where Node has it,
 * else `@photostructure/sqlite`. Throws `StoreFailure`.
 */
export function openDatabase(path: string): Database {
  loaded ??= builtIn() ?? installed();
  const { DatabaseSync } = loaded;
  return translating(path, () => new DatabaseSync(path));
}

/** Node's own SQLite. Loading it warns that it is experimental: no business of whoever runs Laban. */
function builtIn(): Sqlite | undefined {
  if (typeof process.getBuiltinModule !== "function") return undefined;
  const emitWarning = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    const found: unknown = process.getBuiltinModule("node:sqlite");
    return isSqlite(found) ? found : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function installed(): Sqlite {
  try {
    const found: unknown = createRequire(import.meta.url)("@photostructure/sqlite");
    if (isSqlite(found)) return found;
  } catch (cause) {
    throw new StoreFailure("unusable", withoutSqlite, { cause });
  }
  throw new StoreFailure("unusable", withoutSqlite);
}

const withoutSqlite =
  "no SQLite for this Node: use Node 22.13 or newer, or install the package `@photostructure/sqlite` with its native part";

function isSqlite(module: unknown): module is Sqlite {
  return (
    typeof module === "object" &&
    module !== null &&
    "DatabaseSync" in module &&
    typeof module.DatabaseSync === "function"
  );
}

/** Runs `body` and throws what SQLite throws as a `StoreFailure` that names the file. Other errors pass. */
export function translating<T>(path: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw failureOf(path, error) ?? error;
  }
}

/** SQLite's result codes: https://www.sqlite.org/rescode.html. The lowest byte is the primary one. */
function failureOf(path: string, error: unknown): StoreFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code =
    numberIn(error, "errcode") ?? numberIn(error, "sqliteExtendedCode") ?? codeOfMessage(error.message);
  if (code === undefined) return undefined;
  const full = numberIn(error, "systemErrno") === 28;
  const [kind, message] = full ? words(path, 13, error.message) : words(path, code & 0xff, error.message);
  return new StoreFailure(kind, message, { cause: error });
}

/** The stand-in gives no code where reading rows fails; SQLite's own words are always the same. */
function codeOfMessage(message: string): number | undefined {
  return sqliteMessages.find(([text]) => message.includes(text))?.[1];
}

const sqliteMessages: readonly (readonly [text: string, code: number])[] = [
  ["database is locked", 5],
  ["attempt to write a readonly database", 8],
  ["disk I/O error", 10],
  ["database disk image is malformed", 11],
  ["database or disk is full", 13],
  ["unable to open database file", 14],
  ["file is not a database", 26],
];

function words(path: string, code: number, message: string): readonly [StoreFailure["kind"], string] {
  switch (code) {
    case 5:
    case 6:
      return [
        "locked",
        `the store \`${path}\` is in use by another process and stayed so: try again, or end that process`,
      ];
    case 3:
    case 8:
      return [
        "read-only",
        `the store \`${path}\` cannot be written: give this user the right to write the file and its folder`,
      ];
    case 11:
      return ["corrupt", `the store \`${path}\` is damaged: put it aside and restore a copy`];
    case 13:
      return [
        "full",
        `the disk is full: nothing was written to the store \`${path}\`; make room and start again`,
      ];
    case 14:
      return [
        "unreachable",
        `the store \`${path}\` cannot be opened: see that its folder exists and that this user may write there`,
      ];
    case 26:
      return ["foreign", `\`${path}\` is no store of Laban's: give another path as \`store\``];
    default:
      return ["unusable", `the store \`${path}\` cannot be used: ${message}`];
  }
}

function numberIn(error: Error, name: string): number | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
  return typeof value === "number" ? value : undefined;
}
