import { describe, expect, it } from "vitest";
import { told } from "./diagnosed.js";

const playbook = (clauses: string): string => `
artifact draft at "draft.md"
tool look { input { at: string } output text }
wait Question { class intervention answer text }

playbook draft-write {
  intent "Write the draft"
  outputs draft
  uses look
  offers Question
${clauses}
}
`;

describe("LB2002 declared-twice, inside a playbook", () => {
  it.each([
    ['intent "Write it again"', "intent", "clause `intent`"],
    ["once once", "once", "clause `once`"],
    ["limits { tokens 9 } limits { attempts 2 }", "limits", "clause `limits`"],
    ["limits { tokens 9 tokens 10 }", "tokens", "limit `tokens`"],
    ["mode queue mode reject", "mode", "clause `mode`"],
    ["model fast model strong", "model", "clause `model`"],
  ])("[L-7] names what `%s` gives twice", async (clauses, at, what) => {
    expect(await told(playbook(`${clauses} prompt "Write it."`))).toEqual([
      `LB2002 «${at}» the ${what} is declared twice`,
    ]);
  });

  it.each([
    ["outputs draft", "draft", "output `draft`"],
    ["uses look", "look", "tool `look`"],
    ["offers Question", "Question", "wait `Question`"],
  ])("[L-7] names what a second `%s` lists again", async (clause, at, what) => {
    expect(await told(playbook(`${clause} prompt "Write it."`))).toEqual([
      `LB2002 «${at}» the ${what} is declared twice`,
    ]);
  });

  it("[L-7] names a glob that is written twice", async () => {
    expect(await told(playbook('writes "draft.md", "draft.md" prompt "Write it."'))).toEqual([
      'LB2002 «"draft.md"» the glob `draft.md` is declared twice',
    ]);
  });

  it("[L-7] names a setting that a model step gives twice", async () => {
    expect(await told(playbook('do { generate draft { prompt "One." attempts 2 prompt "Two." } }'))).toEqual([
      'LB2002 «prompt "Two."» the setting `prompt` is declared twice',
    ]);
  });

  it("[L-7] lets clauses of one kind that list different things add up", async () => {
    const source = playbook(`
  input a?: text
  input b?: text
  requires absent draft
  requires absent a or absent b
  writes "draft.md"
  writes "notes/**"
  prompt "Write it of {{ a ?? b ?? \\"nothing\\" }}."`);
    expect(await told(source)).toEqual([]);
  });

  it("[R-53] wants a name of its own of each end, and none that every run has", async () => {
    const source = (ends: string): string => `${playbook('prompt "Write it."')}
      playbook drafting { intent "See it through" admits draft-write limits { rounds 3 } ${ends} }`;
    expect(await told(source('ends "enough" when landed draft ends "over" when stale draft'))).toEqual([]);
    expect(
      await told(source('ends "enough" when landed draft ends "enough" failed when absent draft')),
    ).toEqual(['LB2002 «"enough"» the end `enough` is declared twice']);
    for (const reason of ["goal_met", "chose_to_stop", "refusal"]) {
      expect(await told(source(`ends "${reason}" when landed draft`))).toEqual([
        `LB2002 «"${reason}"» \`${reason}\` is a stop reason that every run has`,
      ]);
    }
    expect(await told(source('ends " " when landed draft'))).toEqual(['LB2016 «" "» the end has no name']);
  });
});
