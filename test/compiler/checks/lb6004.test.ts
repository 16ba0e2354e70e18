import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const playbook = (clause: string, body = 'prompt "Write it."'): string => `
artifact note at "note.md"
playbook note-write {
  intent "Write the note"
  outputs note
  ${clause}
  ${body}
}
`;
const landing = 'do { land note from "x" }';

describe("LB6004 idle-clarification", () => {
  it.each(["clarifies { }", "clarifies { rounds 2  questions 1 }", "clarifies none", ""])(
    "[R-25] accepts `%s` where something is generated",
    async (clause) => {
      expect(await told(playbook(clause))).toEqual([]);
      expect(await told(playbook(clause, 'do { generate note { prompt "Write it." } }'))).toEqual([]);
    },
  );

  it("[R-25] accepts it where a value for later steps is generated", async () => {
    const body = 'do { generate idea: text { prompt "Think." } land note from idea }';
    expect(await told(playbook("clarifies { }", body))).toEqual([]);
  });

  it("[R-25] refuses it where nothing is generated, and takes it out", async () => {
    expect(await told(playbook("clarifies { rounds 2 }", landing))).toEqual([
      "LB6004 «clarifies { rounds 2 }» `note-write` generates nothing, so that it never asks for clarification",
    ]);
    expect(await mended(playbook("clarifies { rounds 2 }", landing))).toBe(
      playbook("", landing).replace("  \n", ""),
    );
    expect(await told(playbook("clarifies none", landing))).toEqual([]);
  });

  it("[R-25] tells of nothing generated, not of the bounds, where both are so", async () => {
    expect(await told(playbook("clarifies { rounds 0 }", landing))).toHaveLength(1);
  });

  it("[R-25] refuses it on a composite", async () => {
    const source = `${playbook("")}playbook noting { intent "Note" admits note-write clarifies { } limits { rounds 2 } }\n`;
    expect(await told(source)).toEqual([
      "LB6004 «clarifies { }» `noting` generates nothing, so that it never asks for clarification",
    ]);
  });

  it.each(["rounds", "questions"])("[R-25] refuses `%s 0`", async (bound) => {
    const source = playbook(`clarifies { ${bound} 0 }`);
    expect(await told(source)).toEqual([
      `LB6004 «${bound} 0» with \`${bound} 0\` \`note-write\` never asks for clarification`,
    ]);
    expect(await mended(source)).toBe(playbook("clarifies none"));
  });

  it("[R-25] names the bound that can never be reached beside it", async () => {
    const [diagnostic, ...others] = await diagnosed(playbook("clarifies { questions 4  rounds 0 }"));
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      related: [{ message: "this bound on `questions` can never be reached" }],
    });
    expect(await told(playbook("clarifies { questions 0  rounds 0 }"))).toHaveLength(1);
  });

  it("[L-34] leaves bounds that are no counts to LB2006", async () => {
    const codes = (await told(playbook("clarifies { rounds 0  questions 1.5 }"))).map((line) =>
      line.slice(0, 6),
    );
    expect(codes).toEqual(["LB2006"]);
  });
});
