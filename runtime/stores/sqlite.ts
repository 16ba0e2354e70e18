/**
 * The store in one SQLite file.
 *
 * Invariants
 * 1. What a method wrote is on the disk when it returns: WAL with synchronous FULL (`[R-2]`).
 * 2. A write under a lease reads the lease in its own transaction, which holds the file's write lock from its beginning
 *    (`BEGIN IMMEDIATE`): between the check and the write nobody else can write (`[R-4]`).
 * 3. A fence is never given out twice for a run: releasing a lease keeps its row.
 * 4. After an error nothing of the transaction is there, and the next one can begin.
 * 5. Once the last process has closed the store, all of it is in its one file.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Bundle, Event, JournalEntry } from "../../ir/index.js";
import { validateBundle, validateEvent } from "../../ir/validate.gen.js";
import { makeFolders } from "../files.js";
import type { RequestResult } from "../core/index.js";
import type { Handed, Lease, Message, RefusedMessage, RunRow, Store } from "../ports.js";
import { type Database, type Statement, openDatabase, translating } from "./database.js";
import { StaleLease, StoreFailure, VersionConflict } from "./failure.js";
import { migrate, rollBack } from "./schema.js";

export interface SqliteOptions {
  /** ms since 1970, for the table of migrations. */
  readonly now: number;
  /** How long a write waits for another process's, in ms. Default 5 000. */
  readonly busyMs?: number;
  /** The file never grows above this; a write that would is refused as on a full disk. Default: no limit. */
  readonly maximumBytes?: number;
}

/**
 * Opens the store in `path`; the file and its folder are made where they are missing. Throws `StoreFailure`: the file is
 * another program's, damaged, of a newer Laban, out of reach, or locked for longer than `busyMs`.
 */
export function openSqliteStore(path: string, options: SqliteOptions): Store {
  makeRoom(path);
  const database = openDatabase(path);
  try {
    translating(path, () => {
      database.exec(`PRAGMA busy_timeout = ${options.busyMs ?? 5_000}`);
      // Read before anything is written, so that another program's file stays as it is.
      migrate(database, path, options.now);
      database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
      if (options.maximumBytes !== undefined)
        database.exec(`PRAGMA max_page_count = ${Math.floor(options.maximumBytes / pageBytes)}`);
    });
    useWal(path, database);
    return new SqliteStore(path, database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What may not be written can be read all the same: whoever writes to it is told. */
function useWal(path: string, database: Database): void {
  try {
    translating(path, () => database.exec("PRAGMA journal_mode = WAL"));
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.kind !== "read-only") throw error;
  }
}

/** SQLite's default. */
const pageBytes = 4_096;

/** Makes the folder, and refuses to take anything but a file for a store. */
function makeRoom(path: string): void {
  const folder = dirname(path);
  try {
    makeFolders(folder);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) return;
  } catch (cause) {
    throw new StoreFailure(
      "unreachable",
      `the folder \`${folder}\` for the store cannot be made: see that this user may write there, and that no file is in the way`,
      { cause },
    );
  }
  throw new StoreFailure("foreign", `\`${path}\` is no file: give another path as \`store\``);
}

class SqliteStore implements Store {
  private readonly statements = new Map<string, Statement>();
  private depth = 0;

  constructor(
    private readonly path: string,
    private readonly database: Database,
  ) {}

  transaction<T>(body: () => T): T {
    if (this.depth > 0) return body();
    return translating(this.path, () => {
      this.database.exec("BEGIN IMMEDIATE");
      this.depth = 1;
      try {
        const result = body();
        this.database.exec("COMMIT");
        return result;
      } catch (error) {
        rollBack(this.database);
        throw error;
      } finally {
        this.depth = 0;
      }
    });
  }

  putBundle(bundle: Bundle): void {
    this.transaction(() =>
      this.write(
        "INSERT INTO bundles (digest, bundle) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
        bundle.digest,
        JSON.stringify(bundle),
      ),
    );
  }

  bundle(digest: string): Bundle | undefined {
    const row = this.read("SELECT bundle FROM bundles WHERE digest = ?", digest)[0];
    if (row === undefined) return undefined;
    const bundle: unknown = this.json(row.text("bundle"));
    return validateBundle(bundle) ? bundle : this.damaged(`the program \`${digest}\``);
  }

  create(run: RunRow, entries: readonly JournalEntry[]): void {
    this.transaction(() => {
      this.write(
        "INSERT INTO runs (id, playbook, digest, owner, key, status, started_at, updated_at, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        run.id,
        run.playbook,
        run.digest,
        run.owner,
        run.key,
        run.status,
        run.startedAt,
        run.updatedAt,
        run.version,
      );
      this.enter(run.id, entries);
    });
  }

  append({ run, version, lease, entries, status }: Parameters<Store["append"]>[0]): void {
    this.transaction(() => {
      this.check(lease, run);
      const found = this.run(run)?.version ?? 0;
      if (found !== version) throw new VersionConflict(run, version, found);
      this.enter(run, entries);
      const last = entries.at(-1);
      if (last === undefined) this.write("UPDATE runs SET status = ? WHERE id = ?", status, run);
      else
        this.write(
          "UPDATE runs SET status = ?, version = ?, updated_at = ? WHERE id = ?",
          status,
          last.seq,
          last.at,
          run,
        );
    });
  }

  run(id: string): RunRow | undefined {
    return this.read("SELECT * FROM runs WHERE id = ?", id).map(runOf)[0];
  }

  runs(filter: Parameters<Store["runs"]>[0]): readonly RunRow[] {
    const conditions: string[] = [];
    const parameters: (string | number)[] = [];
    const require = (condition: string, ...values: readonly (string | number)[]): void => {
      conditions.push(condition);
      parameters.push(...values);
    };
    if (filter.status !== undefined)
      require(`status IN (${filter.status.map(() => "?").join(", ")})`, ...filter.status);
    if (filter.owner !== undefined) require("owner = ?", filter.owner);
    if (filter.key !== undefined) require("key = ?", filter.key);
    if (filter.before !== undefined) require("id < ?", filter.before);
    const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
    return this.read(
      `SELECT * FROM runs${where} ORDER BY id DESC LIMIT ?`,
      ...parameters,
      filter.limit ?? -1,
    ).map(runOf);
  }

  journal(run: string, after = 0, limit = -1): readonly JournalEntry[] {
    return this.read(
      "SELECT seq, at, event FROM journal WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?",
      run,
      after,
      limit,
    ).map((row) => ({
      seq: row.integer("seq"),
      at: row.integer("at"),
      event: this.event(run, row.text("event")),
    }));
  }

  lease(
    run: string,
    holder: string,
    now: number,
    ttlMs: number,
    isGone?: (holder: string) => boolean,
  ): Lease | undefined {
    return this.transaction(() => {
      const current = this.holding(run);
      const isFree =
        current === undefined ||
        current.holder === holder ||
        current.expiresAt <= now ||
        isGone?.(current.holder) === true;
      if (!isFree) return undefined;
      this.write(
        `INSERT INTO leases (run, holder, fence, expires_at) VALUES (?, ?, 1, ?)
         ON CONFLICT (run) DO UPDATE SET holder = excluded.holder, fence = fence + 1, expires_at = excluded.expires_at`,
        run,
        holder,
        now + ttlMs,
      );
      return this.holding(run);
    });
  }

  renew(lease: Lease, now: number, ttlMs: number): Lease | undefined {
    return this.transaction(() => {
      const changed = this.write(
        "UPDATE leases SET expires_at = ? WHERE run = ? AND holder = ? AND fence = ?",
        now + ttlMs,
        lease.run,
        lease.holder,
        lease.fence,
      );
      return changed === 0 ? undefined : { ...lease, expiresAt: now + ttlMs };
    });
  }

  release(lease: Lease): void {
    this.transaction(() =>
      this.write(
        "UPDATE leases SET holder = NULL WHERE run = ? AND holder = ? AND fence = ?",
        lease.run,
        lease.holder,
        lease.fence,
      ),
    );
  }

  holding(run: string): Lease | undefined {
    return this.read("SELECT * FROM leases WHERE run = ? AND holder IS NOT NULL", run).map((row) => ({
      run,
      holder: row.text("holder"),
      fence: row.integer("fence"),
      expiresAt: row.integer("expires_at"),
    }))[0];
  }

  post({ id, run, at, request }: Message): void {
    this.transaction(() =>
      this.write(
        "INSERT INTO inbox (id, run, at, request) VALUES (?, ?, ?, ?)",
        id,
        run,
        at,
        JSON.stringify(request),
      ),
    );
  }

  inbox(run: string): readonly Handed[] {
    return this.read(
      "SELECT id, at, request FROM inbox WHERE run = ? AND result IS NULL ORDER BY number",
      run,
    ).map((row) => handedOf(run, row));
  }

  settle(message: string, result: RequestResult, lease: Lease): void {
    this.transaction(() => {
      this.check(lease, lease.run);
      this.write(
        "UPDATE inbox SET result = ? WHERE id = ? AND run = ? AND result IS NULL",
        JSON.stringify(result),
        message,
        lease.run,
      );
    });
  }

  settled(message: string): RequestResult | undefined {
    const row = this.read("SELECT result FROM inbox WHERE id = ? AND result IS NOT NULL", message)[0];
    if (row === undefined) return undefined;
    return this.result(row);
  }

  refused(run: string): readonly RefusedMessage[] {
    return this.read(
      "SELECT id, at, request, result FROM inbox WHERE run = ? AND result IS NOT NULL ORDER BY number",
      run,
    ).flatMap((row) => {
      const result = this.result(row);
      return result.kind === "refused" ? [{ ...handedOf(run, row), refusal: result.refusal }] : [];
    });
  }

  close(): void {
    this.statements.clear();
    try {
      // The stand-in for Node's SQLite keeps its statements over the closing, and with them what WAL has beside the file.
      this.database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
    } catch {
      // Another process has it open, and clears up behind itself; or nothing can be written here.
    }
    this.database.close();
  }

  private enter(run: string, entries: readonly JournalEntry[]): void {
    for (const { seq, at, event } of entries)
      this.write(
        "INSERT INTO journal (run, seq, at, event) VALUES (?, ?, ?, ?)",
        run,
        seq,
        at,
        JSON.stringify(event),
      );
  }

  /** Only within a transaction, whose write lock keeps what was checked as it is. */
  private check(lease: Lease, run: string): void {
    const current = this.holding(run);
    const isHeld = lease.run === run && current?.holder === lease.holder && current.fence === lease.fence;
    if (!isHeld) throw new StaleLease(run);
  }

  private read(sql: string, ...parameters: readonly (string | number | null)[]): readonly Row[] {
    return translating(this.path, () =>
      this.statement(sql)
        .all(...parameters)
        .map((row) => new Row(row, () => this.damaged("a row"))),
    );
  }

  /** How many rows changed. */
  private write(sql: string, ...parameters: readonly (string | number | null)[]): number {
    return Number(this.statement(sql).run(...parameters).changes);
  }

  private statement(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  private event(run: string, text: string): Event {
    const event: unknown = this.json(text);
    return validateEvent(event) ? event : this.damaged(`an event of run \`${run}\``);
  }

  private result(row: Row): RequestResult {
    return this.json(row.text("result"));
  }

  private json(text: string) {
    try {
      return JSON.parse(text);
    } catch {
      return this.damaged("a record");
    }
  }

  private damaged(what: string): never {
    throw new StoreFailure(
      "corrupt",
      `${what} in the store \`${this.path}\` cannot be read: put the file aside and restore a copy`,
    );
  }
}

/** A row whose columns have the types that the schema gave them (`STRICT`). */
class Row {
  private readonly columns: ReadonlyMap<string, unknown>;

  constructor(
    row: unknown,
    private readonly refuse: () => never,
  ) {
    this.columns = new Map(typeof row === "object" && row !== null ? Object.entries(row) : []);
  }

  text(column: string): string {
    const value = this.columns.get(column);
    return typeof value === "string" ? value : this.refuse();
  }

  textOrNull(column: string): string | null {
    return this.columns.get(column) === null ? null : this.text(column);
  }

  integer(column: string): number {
    const value = this.columns.get(column);
    return typeof value === "number" ? value : this.refuse();
  }
}

/** What stands there need not be Laban's: it is for whoever deals with it to read it. */
function handedOf(run: string, row: Row): Handed {
  const message = { id: row.text("id"), run, at: row.integer("at") };
  try {
    const request: unknown = JSON.parse(row.text("request"));
    return { ...message, request };
  } catch {
    return message;
  }
}

function runOf(row: Row): RunRow {
  return {
    id: row.text("id"),
    playbook: row.textOrNull("playbook"),
    digest: row.text("digest"),
    owner: row.text("owner"),
    key: row.text("key"),
    status: row.text("status"),
    startedAt: row.integer("started_at"),
    updatedAt: row.integer("updated_at"),
    version: row.integer("version"),
  };
}
