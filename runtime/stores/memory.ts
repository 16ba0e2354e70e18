import { invariant } from "../../ir/index.js";
import type { Bundle, JournalEntry } from "../../ir/index.js";
import type { RequestResult } from "../core/index.js";
import type { Handed, Lease, Message, RefusedMessage, RunRow, Store } from "../ports.js";
import { StaleLease, VersionConflict } from "./failure.js";

/** A store that is gone with its process: for tests, scenarios and trials. Keeps the contract of the one on disk. */
export function memoryStore(): Store {
  return new MemoryStore();
}

interface Mail {
  readonly message: Message;
  readonly result: RequestResult | undefined;
}

class MemoryStore implements Store {
  private readonly bundles = new Map<string, Bundle>();
  private readonly rows = new Map<string, RunRow>();
  private readonly journals = new Map<string, readonly JournalEntry[]>();
  private readonly leases = new Map<string, Lease>();
  private readonly fences = new Map<string, number>();
  private readonly mail = new Map<string, Mail>();
  /** What takes back the writes of the transaction that is open, the last first. */
  private undo: (() => void)[] | undefined;

  transaction<T>(body: () => T): T {
    if (this.undo !== undefined) return body();
    const undo: (() => void)[] = [];
    this.undo = undo;
    try {
      return body();
    } catch (error) {
      for (const takeBack of undo.toReversed()) takeBack();
      throw error;
    } finally {
      this.undo = undefined;
    }
  }

  putBundle(bundle: Bundle): void {
    if (!this.bundles.has(bundle.digest)) this.set(this.bundles, bundle.digest, bundle);
  }

  bundle(digest: string): Bundle | undefined {
    return this.bundles.get(digest);
  }

  create(run: RunRow, entries: readonly JournalEntry[]): void {
    invariant(!this.rows.has(run.id), `run \`${run.id}\` is created once`);
    invariant(this.bundles.has(run.digest), `the program of run \`${run.id}\` is stored`);
    this.set(this.rows, run.id, run);
    this.set(this.journals, run.id, entries);
  }

  append({ run, version, lease, entries, status }: Parameters<Store["append"]>[0]): void {
    this.check(lease, run);
    const row = this.rows.get(run);
    invariant(row !== undefined, `run \`${run}\` exists`);
    if (row.version !== version) throw new VersionConflict(run, version, row.version);
    const last = entries.at(-1);
    this.transaction(() => {
      this.set(this.journals, run, [...this.journal(run), ...entries]);
      this.set(this.rows, run, {
        ...row,
        status,
        version: last?.seq ?? row.version,
        updatedAt: last?.at ?? row.updatedAt,
      });
    });
  }

  run(id: string): RunRow | undefined {
    return this.rows.get(id);
  }

  runs({ status, owner, key, before, limit }: Parameters<Store["runs"]>[0]): readonly RunRow[] {
    return [...this.rows.values()]
      .filter(
        (row) =>
          (status === undefined || status.includes(row.status)) &&
          (owner === undefined || row.owner === owner) &&
          (key === undefined || row.key === key) &&
          (before === undefined || row.id < before),
      )
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit);
  }

  journal(run: string, after = 0, limit?: number): readonly JournalEntry[] {
    return (this.journals.get(run) ?? []).filter(({ seq }) => seq > after).slice(0, limit);
  }

  lease(
    run: string,
    holder: string,
    now: number,
    ttlMs: number,
    isGone?: (holder: string) => boolean,
  ): Lease | undefined {
    const current = this.leases.get(run);
    const isFree =
      current === undefined ||
      current.holder === holder ||
      current.expiresAt <= now ||
      isGone?.(current.holder) === true;
    if (!isFree) return undefined;
    return this.transaction(() => {
      const fence = (this.fences.get(run) ?? 0) + 1;
      this.set(this.fences, run, fence);
      const lease = { run, holder, fence, expiresAt: now + ttlMs };
      this.set(this.leases, run, lease);
      return lease;
    });
  }

  renew(lease: Lease, now: number, ttlMs: number): Lease | undefined {
    if (!this.holds(lease)) return undefined;
    const renewed = { ...lease, expiresAt: now + ttlMs };
    this.set(this.leases, lease.run, renewed);
    return renewed;
  }

  release(lease: Lease): void {
    if (this.holds(lease)) this.set(this.leases, lease.run, undefined);
  }

  holding(run: string): Lease | undefined {
    return this.leases.get(run);
  }

  post(message: Message): void {
    invariant(this.rows.has(message.run), `run \`${message.run}\` exists`);
    invariant(!this.mail.has(message.id), `message \`${message.id}\` is posted once`);
    this.set(this.mail, message.id, { message, result: undefined });
  }

  inbox(run: string): readonly Handed[] {
    return [...this.mail.values()]
      .filter(({ message, result }) => message.run === run && result === undefined)
      .map(({ message }) => message);
  }

  settle(message: string, result: RequestResult, lease: Lease): void {
    this.check(lease, lease.run);
    const mail = this.mail.get(message);
    if (mail?.message.run === lease.run && mail.result === undefined)
      this.set(this.mail, message, { ...mail, result });
  }

  settled(message: string): RequestResult | undefined {
    return this.mail.get(message)?.result;
  }

  refused(run: string): readonly RefusedMessage[] {
    return [...this.mail.values()].flatMap(({ message, result }) =>
      message.run === run && result?.kind === "refused" ? [{ ...message, refusal: result.refusal }] : [],
    );
  }

  close(): void {
    invariant(this.undo === undefined, "no transaction is open when the store is closed");
  }

  private holds(lease: Lease): boolean {
    const current = this.leases.get(lease.run);
    return current?.holder === lease.holder && current.fence === lease.fence;
  }

  private check(lease: Lease, run: string): void {
    if (lease.run !== run || !this.holds(lease)) throw new StaleLease(run);
  }

  private set<V>(map: Map<string, V>, key: string, value: V | undefined): void {
    const before = map.get(key);
    this.undo?.push(() => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    });
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
}
