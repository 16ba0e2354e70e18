import { describe, expect, it } from "vitest";
import { play } from "../../support/play.js";

const program = `
artifact note at "note.json" { title: text  size: integer }
artifact summary at "summary.txt"
artifact source at "source.json" given { title: text }
evidence facts
verdict review { outcome: "ok" | "changes"  why?: text }
verdict mood: "good" | "bad"
wait Approval { class intervention  answer boolean  declinable }
wait Payment { class signal  answer { id: string } }
tool search { input { query: string }  output { hits: string[] } }

playbook write {
  intent "Write the note"
  outputs note
  prompt "Write the note."
}
playbook gather {
  intent "Gather"
  outputs summary
  returns facts, review, mood
  prompt "Gather everything."
}
playbook drafting {
  intent "Draft, then write"
  outputs note
  do {
    generate draft: text { prompt "Draft." }
    generate score: integer { prompt "Score {{ draft }}." }
    land note { title: draft  size: score }
  }
}
playbook look-up {
  intent "Look it up"
  returns facts
  do {
    call search { query: "bread" } as found
    return facts from "{{ found.hits }}"
  }
}
playbook asking {
  intent "Write once it is clear"
  outputs summary
  clarifies { rounds 2  questions 3 }
  prompt "Write the summary."
}
playbook raising {
  intent "Write, and ask on the way"
  outputs summary
  do { generate summary { prompt "Write the summary."  offers Approval } }
}
playbook reading {
  intent "Read what is there"
  requires landed source
  outputs summary
  prompt "Sum up {{ source.title }}."
}
playbook all {
  intent "Everything once"
  admits write, gather, look-up
  limits { rounds 6 }
}
`;

describe("scripts of models", () => {
  it("[L-29] `lands` and `returns` give what the playbook's model steps ask for", async () => {
    const result = await play(
      program,
      `run write\n write lands { title: "T", size: 3 }\n expect note.size == 3\n expect stopped goal_met`,
    );
    expect(result.text).toBe("✓ it\n");
  });

  it("[L-29] several results of one line go to the steps that they name, in whatever order", async () => {
    const result = await play(
      program,
      `run gather
       gather returns mood "bad", review { outcome: "ok" }, facts "140 bakeries"
       gather lands "All of it."
       expect mood == "bad"
       expect review.outcome == "ok"
       expect latest(facts) == "140 bakeries"
       expect landed summary`,
    );
    expect(result.text).toBe("✓ it\n");
  });

  it("[L-29] results without a name go where they fit, if there is only one such place", async () => {
    const result = await play(
      program,
      `run gather
       gather returns { outcome: "changes", why: "thin" }, mood "good", "140 bakeries"
       gather lands "All of it."
       expect review.why == "thin" and latest(facts) == "140 bakeries"`,
    );
    expect(result.messages).toEqual([]);
  });

  it("[L-29] local values of a body are scripted by their names", async () => {
    const result = await play(
      program,
      `run drafting
       drafting returns draft "A title", score 7
       expect note.title == "A title" and note.size == 7`,
    );
    expect(result.text).toBe("✓ it\n");
  });

  it("[L-31] `fails` is `invalid_output` with the attempts spent, and `then` is for the next lane", async () => {
    const result = await play(
      program,
      `run all
       write fails "no idea" then lands { title: "T", size: 1 }
       choose write
       expect status running
       expect absent note
       choose write
       expect landed note
       expect order write, write`,
    );
    expect(result.messages).toEqual([]);
    const rejected = result.journal.filter(({ event }) => event.kind === "attempt.rejected");
    expect(rejected).toHaveLength(3);
    const settled = result.journal.flatMap(({ event }) => (event.kind === "lane.settled" ? [event] : []));
    expect(settled.map(({ outcome, stop }) => [outcome, stop?.category])).toEqual([
      ["failed", "invalid_output"],
      ["landed", undefined],
    ]);
    expect(result.told).toContain('> write fails "no idea"');
  });

  it("[L-31] every kind of target can fail: documents, texts, evidence, verdicts, local values", async () => {
    for (const lines of [
      `run write\n write fails "x"`,
      `run reading\n artifact source is { title: "S" }\n reading fails "x"`,
      `run gather\n gather fails "x"`,
      `run drafting\n drafting fails "x"`,
      `run drafting\n drafting returns draft "d" then fails "x"`,
    ]) {
      const result = await play(program, `${lines}\n expect stopped invalid_output\n expect recovery retry`);
      expect([lines, result.messages]).toEqual([lines, []]);
    }
  });

  it("[L-31] `refuses` is a provider's refusal", async () => {
    const result = await play(
      program,
      `run write
       write refuses "not this"
       expect status paused
       expect stopped refusal
       expect recovery clarify`,
    );
    expect(result.messages).toEqual([]);
    expect(result.view?.stops[0]).toMatchObject({
      category: "refusal",
      source: "provider",
      message: "not this",
    });
  });

  it("[L-29] `asks` suspends before the first attempt, and goes on with the answers", async () => {
    const result = await play(
      program,
      `run asking
       asking asks [{ ref: "tone", question: "Which tone?", why: "It sets the text", choices: ["dry", "warm"] }, { ref: "length", question: "How long?" }]
         then asks [{ ref: "title", question: "Which title?" }]
         then lands "Done."
       expect waiting Clarification
       person answers Clarification { tone: "dry", length: "short" }
       expect waiting Clarification
       person answers Clarification { title: "Bread" }
       expect landed summary`,
    );
    expect(result.messages).toEqual([]);
    expect(result.view?.landings[0]?.exchange.map(({ ref, answer }) => [ref, answer])).toEqual([
      ["tone", "dry"],
      ["length", "short"],
      ["title", "Bread"],
    ]);
    await expect(result.told).toMatchFileSnapshot("golden/clarification.txt");
  });

  it("[L-29] questions and results may stand on lines of their own", async () => {
    const result = await play(
      program,
      `run asking
       asking lands "Done."
       asking asks [{ ref: "tone", question: "Which tone?" }]
       person answers Clarification { tone: "dry" }
       expect landed summary`,
    );
    expect(result.messages).toEqual([]);
  });

  it("[L-31] a clarification that is not scripted asks nothing", async () => {
    const result = await play(program, `run asking\n asking lands "Done."\n expect landed summary`);
    expect(result.messages).toEqual([]);
    expect(result.journal.filter(({ event }) => event.kind.startsWith("wait."))).toEqual([]);
  });

  it("[L-29] `raises` asks within the attempt, whose answer is the call's result", async () => {
    const result = await play(
      program,
      `run raising
       raising raises Approval "Is it fine so far?" then lands "Done."
       expect waiting Approval
       person answers Approval false
       expect landed summary`,
    );
    expect(result.messages).toEqual([]);
    const attempts = result.journal.filter(({ event }) => event.kind === "attempt.started");
    expect(attempts).toHaveLength(1);
  });

  it("[L-31] a call whose playbook has no script fails the scenario", async () => {
    const result = await play(program, `run write\n expect landed note`);
    expect(result.text).toMatchInlineSnapshot(`
      "✗ it
        play.playbook:65:1 \`write\` was called for \`note\`, and no line says what it gives
          it was given:
            | Write the note.

        the run, as it went:
          run write
          round 1
            lane 1: write
          left as it was: status running
      "
    `);
  });

  it("[L-31] a reply that is for something else is not taken for this call", async () => {
    const result = await play(
      program,
      `run gather\n gather lands "All of it."\n gather returns review { outcome: "ok" }`,
    );
    expect(result.failures).toMatchInlineSnapshot(`
      [
        {
          "at": {
            "column": 2,
            "end": 1597,
            "file": "play.playbook",
            "line": 66,
            "start": 1572,
          },
          "details": [],
          "kind": "unscripted",
          "message": "\`gather\` was called for \`facts\`, and its script goes on with \`returns review\`",
          "prompt": "Gather everything.",
        },
      ]
    `);
  });

  it("[L-31] questions that nobody asks for leave the call unscripted", async () => {
    const result = await play(
      program,
      `run write\n write asks [{ ref: "a", question: "A?" }] then lands { title: "T", size: 1 }`,
    );
    expect(result.messages).toEqual([
      "`write` was called for `note`, and its script goes on with `asks`, and it is not asked for decisions here",
    ]);
  });
});

describe("scripts of tools and of what is there", () => {
  it("[L-29] `gives` is for one call after the other", async () => {
    const result = await play(
      program,
      `run all
       tool search gives { hits: ["a"] } then { hits: ["b"] }
       choose look-up
       choose look-up
       expect latest(facts) == "[\\"b\\"]"
       expect count(facts) == 2`,
    );
    expect(result.messages).toEqual([]);
    expect(result.told).toContain('called search { query: "bread" } → { hits: ["a"] }');
  });

  it("[L-29] a tool that fails is a provider's failure", async () => {
    const result = await play(
      program,
      `run look-up\n tool search fails "down"\n expect stopped provider_failure`,
    );
    expect(result.messages).toEqual([]);
    expect(result.told).toContain('called search { query: "bread" } → error: down');
  });

  it("[L-31] a tool's call that is not scripted fails the scenario with what it was given", async () => {
    const result = await play(
      program,
      `run all\n tool search gives { hits: [] }\n choose look-up\n choose look-up`,
    );
    expect(result.failures).toMatchInlineSnapshot(`
      [
        {
          "at": {
            "column": 2,
            "end": 1599,
            "file": "play.playbook",
            "line": 66,
            "start": 1569,
          },
          "details": [],
          "kind": "unscripted",
          "message": "\`search\` was called, and its script is used up",
          "prompt": "{
        "query": "bread"
      }",
        },
      ]
    `);
    const bare = await play(program, `run look-up`);
    expect(bare.messages).toMatchInlineSnapshot(`
      [
        "\`search\` was called, and no line says what it gives",
      ]
    `);
  });

  it("[L-29] `artifact A is …` stands in the workspace before the run, and was not written by it", async () => {
    const result = await play(
      program,
      `run reading
       artifact source is { title: "Bread" }
       reading lands "About bread."
       expect landed source and not delivered source
       expect delivered summary
       expect written "summary.txt"`,
    );
    expect(result.messages).toEqual([]);
    const brief = result.journal.flatMap(({ event }) => (event.kind === "brief.made" ? [event.prompt] : []));
    expect(brief.join()).toContain("Sum up Bread.");
  });

  it("[L-30] what no playbook of the run reads can be expected too", async () => {
    const result = await play(
      program,
      `run write
       artifact source is { title: "Bread" }
       write lands { title: "T", size: 1 }
       expect source.title == "Bread"
       expect absent summary and not absent source`,
    );
    expect(result.messages).toEqual([]);
  });
});
