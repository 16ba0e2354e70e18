import { describe, expect, it } from "vitest";
import type { Answer, Clarification } from "../../../ir/index.js";
import { MemoryDriver } from "../../support/memory-driver.js";
import { programFrom } from "../../support/playbooks.js";

const text = (bounds: string): string => `
  artifact prices at "prices.json" { tiers: integer }
  playbook price {
    intent "Set the prices"
    input product: text
    outputs prices
    clarifies { ${bounds} }
    prompt "Price {{ product }}"
  }
`;

const tier: Clarification = {
  ref: "tier",
  question: "Is there a free tier?",
  why: "It sets the floor",
  form: "confirmation",
};
const currency: Clarification = {
  ref: "currency",
  question: "Which currency?",
  form: "choice",
  choices: ["EUR", "USD"],
};
const market: Clarification = { ref: "market", question: "Which market?", form: "text" };

async function price(
  asks: readonly (readonly Clarification[] | { readonly failure: string })[],
  bounds = "rounds 2  questions 2",
): Promise<MemoryDriver> {
  const program = await programFrom(text(bounds));
  return MemoryDriver.run(program, {
    playbook: "price",
    inputs: { product: "Tea" },
    script: { clarify: { price: asks }, generate: { price: [{ tiers: 1 }] } },
  });
}

const accept = (...answers: readonly Answer[]): Parameters<MemoryDriver["ask"]>[0] => ({
  kind: "resume",
  action: "accept",
  answers,
  by: "ana",
});
const clarifyings = (run: MemoryDriver): readonly string[] =>
  run.asked.flatMap((command) => (command.kind === "clarify" ? [command.prompt] : []));
const lastPrompt = (run: MemoryDriver): string | undefined =>
  run.asked.findLast((command) => command.kind === "generate")?.prompt;

describe("a clarification", () => {
  it("[R-9] [R-25] is asked with the brief before the first attempt, and suspends the run", async () => {
    const run = await price([[tier, currency]]);
    expect(run.asked.map(({ kind }) => kind)).toEqual(["read-workspace", "clarify"]);
    expect(run.asked[1]).toMatchObject({
      prompt: "Price Tea",
      known: ["product: Tea"],
      questions: 2,
      answered: [],
    });
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [
        {
          waitId: "w1",
          wait: "Clarification",
          status: "open",
          question: "2 decisions about `prices` that only you can make",
          declinable: true,
          requests: [tier, currency],
        },
      ],
      lanes: [{ status: "suspended" }],
    });
    expect(run.of("clarification.requested")).toEqual([
      {
        kind: "clarification.requested",
        lane: "1",
        step: 0,
        waitId: "w1",
        playbook: "price",
        family: "prices",
        requests: [tier, currency],
        cut: [],
        round: 1,
      },
    ]);
  });

  it("[R-25] that asks nothing goes straight to the first attempt", async () => {
    const run = await price([[]]);
    expect(run.view).toMatchObject({ status: "completed", waits: [] });
  });

  it("[R-25] is cut at its bound, and what is cut is recorded", async () => {
    const run = await price([[tier, currency, market]]);
    expect(run.of("clarification.requested")[0]).toMatchObject({ requests: [tier, currency], cut: [market] });
  });

  it("[R-26] that fails or cannot be read leaves a trace, and the generation goes ahead", async () => {
    const unreadable: readonly (readonly Clarification[] | { readonly failure: string })[] = [
      { failure: "the model is down" },
      [{ ref: " ", question: "What?", form: "text" }],
      [{ ref: "a", question: "  ", form: "text" }],
      [{ ref: "a", question: "Which?", form: "choice", choices: ["one"] }],
    ];
    for (const asks of unreadable) {
      const run = await price([asks]);
      expect(run.of("clarification.failed")).toHaveLength(1);
      expect(run.view.status).toBe("completed");
    }
  });

  it("[R-27] that is accepted puts the answers into the brief, asks again within its rounds, and drops what was answered", async () => {
    const run = await price([[tier], [tier, currency], [market]]);
    run.ask(accept({ ref: "tier", answer: "Yes " }));
    expect(run.of("clarification.requested").at(-1)).toMatchObject({ requests: [currency], round: 2 });
    expect(clarifyings(run).at(-1)).toBe("Price Tea\n\n## Decided\n\n- Is there a free tier?\n  true");
    run.ask(accept({ ref: "currency", answer: "EUR" }));
    expect(clarifyings(run)).toHaveLength(2);
    expect(lastPrompt(run)).toBe(
      "Price Tea\n\n## Decided\n\n- Is there a free tier?\n  true\n- Which currency?\n  EUR",
    );
    expect(run.view.landings).toMatchObject([
      {
        exchange: [
          { ref: "tier", question: "Is there a free tier?", answer: true, delegated: false },
          { ref: "currency", question: "Which currency?", answer: "EUR", delegated: false },
        ],
        assumptions: [],
      },
    ]);
  });

  it("[R-27] [R-28] that is declined delegates its questions, asks no more, and keeps earlier answers the person's", async () => {
    const run = await price([[tier], [currency, market]]);
    run.ask(accept({ ref: "tier", answer: false }));
    run.ask({ kind: "resume", action: "decline", answers: [], by: "ana" });
    expect(clarifyings(run)).toHaveLength(2);
    expect(lastPrompt(run)).toBe(
      "Price Tea\n\n## Decided\n\n- Is there a free tier?\n  false\n\n## Left to you\n\n" +
        "Decide these yourself, and state each as an assumption where the result has a place for it.\n\n" +
        "- Which currency?\n- Which market?",
    );
    expect(run.view.landings).toMatchObject([
      {
        exchange: [
          { ref: "tier", answer: false, delegated: false },
          { ref: "currency", delegated: true },
          { ref: "market", delegated: true },
        ],
        assumptions: ["Which currency?", "Which market?"],
      },
    ]);
  });

  it("[R-27] may be answered in part and left in part to the model, which is not asked again for that", async () => {
    const run = await price([[tier, currency], [currency]]);
    run.ask(accept({ ref: "tier", answer: "n" }, { ref: "currency", delegated: true }));
    expect(run.of("clarification.requested")).toHaveLength(1);
    expect(run.view).toMatchObject({ status: "completed", landings: [{ assumptions: ["Which currency?"] }] });
  });

  it("[R-27] that is cancelled cancels a single run, and nothing lands", async () => {
    const run = await price([[tier]]);
    run.ask({ kind: "resume", action: "cancel", answers: [], by: "ana" });
    expect(run.view).toMatchObject({ status: "cancelled", lanes: [{ status: "superseded" }], landings: [] });
  });

  it("[R-27] takes its answers one to one, names every fault, and consumes nothing then", async () => {
    const run = await price([[tier, currency, market]], "rounds 1  questions 3");
    const seq = run.state.seq;
    const refused = run.ask(
      accept(
        { ref: "tier", answer: "perhaps" },
        { ref: "currency", answer: "GBP" },
        { ref: "currency", answer: "EUR" },
        { ref: "markt", answer: "Lyon" },
      ),
    );
    expect(refused).toEqual({
      kind: "refused",
      refusal: {
        status: 422,
        code: "invalid_answers",
        message: "the answers do not fit the open questions",
        details: [
          { ref: "tier", message: "`tier` must be answered with yes or no" },
          { ref: "currency", message: '`currency` must be one of "EUR", "USD"' },
          { ref: "currency", message: "`currency` is answered twice" },
          { ref: "markt", message: "no open question is called `markt`; did you mean `market`?" },
          { ref: "market", message: "`market` is not answered" },
        ],
      },
    });
    expect(
      run.ask(
        accept(
          { ref: "tier", answer: 1 },
          { ref: "currency", delegated: true },
          { ref: "market", answer: " " },
        ),
      ),
    ).toMatchObject({
      refusal: {
        details: [
          { message: "`tier` must be answered with yes or no" },
          { message: "`market` is answered with blank text" },
        ],
      },
    });
    expect(run.state.seq).toBe(seq);
    expect(run.view.status).toBe("waiting");
  });

  it("[R-30] reads confirmations as people write them", async () => {
    const words = {
      yes: true,
      Y: true,
      TRUE: true,
      " ok ": true,
      "1": true,
      no: false,
      N: false,
      false: false,
      "0": false,
    };
    for (const [word, meant] of Object.entries(words)) {
      const run = await price([[tier]]);
      run.ask(accept({ ref: "tier", answer: word }));
      expect(run.view.landings[0]?.exchange).toMatchObject([{ answer: meant }]);
    }
  });

  it("[R-29] goes open, claimed and consumed, and stores its successor in the transaction that consumes it", async () => {
    const run = await price([[tier], [currency]]);
    const result = run.ask(accept({ ref: "tier", answer: true }));
    expect(result.kind).toBe("accepted");
    const kinds = run.journal.map(({ event }) => event.kind);
    const consumed = kinds.indexOf("checkpoint.consumed");
    const ends = run.boundaries.filter((end) => end > consumed);
    const begins = run.boundaries.findLast((end) => end <= consumed) ?? 0;
    const together = kinds.slice(begins, ends[0]);
    expect(together).toContain("clarification.requested");
    expect(together).toContain("checkpoint.consumed");
    expect(run.view.waits.map(({ status }) => status)).toEqual(["ended", "open"]);
    expect(
      run.ask({
        kind: "resume",
        wait: "w1",
        action: "accept",
        answers: [{ ref: "tier", answer: true }],
        by: "ana",
      }),
    ).toMatchObject({
      refusal: { status: 409 },
    });
  });

  it("[R-29] is listed as resuming while its continuation runs, and after a crash goes on by itself", async () => {
    const run = await price([[tier]]);
    const stepped = run.askOnly(accept({ ref: "tier", answer: true }));
    expect(stepped.kind).toBe("accepted");
    expect(run.view.waits[0]?.status).toBe("resuming");
    run.crash();
    expect(run.view.waits[0]?.status).toBe("resuming");
    run.drain();
    expect(run.view).toMatchObject({ status: "completed", waits: [{ status: "ended" }] });
  });

  it("[R-25] suspends its lane alone: what the choreography around it has done stays done", async () => {
    const program = await programFrom(`
      evidence facts
      artifact prices at "prices.json" { tiers: integer }
      playbook shop {
        intent "Open the shop" admits study, price
        until landed prices and facts
        limits { rounds 5  lanes 2 }
        select all
      }
      playbook study { intent "Study" returns facts once prompt "study" }
      playbook price { intent "Price" outputs prices clarifies { rounds 1  questions 1 } prompt "price" }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "shop",
      script: { clarify: { price: [[tier]] }, generate: { study: ["a"], price: [{ tiers: 2 }] } },
    });
    expect(run.view).toMatchObject({
      status: "waiting",
      rounds: 1,
      evidence: { facts: [{ text: "a" }] },
      lanes: [{ status: "returned" }, { status: "suspended" }],
    });
    run.ask(accept({ ref: "tier", answer: true }));
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met", rounds: 1 });
  });

  it("[R-27] that is cancelled in a composite ends its lane, and its member leaves the run", async () => {
    const program = await programFrom(`
      artifact prices at "prices.json" { tiers: integer }
      playbook shop { intent "Open the shop" admits price until landed prices limits { rounds 5 } select first }
      playbook price { intent "Price" outputs prices clarifies { rounds 1  questions 1 } prompt "price" }
    `);
    const run = MemoryDriver.run(program, { playbook: "shop", script: { clarify: { price: [[tier]] } } });
    run.ask({ kind: "resume", action: "cancel", answers: [], by: "ana" });
    expect(run.view).toMatchObject({
      status: "completed",
      stopReason: "nothing_eligible",
      lanes: [{ status: "superseded", why: "its question was cancelled" }],
      board: [{ eligible: false, why: ["its question was cancelled"] }],
    });
  });
});

describe("what is known already", () => {
  it("[R-13] [R-25] holds inputs and answers, and no secret's reference", async () => {
    const program = await programFrom(`
      artifact prices at "prices.json" { tiers: integer }
      playbook price {
        intent "Price" input product: text input token: secret
        interview { tone: string ask "Which tone?" }
        outputs prices clarifies { rounds 2  questions 1 } prompt "Price {{ product }}, {{ tone }}"
      }
    `);
    const run = MemoryDriver.run(program, {
      playbook: "price",
      inputs: { product: "Tea", token: "env:TOKEN" },
      interview: { tone: "dry" },
      script: { clarify: { price: [[tier]] }, generate: { price: [{ tiers: 1 }] } },
    });
    run.ask(accept({ ref: "tier", delegated: true }));
    const known = run.asked.flatMap((command) => (command.kind === "clarify" ? [command.known] : []));
    expect(known).toEqual([
      ["product: Tea", "tone: dry"],
      ["product: Tea", "tone: dry", "Is there a free tier? (left to you)"],
    ]);
    expect(JSON.stringify(run.asked)).not.toContain("env:TOKEN");
  });
});

describe("an interview", () => {
  const interviewed = `
    artifact plan at "plan.txt"
    playbook make {
      intent "Make a plan"
      interview {
        days: integer @minimum(1) ask "How many days?"
        early: boolean = false ask "Early?"
      }
      outputs plan
      prompt "{{ days }} days, early: {{ early }}"
    }
  `;

  it("[L-39] is the lane's first wait, reads yes and no, and fills in its defaults", async () => {
    const run = MemoryDriver.run(await programFrom(interviewed), {
      playbook: "make",
      script: {
        generate: {
          make: [
            { kind: "text", text: "Rest." },
            { kind: "text", text: "Rest." },
          ],
        },
      },
    });
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ wait: "interview", question: "before `make` can start", lane: "1" }],
    });
    expect(run.ask({ kind: "answer", wait: "interview", value: { days: 0 }, by: "ana" })).toMatchObject({
      refusal: { status: 422, details: [{ pointer: "/days", message: "must be >= 1, not 0" }] },
    });
    run.ask({ kind: "answer", wait: "interview", value: { days: 2, early: "Yes" }, by: "ana" });
    expect(lastPrompt(run)).toBe("2 days, early: true");
    expect(run.view.status).toBe("completed");
  });

  it("[L-39] that is answered at the start is not asked", async () => {
    const run = MemoryDriver.run(await programFrom(interviewed), {
      playbook: "make",
      interview: { days: 3 },
      script: { generate: { make: [{ kind: "text", text: "Rest." }] } },
    });
    expect(lastPrompt(run)).toBe("3 days, early: false");
    expect(run.view.waits).toEqual([]);
  });

  it("[L-39] of a composite comes before its first round; [R-27] cancelled, it cancels the run", async () => {
    const program = await programFrom(`
      artifact plan at "plan.txt"
      playbook trip {
        intent "Plan" interview { go: boolean ask "Shall we?" }
        admits make until landed plan limits { rounds 2 } select first
      }
      playbook make { intent "Make" outputs plan prompt "make" }
    `);
    const start = (): MemoryDriver =>
      MemoryDriver.run(program, {
        playbook: "trip",
        script: { generate: { make: [{ kind: "text", text: "x" }] } },
      });
    const run = start();
    expect(run.view).toMatchObject({
      status: "waiting",
      waits: [{ wait: "interview", question: "Shall we?" }],
    });
    run.ask({ kind: "answer", value: { go: "yes" }, by: "ana" });
    expect(run.view).toMatchObject({ status: "completed", stopReason: "goal_met" });
    const cancelled = start();
    cancelled.ask({ kind: "cancel-wait", by: "ana" });
    expect(cancelled.view.status).toBe("cancelled");
  });
});
