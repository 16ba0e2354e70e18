import { describe, expect, it } from "vitest";
import { play } from "../../support/play.js";

const program = `
artifact memo at "memo.txt"
artifact plan at "plan.json" { steps: string[] }
verdict decision { approved: boolean }
evidence notes
wait Approval { class intervention  answer boolean  declinable }
wait Choice { class intervention  answer "a" | "b"  declinable }
wait Payment { class signal  answer { id: string  amount: number } }
wait Monday { class schedule }
wait Brief { class intervention  answer text  expires 2h answering "assumed" }
wait Soon { class intervention  answer text  expires 2h }

playbook ask-first {
  intent "Ask, then write"
  outputs memo
  do {
    ask Approval "Shall it be written?" as go
    generate memo { prompt "Write the memo." }
  }
}
playbook ask-second {
  intent "Ask for a choice"
  returns notes
  do {
    ask Choice "Which one?" as pick
    return notes from """
      picked {{ pick ?? "none" }}
      """
  }
}
playbook pay {
  intent "Wait for the money"
  returns notes
  do {
    ask Payment "Where is the money?" as money
    return notes from "got {{ money.amount }}"
  }
}
playbook sleep {
  intent "Wait for Monday"
  returns notes
  do {
    ask Monday "Start of the week" next "0 9 * * 1"
    return notes from "it is Monday"
  }
}
playbook brief {
  intent "Ask, and assume"
  returns notes
  do {
    ask Brief "What is it about?" as what
    return notes from "about {{ what }}"
  }
}
playbook urgent {
  intent "Ask, and give up"
  returns notes
  do {
    ask Soon "Quickly?" as what
    return notes from "it is {{ what }}"
  }
}
playbook interviewed {
  intent "Interview, then plan"
  interview { goal: text ask "What is the goal?"  days?: integer ask "How many days?" }
  outputs plan
  prompt "Plan for {{ goal }}."
}
playbook clarified {
  intent "Plan once it is clear"
  outputs plan
  clarifies { rounds 1  questions 2 }
  prompt "Plan."
}
playbook both {
  intent "Ask twice"
  admits ask-first, ask-second, decide
  limits { rounds 5  lanes 2 }
}
playbook decide {
  intent "Decide"
  returns decision
  prompt "Decide."
}
playbook exhausting {
  intent "Try, and ask when it fails"
  outputs memo
  on exhausted ask Brief
  prompt "Write the memo."
}
playbook stubborn {
  intent "Two that refuse"
  admits one, two
  limits { rounds 5  lanes 2 }
}
playbook shop {
  intent "Sell"
  admits pay, one
  limits { rounds 5 }
}
playbook one { intent "One"  returns notes  prompt "One." }
playbook two { intent "Two"  returns decision  prompt "Two." }
`;

const expectPass = async (lines: string) => {
  const result = await play(program, lines);
  expect(result.text).toBe("✓ it\n");
  return result;
};

describe("starting", () => {
  it("[L-29] `unattended` leaves out what needs a person", async () => {
    const result = await expectPass(`run both unattended
      decide returns { approved: true }
      expect never ask-first
      expect decision.approved
      expect status completed`);
    expect(result.told).toContain("not eligible: ask-first: it needs a person, and nobody is there");
  });
});

describe("people", () => {
  it("[L-29] answers a wait by its name, or by its step's", async () => {
    await expectPass(`run ask-first
      ask-first lands "Dear all."
      expect waiting Approval
      expect waiting go
      expect status waiting
      person answers Approval true
      expect landed memo`);
    await expectPass(
      `run ask-first\n ask-first lands "Dear all."\n person answers go true\n expect landed memo`,
    );
  });

  it("[L-29] answers an interview with an object by name", async () => {
    const result = await expectPass(`run interviewed
      interviewed lands { steps: ["a"] }
      expect waiting interview
      person answers interview { goal: "bread" }
      expect landed plan`);
    expect(result.told).toContain('> person answers interview { goal: "bread" }');
  });

  it("[L-29] declines, with a reason or without, what may be declined", async () => {
    await expectPass(`run ask-second
      person declines Choice "too early"
      expect latest(notes) == "picked none"`);
    await expectPass(`run ask-second\n person declines\n expect latest(notes) == "picked none"`);
    await expectPass(`run clarified
      clarified asks [{ ref: "scope", question: "How large?" }] then lands { steps: [] }
      person declines Clarification
      expect landed plan`);
  });

  it("[L-29] cancels a wait, and the run", async () => {
    await expectPass(
      `run ask-first\n person cancels Approval\n expect status cancelled\n expect absent memo`,
    );
    await expectPass(`run ask-first\n person cancels run\n expect status cancelled`);
    await expectPass(`run both
      choose ask-first, ask-second
      person cancels of ask-first
      person answers pick "b"
      expect latest(notes) == "picked b"
      expect absent memo`);
  });

  it("[L-29] `of` says whose, where several lanes fit", async () => {
    await expectPass(`run both
      ask-first lands "Dear all."
      choose ask-first, ask-second
      person declines of ask-second
      expect count(notes) == 1
      expect waiting Approval
      person answers Approval true of ask-first
      expect landed memo`);
  });

  it("[L-29] a line that fits several waits fails, and names them", async () => {
    const result = await play(program, `run both\n choose ask-first, ask-second\n person declines`);
    expect(result.failures.map(({ kind, message }) => [kind, message])).toEqual([
      [
        "ambiguous",
        "`person declines`: a wait is open 2 times: `Approval of ask-first` and `Choice of ask-second`; say whose with `of`",
      ],
    ]);
  });

  it("[L-29] an answer to what nobody asks fails, and says what is open", async () => {
    const early = await play(program, `run both\n choose ask-first\n person answers pick "a"`);
    expect(early.failures.map(({ kind, message, details }) => [kind, message, details])).toEqual([
      ["idle", '`person answers pick "a"`: `pick` is not open', ["open: `Approval of ask-first`"]],
    ]);
    const late = await play(program, `run decide\n decide returns { approved: true }\n person declines`);
    expect(late.failures.map(({ message, details }) => [message, details])).toEqual([
      ["`person declines`: a wait is not open", ["status completed (goal_met)"]],
    ]);
  });

  it("[L-29] an answer that the run refuses fails with its reasons", async () => {
    const result = await play(
      program,
      `run clarified
       clarified asks [{ ref: "scope", question: "How large?", choices: ["s", "l"] }, { ref: "tone", question: "Which tone?" }]
       person answers Clarification { scope: "m", tome: "dry" }`,
    );
    expect(result.failures.map(({ kind, message, details }) => [kind, message, details])).toEqual([
      [
        "refused",
        '`person answers Clarification { scope: "m", tome: "dry" }` was refused: the answers do not fit the open questions',
        [
          '`scope` must be one of "s", "l"',
          "no open question is called `tome`; did you mean `tone`?",
          "`tone` is not answered",
        ],
      ],
    ]);
  });

  it("[L-29] answers what is asked when the attempts are spent, and they are given once more", async () => {
    await expectPass(`run exhausting
      exhausting fails "no idea" then lands "Dear all."
      expect waiting Brief
      person answers Brief "about bread"
      expect landed memo`);
    await expectPass(`run exhausting
      exhausting fails "no idea" then fails "still none"
      person answers Brief "about bread"
      expect stopped invalid_output
      expect recovery retry`);
  });

  it("[L-29] retries what failed", async () => {
    await expectPass(`run exhausting
      exhausting fails "a" then fails "b" then lands "Dear all."
      person answers Brief "about bread"
      expect status paused
      person retries
      expect landed memo`);
  });

  it("[L-29] clarifies what was refused; `of` says whose", async () => {
    const result = await expectPass(`run stubborn
      one refuses "unclear" then returns "one is done"
      two refuses "unclear" then returns { approved: true }
      choose one, two
      expect status paused
      expect recovery clarify
      person clarifies "it is about bread" of two
      expect decision.approved
      person clarifies "this too"
      expect count(notes) == 1`);
    const briefs = result.journal.flatMap(({ event }) =>
      event.kind === "recovery.requested" ? [event.text] : [],
    );
    expect(briefs).toEqual(["it is about bread", "this too"]);
  });

  it("[L-29] a recovery that fits several lanes fails, and names them", async () => {
    const result = await play(
      program,
      `run stubborn\n one refuses "unclear"\n two refuses "unclear"\n choose one, two\n person clarifies "about bread"`,
    );
    expect(result.messages).toEqual([
      '`person clarifies "about bread"`: 2 lanes are open to `clarify`: `one` and `two`; say whose with `of`',
    ]);
  });

  it("[L-29] [R-38] a recovery that is not open fails with the one that is", async () => {
    const result = await play(program, `run one\n one refuses "unclear"\n person retries`);
    expect(result.messages).toEqual(["`person retries` was refused: `retry` is not open here; `clarify` is"]);
    const resumed = await play(program, `run one\n one refuses "unclear"\n person resumes`);
    expect(resumed.messages).toEqual([
      "`person resumes` was refused: `configure` is not open here; `clarify` is",
    ]);
  });
});

describe("signals and the clock", () => {
  it("[L-29] a signal answers the wait of its name; one that comes early is kept", async () => {
    await expectPass(`run pay
      expect waiting Payment
      signal Payment { id: "p1", amount: 12 }
      expect latest(notes) == "got 12"`);
    await expectPass(`run shop
      signal Payment { id: "p1", amount: 7 }
      choose pay
      expect latest(notes) == "got 7"`);
  });

  it("[L-29] `after` moves the clock, and what is due by then happens", async () => {
    const result = await expectPass(`run sleep
      expect waiting Monday
      after 8h
      expect waiting Monday
      after 1h
      expect latest(notes) == "it is Monday"`);
    expect(result.told).toContain("(9h after the start)");
  });

  it("[L-29] timers fire in order, each at its own moment", async () => {
    const result = await expectPass(`run brief\n after 3h\n expect latest(notes) == "about assumed"`);
    const ended = result.journal.find(({ event }) => event.kind === "wait.intervention.ended");
    expect(ended?.at).toBe(Date.UTC(2024, 0, 1, 2));
    await expectPass(
      `run urgent\n after 119m\n expect waiting Soon\n after 1m\n expect stopped expired\n expect recovery retry`,
    );
  });

  it("[L-29] the clock starts where it is told to", async () => {
    const startsAt = Date.UTC(2025, 5, 1, 8, 59);
    const result = await play(program, `run sleep\n after 25h`, { startsAt });
    expect(result.view?.startedAt).toBe(startsAt);
    expect(result.view?.status).toBe("completed");
  });
});

describe("choosing", () => {
  it("[L-31] one `choose` is one round; between them the selector waits, after the last it stops", async () => {
    await expectPass(`run stubborn
      one returns "1" then "2"
      two returns { approved: true }
      choose one
      expect rounds == 1
      expect status running
      choose two, one
      expect rounds == 2
      expect stopped chose_to_stop
      expect count(notes) == 2`);
  });

  it("[L-29] `choose stop` stops, with its reason", async () => {
    const result = await expectPass(`run stubborn
      one returns "1"
      choose one
      choose stop "it is enough"
      expect stopped chose_to_stop`);
    expect(result.view?.stopWords).toContain("it is enough");
  });

  it("[R-14] a choice that the run refuses is told, and the next one is for another attempt", async () => {
    const result = await expectPass(`run both
      decide returns { approved: true }
      choose decide, decide
      expect rounds == 0
      choose decide
      expect rounds == 1`);
    expect(result.told).toContain("choice refused:");
  });

  it("[L-31] [R-21] answered lanes go on with the round of the next `choose`, and who expects them sooner is told", async () => {
    const lines = (between: string) => `run both
      ask-first lands "Dear all."
      decide returns { approved: true }
      choose ask-first
      person answers go true
      ${between}
      choose decide
      expect landed memo and decision.approved
      expect rounds == 2`;
    await expectPass(lines(""));
    const result = await play(program, lines("expect landed memo"));
    expect(result.failures.map(({ expected, details }) => [expected, details])).toEqual([
      ["landed memo", ["the selector waits for the next `choose`; answered lanes go on with its round"]],
    ]);
  });

  it("[L-29] a `choose` that nobody waits for fails the scenario", async () => {
    const result = await play(program, `run one\n one returns "1"\n choose one`);
    expect(result.failures.map(({ kind, message, details }) => [kind, message, details])).toEqual([
      ["idle", "`choose one`: nobody waits for a choice", ["status completed (goal_met)"]],
    ]);
  });
});

describe("what is not carried out yet", () => {
  it("[L-29] approvals, reviews and effects are refused as unsupported, each at its line", async () => {
    const effects = `effect send { input { to: string }  output { id: string } }`;
    const result = await play(
      `${program}\n${effects}`,
      `run one
one returns "1"
effect send gives { id: "1" }
person approves
person reviews "done"
expect dispatched send == 1`,
    );
    const first = result.failures[0]?.at.line ?? 0;
    expect(result.failures.map(({ kind, at, message }) => [kind, at.line - first, message])).toEqual([
      ["unsupported", 0, "`effect send`: effects and approvals are not supported in scenarios yet"],
      ["unsupported", 1, "`person approves`: effects and approvals are not supported in scenarios yet"],
      ["unsupported", 2, '`person reviews "done"`: effects and approvals are not supported in scenarios yet'],
      [
        "unsupported",
        3,
        "`expect dispatched send == 1`: effects and approvals are not supported in scenarios yet",
      ],
    ]);
    expect(result.view).toBeUndefined();
    expect(result.journal).toEqual([]);
  });
});
