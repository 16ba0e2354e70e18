/**
 * Drives one run: the one place that awaits.
 *
 * Invariants
 * 1. What is in memory is the fold of what is in the store. An event is appended, with all that the core derives from it,
 *    in one transaction; only then is the state replaced, a command carried out or a watcher told (`[R-2]`).
 * 2. Commands come from the state alone. One id is carried out once at a time; what the state does not ask for any more is
 *    aborted, and an answer to it is dropped (`[R-49]`). A landing that was done all the same is taken back.
 * 3. Everything written carries the lease's fence. Once the lease is lost nothing is written any more, and all work that
 *    goes on is aborted (`[R-4]`).
 * 4. Requests are dealt with in the order in which they were handed over, each in the transaction that records its result
 *    (`[R-29]`, `[R-32]`). One that is of no use is set aside, and stops nothing.
 * 5. Time never goes back: an entry's moment is the clock's, or that of the entry before it, whichever is later.
 * 6. The loop ends when nothing is left to be done here, and leaves the run free for others.
 */
import type { Event } from "../../ir/index.js";
import {
  type Command,
  type Machine,
  type State,
  type Stepped,
  empty,
  fold,
  pending,
  step,
  statusOf,
} from "../core/index.js";
import type { Lease, Store } from "../ports.js";
import { StaleLease, StoreFailure } from "../stores/failure.js";
import { type Hands, carryOut } from "./hands.js";
import { deal } from "./inbox.js";
import { Mailbox } from "./mailbox.js";
import { Ordinals } from "./ordinals.js";
import { hasEnded } from "./statuses.js";

export interface LoopOptions {
  readonly store: Store;
  readonly hands: Hands;
  readonly machine: Machine;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly pollMs: number;
  /** Told after every commit, and whenever work begins or comes to rest. */
  readonly onChange: () => void;
  /** What else belongs into the transaction that ends the run (`[R-36]`). */
  readonly onEnd: () => void;
}

/** Why a loop ended: nothing was left to do here, it was told to, or the run passed to another process. */
export type LoopEnd = "done" | "stopped" | "lost";

interface Work {
  readonly command: Command;
  readonly abort: AbortController;
}

type Mail =
  | { readonly kind: "answer"; readonly work: Work; readonly events: readonly Event[] }
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "inbox" }
  | { readonly kind: "lost" }
  | { readonly kind: "stop" };

export class Loop {
  private readonly mailbox = new Mailbox<Mail>();
  private readonly underway = new Map<string, Work>();
  /** Landings that nobody asks for any more, and that may be done all the same. */
  private readonly abandoned = new Set<Work>();
  private readonly over = new AbortController();
  private readonly ordinals: Ordinals;
  private readonly run: string;
  private lease: Lease;
  private state: State;
  private status: string;
  private isLost = false;
  private isResting = false;

  /** Folds the run's journal. Throws `StoreFailure`. */
  constructor(private readonly options: LoopOptions) {
    const { store, machine, lease } = options;
    this.lease = lease;
    this.run = lease.run;
    const journal = store.journal(this.run);
    this.state = fold(machine, empty(machine), journal);
    this.status = statusOf(machine, this.state);
    const started = journal.find(({ event }) => event.kind === "run.started")?.event;
    this.ordinals = new Ordinals(
      machine.program,
      started?.kind === "run.started" ? started.playbook : undefined,
    );
    this.ordinals.observe(journal);
  }

  /** Whether it waits for moments and requests alone. */
  get isAtRest(): boolean {
    return this.isResting;
  }

  get current(): State {
    return this.state;
  }

  /** Has the loop look into the run's inbox. */
  nudge(): void {
    this.isResting = false;
    this.mailbox.put({ kind: "inbox" });
  }

  /** Has the loop end; what goes on is aborted, what is journaled stays. */
  stop(): void {
    this.mailbox.put({ kind: "stop" });
  }

  /**
   * Goes on until nothing is left to do here. `isInterrupted`: whoever drove the run before left it in the middle. Rejects
   * with a `StoreFailure`, or with what broke; what is journaled stays.
   */
  async go(isInterrupted: boolean): Promise<LoopEnd> {
    void this.tend();
    try {
      await this.tidy();
      if (isInterrupted) this.commit([{ kind: "run.resumed", cause: "restart" }]);
      this.readInbox();
      for (;;) {
        this.carryOutPending();
        if (this.underway.size === 0 && this.abandoned.size === 0 && this.mailbox.isEmpty) return "done";
        this.rest();
        const mail = await this.mailbox.take();
        this.isResting = false;
        switch (mail.kind) {
          case "stop":
            return "stopped";
          case "lost":
            return "lost";
          case "broken":
            throw mail.error;
          case "inbox":
            this.readInbox();
            break;
          case "answer":
            await this.take(mail.work, mail.events);
        }
      }
    } catch (error) {
      if (!(error instanceof StaleLease)) throw error;
      this.isLost = true;
      return "lost";
    } finally {
      this.end();
    }
  }

  /** Starts what the state asks for and is not under way, and aborts what it does not ask for any more. */
  private carryOutPending(): void {
    const commands = pending(this.options.machine, this.state);
    const asked = new Set(commands.map(({ id }) => id));
    for (const [id, work] of this.underway) {
      if (asked.has(id)) continue;
      this.underway.delete(id);
      if (work.command.kind === "land") this.abandoned.add(work);
      work.abort.abort();
    }
    for (const command of commands) if (!this.underway.has(command.id)) this.start(command);
  }

  private start(command: Command): void {
    const work: Work = { command, abort: new AbortController() };
    this.underway.set(command.id, work);
    const { hands, machine } = this.options;
    const job = {
      run: this.run,
      machine,
      ordinals: this.ordinals,
      secrets: secretsOf(machine, this.state),
      isHeld: () => this.isHeld(),
      signal: work.abort.signal,
    };
    carryOut(hands, job, command).then(
      (events) => this.mailbox.put({ kind: "answer", work, events }),
      (error: unknown) => {
        // What was aborted has nothing to say.
        if (work.abort.signal.aborted) this.mailbox.put({ kind: "answer", work, events: [] });
        else this.mailbox.put({ kind: "broken", error });
      },
    );
  }

  /** An answer came. Only what the state still asks for is used. */
  private async take(work: Work, events: readonly Event[]): Promise<void> {
    const { command } = work;
    const { workspace } = this.options.hands;
    const hasLanded = events.some(({ kind }) => kind === "artifact.landed");
    this.abandoned.delete(work);
    if (this.underway.get(command.id) !== work) {
      if (hasLanded) await workspace.takeBack(this.run, command.id);
      return;
    }
    this.underway.delete(command.id);
    // Nothing answers what another process does by now.
    if (events.length === 0) return this.lose();
    this.commit(events);
    if (hasLanded) await workspace.forget(this.run, command.id);
  }

  private readInbox(): void {
    const { store, machine } = this.options;
    for (const { id, request } of store.inbox(this.run)) {
      const { result, next } = deal(machine, this.state, request, this.moment());
      const settle = (): void => store.settle(id, result, this.lease);
      if (next === undefined) store.transaction(settle);
      else this.append(next, settle);
    }
  }

  /** Appends the events and what follows from them. */
  private commit(events: readonly Event[]): void {
    this.append(step(this.options.machine, this.state, events, this.moment()));
  }

  /** Appends a step in one transaction with `also`; then the state is the one after it. */
  private append({ state, entries }: Stepped, also?: () => void): void {
    const { store, machine, onEnd, onChange } = this.options;
    const status = statusOf(machine, state);
    store.transaction(() => {
      store.append({ run: this.run, version: this.state.seq, lease: this.lease, entries, status });
      also?.();
      if (hasEnded(status) && !hasEnded(this.status)) onEnd();
    });
    this.state = state;
    this.status = status;
    this.ordinals.observe(entries);
    onChange();
  }

  /** What a landing left is of use only while its run waits for it (`[R-5]`). */
  private async tidy(): Promise<void> {
    const { store, machine, hands } = this.options;
    const landed = new Set(
      store
        .journal(this.run)
        .map(({ event }) => (event.kind === "artifact.landed" ? `${event.sha256} ${event.path}` : undefined)),
    );
    await hands.workspace.tidy(this.run, {
      pending: pending(machine, this.state).map(({ id }) => id),
      isJournaled: (path, sha256) => landed.has(`${sha256} ${path}`),
    });
  }

  /** Renews the lease and looks for requests of other processes, as long as the loop goes on. */
  private async tend(): Promise<void> {
    const { store, hands, leaseMs, pollMs } = this.options;
    const { signal } = this.over;
    let renewAt = hands.clock.now() + leaseMs / 3;
    for (;;) {
      await hands.clock.until(hands.clock.now() + pollMs, signal);
      if (signal.aborted) return;
      try {
        if (hands.clock.now() >= renewAt) {
          const renewed = store.renew(this.lease, hands.clock.now(), leaseMs);
          if (renewed === undefined) return this.lose();
          this.lease = renewed;
          renewAt = hands.clock.now() + leaseMs / 3;
        }
        if (store.inbox(this.run).length > 0) this.nudge();
      } catch (error) {
        this.mailbox.put({ kind: "broken", error });
        return;
      }
    }
  }

  private lose(): void {
    this.isLost = true;
    for (const { abort } of this.underway.values()) abort.abort();
    this.mailbox.put({ kind: "lost" });
  }

  private isHeld(): boolean {
    const current = this.options.store.holding(this.run);
    return !this.isLost && current?.holder === this.lease.holder && current.fence === this.lease.fence;
  }

  private rest(): void {
    const now = this.options.hands.clock.now();
    const isWaiting = [...this.underway.values()].every(
      ({ command }) => command.kind === "timer" && command.at > now,
    );
    if (!isWaiting || !this.mailbox.isEmpty) return;
    this.isResting = true;
    this.options.onChange();
  }

  private moment(): number {
    return Math.max(this.options.hands.clock.now(), this.state.at);
  }

  private end(): void {
    this.over.abort();
    for (const { abort } of this.underway.values()) abort.abort();
    this.underway.clear();
    if (this.isLost) return;
    try {
      this.options.store.release(this.lease);
    } catch (error) {
      // What ended the loop is what is told; a lease that cannot be released runs out by itself.
      if (!(error instanceof StoreFailure)) throw error;
    }
  }
}

/** The references that the run was given for its secret inputs (`[R-13]`). */
function secretsOf(machine: Machine, { run }: State): readonly string[] {
  const inputs = machine.program.playbooks[run?.playbook ?? ""]?.inputs ?? {};
  return Object.entries(inputs).flatMap(([name, { secret }]) => {
    const given = run?.inputs[name];
    return secret && typeof given === "string" ? [given] : [];
  });
}
