import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../ir/index.js";
import { MemoryDriver, startedAt } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const day = 86_400_000;

async function asking(body: string, waits: string, script = {}): Promise<MemoryDriver> {
  const program = await programFrom(`
    ${waits}
    verdict said { value: json }
    playbook talk { intent "Talk" returns said do { ${body} } }
  `);
  return MemoryDriver.run(program, { playbook: "talk", script });
}

const approval = `wait Approval { class intervention  answer boolean  declinable }`;
const answer = (value: Json, wait?: string, idempotencyKey?: string) =>
  ({
    kind: "answer",
    value,
    by: "ana",
    ...(wait === undefined ? {} : { wait }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }) as const;

describe("a wait", () => {
  it("[R-31] carries its id, its question and the schema of its answer, and stays open on a wrong one", async () => {
    const run = await asking('ask Approval "Shall we?" as ok  return said { value: ok }', approval);
    expect(run.of("wait.intervention.raised")).toEqual([
      {
        kind: "wait.intervention.raised",
        waitId: "w1",
        wait: "Approval",
        lane: "1",
        step: 0,
        as: "ok",
        question: "Shall we?",
        schema: { type: "boolean" },
        declinable: true,
      },
    ]);
    const seq = run.state.seq;
    expect(run.ask(answer("perhaps"))).toMatchObject({
      refusal: {
        status: 422,
        code: "invalid_answer",
        details: [{ message: "must be a boolean, not a string" }],
      },
    });
    expect([run.state.seq, run.view.status]).toEqual([seq, "waiting"]);
    run.ask(answer("ok"));
    expect(run.view).toMatchObject({
      status: "completed",
      verdicts: { said: [{ value: { value: true } }] },
      lastDecision: { kind: "verdict" },
    });
  });

  it("[L-23] tells a decline from an answer, with its reason; [R-31] a decline is an answer", async () => {
    const body = `
      ask Approval "Shall we?" as ok
      return said { value: { declined: ok.declined, why: ok.reason ?? "none", answer: ok ?? "no answer" } }
    `;
    const run = await asking(body, approval);
    run.ask({ kind: "decline", reason: "too early", by: "ana" });
    expect(run.view.verdicts["said"]).toEqual([
      { value: { value: { declined: true, why: "too early", answer: "no answer" } } },
    ]);
    const firm = await asking(
      'ask Firm "Well?" as ok  return said { value: ok }',
      "wait Firm { class intervention answer text }",
    );
    expect(firm.ask({ kind: "decline", by: "ana" })).toMatchObject({
      refusal: { status: 422, code: "not_declinable" },
    });
  });

  it("[R-47] #5 takes every JSON value that its schema takes, falsy ones too", async () => {
    const program = await programFrom(`
      wait Any { class intervention  answer json }
      verdict said { value: json }
      playbook talk { intent "Talk" returns said do { ask Any "What?" as it  return said { value: it } } }
    `);
    const falsy: readonly Json[] = [false, 0, "", null, {}, [], -0];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...falsy), fc.jsonValue()), (drawn) => {
        const value = JSON.parse(JSON.stringify(drawn)) as Json;
        const run = MemoryDriver.run(program, { playbook: "talk" });
        expect(run.ask(answer(value)).kind).toBe("accepted");
        expect(run.view).toMatchObject({ status: "completed" });
        expect(run.view.verdicts["said"]?.[0]?.value).toEqual({ value });
      }),
      { numRuns: 100 },
    );
  });

  it.each<Json>(["\ud800", { a: ["\udfff"] }, { "\ud800": 1 }, "x".repeat(1_000_001)])(
    "[R-58] is not answered by what cannot be kept, whatever its schema, with a key or without",
    async (value) => {
      const run = await asking(
        'ask Any "What?" as it  return said { value: it }',
        "wait Any { class intervention  answer json }",
      );
      for (const key of [undefined, "once"]) {
        expect(run.ask(answer(value, "w1", key))).toMatchObject({
          kind: "refused",
          refusal: { status: 422, code: "unfit_content" },
        });
      }
      expect(run.ask(answer("a whole text", "w1", "once")).kind).toBe("accepted");
      expect(run.view).toMatchObject({ status: "completed" });
    },
  );

  it("[R-58] is not declined with half a character either", async () => {
    const run = await asking('ask Approval "Shall we?" as ok  return said { value: ok ?? false }', approval);
    expect(run.ask({ kind: "decline", reason: "\ud800", by: "ana" })).toMatchObject({
      refusal: { status: 422, code: "unfit_content" },
    });
    expect(run.view).toMatchObject({ status: "waiting" });
  });

  it("[R-32] ends once: the same answer with its key again is the first result, anything else is refused", async () => {
    const run = await asking('ask Approval "Shall we?" as ok  return said { value: ok }', approval);
    expect(run.ask(answer(true, "w1", "k1"))).toMatchObject({ kind: "accepted", repeated: false });
    const seq = run.state.seq;
    expect(run.ask(answer(true, "w1", "k1"))).toEqual({ kind: "accepted", events: [], repeated: true });
    expect(run.ask(answer(false, "w1", "k1"))).toMatchObject({ refusal: { status: 422 } });
    expect(run.ask(answer(true, "w1", "k2"))).toMatchObject({ refusal: { status: 409 } });
    expect(run.ask(answer(true, "w1"))).toMatchObject({ refusal: { status: 409 } });
    expect(run.ask(answer(true, "w9"))).toMatchObject({ refusal: { status: 404 } });
    expect(run.state.seq).toBe(seq);
  });

  it("[R-32] of a run that has ended is gone", async () => {
    const run = await asking('ask Approval "Shall we?" as ok  return said { value: ok }', approval);
    run.ask({ kind: "cancel-run", by: "ana" });
    expect(run.ask(answer(true, "w1"))).toMatchObject({ refusal: { status: 410 } });
    expect(run.ask(answer(true))).toMatchObject({ refusal: { status: 410 } });
  });

  it("[R-31] #6 in a `together` goes on once every one is answered, in whatever order", async () => {
    const body = `
      together { ask Approval "A?" as a  ask Approval "B?" as b  ask Approval "C?" as c }
      return said { value: [a, b, c] }
    `;
    const orders = [
      ["a", "b", "c"],
      ["a", "c", "b"],
      ["b", "a", "c"],
      ["b", "c", "a"],
      ["c", "a", "b"],
      ["c", "b", "a"],
    ];
    for (const order of orders) {
      const run = await asking(body, approval);
      for (const [index, name] of order.entries()) {
        expect(run.view.status).toBe("waiting");
        expect(run.view.waits.filter(({ status }) => status === "open")).toHaveLength(3 - index);
        run.ask(answer(name !== "b", name));
      }
      expect(run.view.verdicts["said"]).toEqual([{ value: { value: [true, false, true] } }]);
    }
  });

  it("[R-47] #8 is meant by nobody who names none while several are open", async () => {
    const run = await asking(
      'together { ask Approval "A?" as a  ask Approval "B?" as b } return said { value: a }',
      approval,
    );
    expect(run.ask(answer(true))).toEqual({
      kind: "refused",
      refusal: {
        status: 409,
        code: "ambiguous_wait",
        message: "several waits are open: say which by its id",
        details: [
          { message: "`w1`: A?, asked by `talk`", ref: "w1" },
          { message: "`w2`: B?, asked by `talk`", ref: "w2" },
        ],
      },
    });
    expect(run.ask(answer(true, "Approval"))).toMatchObject({ refusal: { status: 409 } });
  });

  it("[R-47] #2 that is asked again later is not answered by what was answered before", async () => {
    const body = `ask Approval "A?" as a  ask Approval "B?" as b  return said { value: [a, b] }`;
    const run = await asking(body, approval);
    run.ask(answer(true, "Approval", "k1"));
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ status: "ended" }, { status: "open", as: "b" }],
    });
    expect(run.ask(answer(true, "Approval", "k1")).kind).toBe("accepted");
    run.ask(answer(false, "b"));
    expect(run.view.lanes).toHaveLength(1);
    expect(run.of("lane.admitted")).toHaveLength(1);
  });

  it("[R-48] with nobody there is answered by nobody: the run waits", async () => {
    const run = await asking('ask Approval "Shall we?" as ok  return said { value: ok }', approval);
    run.pass(365 * day);
    expect(run.view).toMatchObject({ status: "waiting", activeMs: 0 });
  });
});

describe("an expiry", () => {
  const expiring = (tail: string): string =>
    `wait Approval { class intervention  answer boolean  declinable  expires 2d ${tail} }`;
  const body = 'ask Approval "Shall we?" as ok  return said { value: ok }';

  it("[L-24] ends the wait and pauses a single run, to be tried again", async () => {
    const run = await asking(body, expiring(""));
    expect(run.commands).toEqual([
      { kind: "timer", id: `timer/w1/${startedAt + 2 * day}`, timer: "w1", at: startedAt + 2 * day },
    ]);
    run.pass(2 * day - 1);
    expect(run.view.status).toBe("waiting");
    run.pass(1);
    expect(run.view).toMatchObject({ status: "paused", stops: [{ category: "expired", recovery: "retry" }] });
    run.ask({ kind: "recover", recovery: "retry", by: "ana" });
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ status: "ended" }, { waitId: "w2", status: "open" }],
    });
    run.ask(answer(true));
    expect(run.view.status).toBe("completed");
  });

  it("[R-32] [L-24] answers with its default, which shows as an assumption", async () => {
    const program = await programFrom(`
      ${expiring("answering false")}
      artifact out at "out.json" { ok: boolean }
      playbook talk { intent "Talk" outputs out do { ask Approval "Shall we?" as ok  land out { ok: ok } } }
    `);
    const run = MemoryDriver.run(program, { playbook: "talk" });
    run.pass(3 * day);
    expect(run.view).toMatchObject({
      status: "completed",
      landings: [{ assumptions: ["Shall we? Nobody answered in time; assumed: false"] }],
    });
    expect(run.written.get("out.json")).toBe('{\n  "ok": false\n}\n');
  });

  it("[R-32] #20 an answer past it expires the wait first, though no timer ran", async () => {
    const run = await asking(body, expiring(""));
    run.at += 2 * day;
    expect(run.ask(answer(true))).toMatchObject({ refusal: { status: 410, code: "wait_expired" } });
    run.give([]);
    expect(run.view).toMatchObject({ status: "paused", stops: [{ category: "expired" }] });
  });

  it("[R-32] #11 races with an answer in ten thousand seeded orders, and one of the two wins", async () => {
    const program = await programFrom(`
      ${expiring("answering false")}
      verdict said { value: json }
      playbook talk { intent "Talk" returns said do { ${body} } }
    `);
    fc.assert(
      fc.property(
        fc.integer({ min: -3, max: 3 }),
        fc.boolean(),
        fc.boolean(),
        (offset, timerFirst, crash) => {
          const run = MemoryDriver.run(program, { playbook: "talk" });
          run.at += 2 * day + offset;
          if (timerFirst) run.give([{ kind: "timer.due", timer: "w1" }]);
          if (crash) run.crash();
          const won = run.ask(answer(true)).kind === "accepted";
          run.give([{ kind: "timer.due", timer: "w1" }]);
          run.drain();
          expect(won).toBe(offset < 0);
          expect(run.view.status).toBe("completed");
          expect(run.of("wait.intervention.ended")).toHaveLength(1);
          expect(run.view.verdicts["said"]).toEqual([{ value: { value: won } }]);
        },
      ),
      { numRuns: process.env["LABAN_LONG"] === "1" ? 10_000 : 400 },
    );
  });
});

describe("a signal", () => {
  const payment = `
    wait Payment { class signal  answer { id: string  amount: number } }
    wait Go { class intervention  answer boolean }
  `;
  const body = 'ask Go "Go?" as go  ask Payment "The payment" as paid  return said { value: paid.amount }';
  const signal = (amount: number) =>
    ({ kind: "signal", name: "Payment", value: { id: "p", amount }, by: "bank" }) as const;

  it("[L-22] answers the wait of its name, and nothing else does", async () => {
    const run = await asking(body, payment);
    run.ask(answer(true));
    expect(run.view).toMatchObject({ status: "waiting", waits: [{}, { class: "signal", wait: "Payment" }] });
    expect(run.ask({ ...signal(1), name: "Paiment" })).toMatchObject({
      refusal: { status: 404, message: "there is no signal `Paiment`; did you mean `Payment`?" },
    });
    expect(run.ask({ ...signal(1), value: {} })).toMatchObject({ refusal: { status: 422 } });
    run.ask(signal(7));
    expect(run.view.verdicts["said"]).toEqual([{ value: { value: 7 } }]);
  });

  it("[R-47] that comes too early is kept, and delivered once, to the oldest wait of its name", async () => {
    const run = await asking(
      'ask Go "Go?" as go  ask Payment "First" as a  ask Payment "Second" as b  return said { value: [a.amount, b.amount] }',
      payment,
    );
    run.ask(signal(1));
    expect(run.of("signal.kept")).toHaveLength(1);
    run.ask(answer(true));
    expect(run.view.waits.map(({ question, status }) => [question, status])).toEqual([
      ["Go?", "ended"],
      ["First", "ended"],
      ["Second", "open"],
    ]);
    run.ask(signal(2));
    expect(run.view.verdicts["said"]).toEqual([{ value: { value: [1, 2] } }]);
  });

  it("[R-47] #16 is kept a hundred times in a run, and no more", async () => {
    const run = await asking(body, payment);
    for (let count = 0; count < 100; count++) expect(run.ask(signal(count)).kind).toBe("accepted");
    expect(run.ask(signal(100))).toMatchObject({ refusal: { status: 429 } });
  });
});

describe("a schedule", () => {
  const clock = "wait Moment { class schedule }";

  it("[R-33] is answered by the clock at its moment, never early and never by anybody else", async () => {
    const run = await asking(
      'ask Moment "Later" in PT1H as m  return said { value: m.status }'.replace("PT1H", "1h"),
      clock,
    );
    expect(run.ask(answer({ status: "due" }))).toMatchObject({
      refusal: { status: 409, code: "answered_by_the_clock" },
    });
    run.give([{ kind: "timer.due", timer: "w1" }]);
    expect(run.view.status).toBe("waiting");
    run.pass(3_600_000 - 1);
    expect(run.view.status).toBe("waiting");
    run.pass(1);
    expect(run.view.verdicts["said"]).toEqual([{ value: { value: "due" } }]);
  });

  it("[R-33] comes due though its moment passed while nothing was running", async () => {
    const run = await asking(
      'ask Moment "Later" at "2026-01-06T09:00:00+01:00" as m  return said { value: m.status }',
      clock,
    );
    run.at += 30 * day;
    run.crash();
    run.drain();
    expect(run.view.status).toBe("completed");
  });

  it("[R-33] is not fired early by a clock that goes back", async () => {
    const run = await asking('ask Moment "Later" in 1h as m  return said { value: m.status }', clock);
    run.at -= 10 * day;
    run.give([]);
    expect(run.view).toMatchObject({ status: "waiting", updatedAt: startedAt });
    run.pass(10 * day + 3_600_000);
    expect(run.view.status).toBe("completed");
  });

  it("[L-40] follows its cron expression in its zone, over changes of clocks", async () => {
    const due = async (cron: string, zone: string, at: string): Promise<string> => {
      const program = await programFrom(`
        ${clock}
        verdict said { value: json }
        playbook talk { intent "Talk" returns said do { ask Moment "Later" next "${cron}" zone "${zone}" as m  return said { value: m.status } } }
      `);
      const run = MemoryDriver.run(program, { playbook: "talk", at: Date.parse(at) });
      return new Date(run.view.waits[0]?.dueAt ?? 0).toISOString();
    };
    expect(await due("0 18 * * 4", "Europe/Paris", "2026-01-05T09:00:00Z")).toBe("2026-01-08T17:00:00.000Z");
    // In the night of 28 to 29 March 2026 there is no 02:30 in Paris.
    expect(await due("30 2 * * *", "Europe/Paris", "2026-03-28T12:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
    // On 25 October 2026 there are two.
    expect(await due("30 2 * * *", "Europe/Paris", "2026-10-24T12:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
    expect(await due("30 2 * * *", "Europe/Paris", "2026-10-25T00:30:00Z")).toBe("2026-10-26T01:30:00.000Z");
  });

  it("[L-40] that a model raises needs its moment", async () => {
    const program = await programFrom(`
      ${clock}
      evidence note
      playbook talk { intent "Talk" returns note offers Moment prompt "talk" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "talk",
      script: {
        generate: {
          talk: [
            { kind: "raises", callId: "1", wait: "Moment", question: "When?" },
            { kind: "raises", callId: "2", wait: "Moment", question: "When?", moment: "soon" },
            { kind: "raises", callId: "3", wait: "Moment", question: "When?", moment: "PT2H" },
            { kind: "text", text: "done" },
          ],
        },
      },
    });
    expect(run.of("tool.returned").map(({ error }) => error)).toEqual([
      "`Moment` needs its moment: a datetime with an offset, or a duration",
      "`soon` is no datetime with an offset, such as 2026-01-31T09:00:00Z",
    ]);
    expect(run.view.waits[0]?.dueAt).toBe(startedAt + 2 * 3_600_000);
    run.pass(2 * 3_600_000);
    expect(run.view.status).toBe("completed");
  });
});
