import { describe, expect, it } from "vitest";
import { diagnosed, told } from "./diagnosed.js";

const effect = (rules: string, input = "{ to: string  amount: number  cc?: string }"): string =>
  `effect send {\n  input ${input}\n  key to\n  ${rules}\n}\n`;
/** Another playbook's model writes `who`; this one has no model step. */
const program = (
  effects: string,
  args: string,
  given = '{ to: text  kind: "a" | "b"  id: string @pattern("^[a-z]+$")  list: string[] }',
): string => `${effects}
verdict who ${given}
evidence notes
playbook judge { intent "Say who" returns who, notes prompt "Who?" }
playbook work {
  intent "Work"
  requires who and notes
  input name: string
  performs send
  do {
    perform send { ${args} }
  }
}
`;
const codes = async (source: string): Promise<readonly string[]> =>
  (await told(source)).filter((line) => line.startsWith("LB7006"));
const unchecked = (text: string, name = "to"): readonly string[] => [
  `LB7006 «${text}» text of a model reaches \`${name}\` of \`send\` unchecked`,
];

describe("LB7006 unchecked-text", () => {
  it.each(["who.to", "latest(notes)", '"Dear {{ who.to }}"', 'who.list[0] ?? "x"', '"{{ who }}"'])(
    "[L-26] tells of %s where it is permitted as it comes",
    async (text) => {
      expect(await codes(program(effect("permit"), `to: ${text}, amount: 1`))).toEqual(unchecked(text));
    },
  );

  it("[L-27] shows what is permitted, and by which rule", async () => {
    const source = program(
      effect("refuse when amount > 5\n  permit when amount < 3\n  approve"),
      "to: who.to, amount: 1",
    );
    const found = (await diagnosed(source)).find(({ code }) => code === "LB7006");
    expect(found?.related.map(({ message }) => message)).toEqual([
      'this permits `{ to: "any text at all"  amount: 1 }`',
    ]);
    expect(source.slice(found?.related[0]?.place.span.start).startsWith("permit when amount < 3")).toBe(true);
  });

  it.each([
    ["an input", "name"],
    ["an enum of the model's value", "who.kind"],
    ["a pattern of the model's value", "who.id"],
    ["a constant", '"support"'],
  ])("[L-26] says nothing of %s", async (_, text) => {
    expect(await codes(program(effect("permit"), `to: ${text}, amount: 1`))).toEqual([]);
  });

  it.each([
    ["every use needs approval", ""],
    ["a person approves all of it", "approve"],
    ["a rule names what is permitted", 'permit when to in ["a", "b"]\n  approve'],
    ["a rule asks for a pattern", 'permit when matches(to, ".*")\n  approve'],
    ["what the step gives besides is never permitted", "permit when amount > 5\n  approve"],
    ["what the rule asks for is left out", 'permit when cc == "us"\n  approve'],
  ])("[L-27] says nothing where %s", async (_, rules) => {
    expect(await codes(program(effect(rules), "to: who.to, amount: 1"))).toEqual([]);
  });

  it("[L-27] takes what a rule rules out for no check of the rest", async () => {
    for (const rules of ['refuse when to == "evil"\n  permit', 'refuse when matches(to, "evil")\n  permit'])
      expect(await codes(program(effect(rules), "to: who.to, amount: 1"))).toEqual(unchecked("who.to"));
  });

  it.each([
    ["an enum", '{ to: "a" | "b"  amount: number }', "to: who.kind, amount: 1"],
    ["a pattern", '{ to: string @pattern("^[a-z ]+$")  amount: number }', "to: who.id, amount: 1"],
  ])("[L-26] says nothing where the argument has %s", async (_, input, args) => {
    expect(await codes(program(effect("permit", input), args))).toEqual([]);
  });

  it("[L-26] looks into objects and arrays, and takes a format for no check", async () => {
    const input = "{ to: email  parts: { lines: text[] } }";
    const source = program(
      effect("permit", input),
      "to: who.to, parts: who.parts",
      "{ to: email  parts: { lines: text[] } }",
    );
    expect(await codes(source)).toEqual([...unchecked("who.to"), ...unchecked("who.parts", "parts")]);
    const numbers = "{ to: integer  parts: boolean[] }";
    expect(await codes(program(effect("permit", numbers), "to: who.to, parts: who.parts", numbers))).toEqual(
      [],
    );
  });

  const asked = (question: string, when: string): string => `import { Approval } from "std:waits"
${effect("permit")}
verdict who { to: text }
playbook judge { intent "Say who" returns who prompt "Who?" }
playbook work { intent "Work" requires who performs send do {
  ask Approval "${question}" as go
  perform send { to: who.to, amount: 1 } ${when}
} }
`;

  it("[R-41] counts a person who was shown the text and said yes", async () => {
    expect(await codes(asked("Send it to {{ who.to }}?", "when go"))).toEqual([]);
    expect(await codes(asked("Send it?", "when go"))).toEqual(unchecked("who.to"));
    expect(await codes(asked("Send it to {{ who.to }}?", ""))).toEqual(unchecked("who.to"));
    expect(await codes(asked("Send it to {{ who.to }}?", "when not go"))).toEqual(unchecked("who.to"));
  });

  it("[L-26] tells once of what a model step may perform, and not again of the steps beside it", async () => {
    const source = `${effect("permit")}
playbook work { intent "Work" performs send do {
  generate who: text { prompt "Who?" }
  perform send { to: who, amount: 1 }
} }
`;
    expect(await codes(source)).toEqual([
      "LB7006 «send» a model of `work` may perform `send` with any text as `to` and `cc`",
    ]);
    expect(await codes(source.replace("permit", "approve"))).toEqual([]);
    expect(
      await codes(
        source.replace("permit", 'permit when to == "us" and absent_cc == 1').replace("absent_cc", "amount"),
      ),
    ).toEqual(["LB7006 «send» a model of `work` may perform `send` with any text as `cc`"]);
  });
});
