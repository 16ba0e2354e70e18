import type { RunView, WaitView } from "../runtime/core/index.js";
import type { Followed } from "../runtime/drive/runtime.js";
import { askDesk } from "./prompting/ask-desk.js";
import { askWait, type Earlier } from "./prompting/ask-wait.js";
import { openDialogue, type Dialogue } from "./prompting/dialogue.js";
import type { DeskQuestion, FrontDesk } from "./prompting/front-desk.js";
import { shortRef } from "./rendering/names.js";
import { laneLines, tell, untold, type Story } from "./rendering/narration.js";
import type { Page } from "./rendering/page.js";
import { Region } from "./rendering/region.js";
import { cut, oneLine } from "./rendering/text.js";
import { moment, relative, ticking } from "./rendering/time.js";
import type { Surroundings } from "./surroundings.js";

export interface Attendance {
  readonly surroundings: Surroundings;
  /** `now` is not used: it is asked of the clock. */
  readonly page: Page;
  /** Whether somebody is there to be asked (`[R-48]`). */
  readonly asks: boolean;
  /** Whether to stay until a moment that is waited for has come. */
  readonly stays: boolean;
  /** Whether the run is told as it goes. */
  readonly tells: boolean;
  /** The entry up to which it was told before. */
  readonly from: number;
  /** Who answers. */
  readonly by: string;
  /** Where models that are a person ask. */
  readonly desk: FrontDesk;
}

/**
 * Stays with a run until it has ended, needs recovery, or waits for what cannot be given here: tells what happens,
 * shows the lanes that are at work, and puts its questions to the person. An interrupt lets go of it.
 */
export async function attend(
  run: Followed,
  attendance: Attendance,
): Promise<{ readonly view: RunView; readonly interrupted: boolean }> {
  const { surroundings } = attendance;
  const watch = new Watch(run, attendance);
  const interrupt = new AbortController();
  const stopListening = surroundings.onInterrupt(() => {
    interrupt.abort();
  });
  const redrawing = new AbortController();
  void watch.redrawEverySecond(redrawing.signal);
  const put = new Map<string, Earlier | undefined>();
  const later = new Set<string>();
  try {
    for (;;) {
      watch.tellNews();
      if (interrupt.signal.aborted) break;
      const view = run.view();
      if (isOver(view) && !run.isAtWork()) break;
      const call = attendance.asks ? attendance.desk.take() : undefined;
      const question = attendance.asks && call === undefined ? nextQuestion(view, later) : undefined;
      if (call !== undefined) {
        await watch.putCall(call, interrupt);
      } else if (question !== undefined) {
        await watch.putWait(question, put, later, interrupt);
      } else if (run.isAtWork() || (attendance.stays && clockWaits(view).length > 0)) {
        await nextChange(run, attendance.desk, interrupt.signal);
      } else {
        break;
      }
    }
    if (interrupt.signal.aborted) await run.letGo();
    watch.tellNews();
    return { view: run.view(), interrupted: interrupt.signal.aborted };
  } finally {
    redrawing.abort();
    stopListening();
    watch.end();
  }
}

function isOver({ status }: RunView): boolean {
  return status === "completed" || status === "failed" || status === "cancelled" || status === "paused";
}

/** The oldest question that a person can answer and has not put off. */
function nextQuestion(view: RunView, later: ReadonlySet<string>): WaitView | undefined {
  return view.waits.find(
    (wait) => wait.class === "intervention" && wait.status === "open" && !later.has(wait.waitId),
  );
}

function clockWaits(view: RunView): readonly WaitView[] {
  return view.waits.filter((wait) => wait.class === "schedule" && wait.status === "open");
}

function nextChange(run: Followed, desk: FrontDesk, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stopFollowing();
      stopListening();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stopFollowing = run.onChange(done);
    const stopListening = desk.onQuestion(done);
    signal.addEventListener("abort", done, { once: true });
  });
}

/** What is on the terminal. */
class Watch {
  readonly #region: Region;
  #story: Story = untold;
  #told = 0;
  /** Lines that came while a question was open, which they must not disturb. */
  #held: string[] | undefined;

  constructor(
    private readonly run: Followed,
    private readonly attendance: Attendance,
  ) {
    this.#region = new Region(attendance.surroundings.err);
  }

  /** Tells what the journal has got since the last time, and shows who is at work. */
  tellNews(): void {
    const lines: string[] = [];
    for (const entry of this.run.journal(this.#told)) {
      const telling = tell(this.#story, entry, this.#page());
      this.#story = telling.story;
      this.#told = entry.seq;
      if (entry.seq > this.attendance.from) lines.push(...telling.lines);
    }
    if (!this.attendance.tells) return;
    if (this.#held !== undefined) this.#held.push(...lines);
    else if (this.#isLive()) this.#region.update(lines, this.#foot());
    else if (lines.length > 0) this.attendance.surroundings.err.stream.write(`${lines.join("\n")}\n`);
  }

  /** Puts a wait's question, and hands what the person did with it to the run. */
  async putWait(
    wait: WaitView,
    put: Map<string, Earlier | undefined>,
    later: Set<string>,
    interrupt: AbortController,
  ): Promise<void> {
    const isOpen = (): boolean =>
      this.run.view().waits.some((one) => one.waitId === wait.waitId && one.status === "open");
    await this.#interlude(isOpen, interrupt.signal, async (dialogue, signal) => {
      const { by } = this.attendance;
      const reply = await askWait(wait, this.#page(), dialogue, by, signal, put.get(wait.waitId));
      switch (reply.kind) {
        case "request": {
          const result = await this.run.request(reply.request);
          if (result.kind === "accepted") break;
          const value = reply.request.kind === "answer" ? reply.request.value : null;
          put.set(wait.waitId, { value, refusal: result.refusal });
          break;
        }
        case "later":
          later.add(wait.waitId);
          break;
        case "interrupted":
          interrupt.abort();
          break;
        case "withdrawn":
          if (!isOpen()) dialogue.say(["  this needs no answer any more"]);
      }
    });
  }

  /** Puts what a model is asked to the person who stands in for it. */
  async putCall(call: DeskQuestion, interrupt: AbortController): Promise<void> {
    const isOpen = (): boolean => !call.signal.aborted;
    await this.#interlude(
      isOpen,
      AbortSignal.any([interrupt.signal, call.signal]),
      async (dialogue, signal) => {
        const reply = await askDesk(call, this.#page(), dialogue, signal);
        if (reply.kind === "interrupted") interrupt.abort();
        else call.settle(reply.kind === "value" ? reply.value : undefined);
      },
    );
  }

  /** Keeps the terminal for a question as long as it is open; what happens meanwhile is told behind it. */
  async #interlude(
    isOpen: () => boolean,
    ended: AbortSignal,
    body: (dialogue: Dialogue, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { surroundings } = this.attendance;
    this.#region.clear();
    this.#held = [];
    const gone = new AbortController();
    const unsubscribe = this.run.onChange(() => {
      this.tellNews();
      if (!isOpen()) gone.abort();
    });
    try {
      await body(openDialogue(surroundings), AbortSignal.any([gone.signal, ended]));
    } finally {
      unsubscribe();
      const held = this.#held;
      this.#held = undefined;
      if (held.length > 0) surroundings.err.stream.write(`${held.join("\n")}\n`);
      this.#draw();
    }
  }

  async redrawEverySecond(signal: AbortSignal): Promise<void> {
    const { clock } = this.attendance.surroundings;
    while (this.#isLive() && !signal.aborted) {
      await clock.until(clock.now() + 1000, signal);
      if (!signal.aborted) this.#draw();
    }
  }

  end(): void {
    this.#region.clear();
  }

  #isLive(): boolean {
    return this.attendance.tells && this.attendance.surroundings.err.terminal;
  }

  #draw(): void {
    if (this.#isLive() && this.#held === undefined) this.#region.update([], this.#foot());
  }

  #foot(): readonly string[] {
    const page = this.#page();
    const lanes = laneLines(this.#story, page, ticking);
    return lanes.length > 0 ? lanes : this.#clockLines(page);
  }

  #clockLines(page: Page): readonly string[] {
    if (!this.attendance.stays || this.run.isAtWork()) return [];
    return clockWaits(this.run.view()).map((wait) => {
      const due =
        wait.dueAt === undefined ? "" : ` until ${moment(wait.dueAt)} (${relative(wait.dueAt, page.now)})`;
      const line = `waits for ${shortRef(wait.wait, page.home)}${due}; ctrl-c leaves it`;
      return page.style.dim(cut(oneLine(line), page.width - 1));
    });
  }

  #page(): Page {
    const { page, surroundings } = this.attendance;
    const width = surroundings.err.terminal ? surroundings.err.columns() : page.width;
    return { ...page, width, now: surroundings.clock.now() };
  }
}
