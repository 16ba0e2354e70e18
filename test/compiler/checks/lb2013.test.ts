import { describe, expect, it } from "vitest";
import { told } from "./diagnosed.js";

const declarations = `
artifact draft at "draft.md"
verdict review: "ship" | "rework"
evidence notes
`;

const playbook = (clauses: string): string => `${declarations}
playbook work {
  intent "Do the work"
${clauses}
}
`;

describe("LB2013 produced-once", () => {
  it("[L-16] accepts each output and return by one step", async () => {
    const source = playbook(`
  outputs draft
  returns review, notes
  do {
    generate draft { prompt "Write it." }
    return review from "ship"
    return notes from "It went well."
  }`);
    expect(await told(source)).toEqual([]);
  });

  it("[L-16] accepts a prompt as the step for each of them", async () => {
    expect(await told(playbook(`outputs draft returns review prompt "Write and judge it."`))).toEqual([]);
  });

  it("[L-16] names an output that no step lands and a return that no step returns", async () => {
    const source = playbook(`
  outputs draft
  returns review
  do { advise "Nothing is done." }`);
    expect(await told(source)).toEqual([
      "LB2013 «draft» `draft` is landed by no step of `work`",
      "LB2013 «review» `review` is returned by no step of `work`",
    ]);
  });

  it("[L-16] names the second of two steps for one result, whatever they are", async () => {
    const source = playbook(`
  outputs draft
  do {
    generate draft { prompt "Write it." }
    land draft from "At once."
  }`);
    expect(await told(source)).toEqual(["LB2013 «draft» `draft` is landed by two steps"]);
  });

  it("[L-16] counts steps for evidence too", async () => {
    const source = playbook(`
  returns notes
  do {
    return notes from "One."
    return notes from "Two."
  }`);
    expect(await told(source)).toEqual(["LB2013 «notes» `notes` is returned by two steps"]);
  });

  it("[L-16] names the condition under which alone a result comes", async () => {
    const source = playbook(`
  input wanted: boolean
  outputs draft
  do { generate draft { prompt "Write it." } when wanted }`);
    expect(await told(source)).toEqual(["LB2013 «wanted» `draft` is landed only under a condition"]);
  });

  it("[L-16] takes two steps under opposite conditions for two steps", async () => {
    const source = playbook(`
  input short: boolean
  outputs draft
  do {
    land draft from "Short." when short
    land draft from "A long text." when not short
  }`);
    expect(await told(source)).toEqual(["LB2013 «draft» `draft` is landed by two steps"]);
  });

  it("[L-16] lets a local value and a step without results stand under conditions", async () => {
    const source = playbook(`
  input wanted: boolean
  outputs draft
  do {
    generate title: string { prompt "Find a title." } when wanted
    advise "It takes a minute." when wanted
    generate draft { prompt "Write it under {{ title ?? 0 }}." }
  }`);
    expect(await told(source)).toEqual([]);
  });

  it.each([
    ["do", 'prompt "Write it." do { land draft from "Now." }'],
    ["prompt", 'do { land draft from "Now." } prompt "Write it."'],
    ["do", 'do { land draft from "Now." } do { advise "And then?" }'],
  ])(
    "[L-16] refuses a second body, `%s`, and says nothing of what the two produce",
    async (second, bodies) => {
      expect(await told(playbook(`outputs draft ${bodies}`))).toEqual([
        `LB2013 «${second}» \`work\` has two bodies`,
      ]);
    },
  );

  it("[L-34] does not call an output missing that a step with an unknown target may mean", async () => {
    const source = playbook(`
  outputs draft
  do { generate draftt { prompt "Write it." } }`);
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });

  it("[L-34] does not look for the steps of an output that is not known", async () => {
    const source = playbook(`
  outputs drafft
  do { advise "Nothing." }`);
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });
});
