import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const effect = (key = "", input = "{ to: string  text: text }"): string =>
  `effect send {\n  input ${input}\n${key === "" ? "" : `  ${key}\n`}  approve\n}\n`;
const playbook = (steps: string, clauses = ""): string => `
playbook work {
  intent "Work"
  input to: string
  performs send
  ${clauses}
  do {
    ${steps}
  }
}
`;
const drafted =
  'generate draft: text { prompt "Write to {{ to }}." }\n    perform send { to: to, text: draft }';
const missing = ["LB7004 «send» `send` has no `key`, and a model writes its arguments"];

describe("LB7004 key-missing", () => {
  it("[L-26] wants a key where a model writes an argument", async () => {
    expect(await told(effect() + playbook(drafted))).toEqual(missing);
    expect(await told(effect("key to") + playbook(drafted))).toEqual([]);
  });

  it("[L-26] wants none where only people and inputs give the arguments", async () => {
    expect(await told(effect() + playbook('perform send { to: to, text: "Hello" }'))).toEqual([]);
    const asked = playbook('ask Text "What?" as text\n    perform send { to: to, text: text }');
    expect(await told(`wait Text { class intervention answer text }\n${effect()}${asked}`)).toEqual([]);
  });

  it("[L-26] wants none where the playbook generates besides", async () => {
    const source = (grant: string): string =>
      effect("", "{}") +
      playbook(
        `generate draft: text { prompt "{{ to }}" }\n    perform send {}\n    advise "{{ draft }}"`,
        grant,
      );
    expect(await told(source(""))).toEqual([]);
  });

  it.each([
    ["in a text around it", "text: draft", 'text: "Dear all, {{ draft }}"'],
    ["or something else", "text: draft", 'text: draft ?? "-"'],
  ])("[L-26] follows what a model wrote: %s", async (_, before, after) => {
    expect(await told(effect() + playbook(drafted.replace(before, after)))).toEqual(missing);
  });

  const given = (writer: string, requires: string, read: string, key = ""): string => `${effect(key)}
artifact letter at "letter.json" { body: text }
evidence notes
verdict tone: "warm" | "cool"
playbook write { intent "Write" ${writer} }
playbook deliver { intent "Deliver" ${requires} performs send do { perform send { to: "x", text: ${read} } } }
`;

  it.each([
    ["an artifact", 'outputs letter prompt "Go."', "requires landed letter", "letter.body"],
    ["evidence", 'returns notes prompt "Go."', "requires notes", "latest(notes)"],
    ["a verdict", 'returns tone prompt "Go."', "requires tone", "tone"],
    [
      "what is landed of a model's value",
      'outputs letter do { generate t: text { prompt "Go." } land letter { body: t } }',
      "requires landed letter",
      "letter.body",
    ],
  ])("[L-26] follows %s into another playbook", async (_, writer, requires, read) => {
    const source = given(writer, requires, read);
    expect(await told(source)).toEqual(missing);
    expect(await mended(source)).toBe(given(writer, requires, read, "key to"));
  });

  it("[L-26] follows nothing that no model wrote", async () => {
    const source = given('returns tone do { return tone from "warm" }', "requires tone", "tone");
    expect(await told(source)).toEqual([]);
  });

  it("[L-35] follows the elements of an array that a model wrote", async () => {
    const source = `${effect()}
artifact list at "list.json" { names: string[] }
playbook plan { intent "Plan" outputs list prompt "Go." }
playbook greet { intent "Greet" input name: string performs send do { perform send { to: name, text: "Hi" } } }
playbook all { intent "Greet all" performs send admits plan, greet each name in list.names limits { rounds 9 } }
`;
    expect((await told(source)).filter((line) => line.startsWith("LB7004"))).toEqual(missing);
    expect(
      (await told(source.replace('"list.json"', '"list.json" given').replace("outputs list ", ""))).filter(
        (line) => line.startsWith("LB7004"),
      ),
    ).toEqual([]);
  });

  it("[L-26] wants a key where a model step may perform it", async () => {
    const source = `${effect()}artifact note at "note.md"\nplaybook p { intent "x" performs send outputs note prompt "Go." }\n`;
    expect(await told(source)).toEqual(missing);
    expect(await told(source.replace("{ to: string  text: text }", "{}"))).toEqual([]);
    expect((await diagnosed(source))[0]?.related.map(({ message }) => message)).toEqual([
      "a model of `p` may perform it",
    ]);
  });

  it("[L-26] writes no key where several arguments could be it, or none", async () => {
    const several = given('returns tone prompt "Go."', "requires tone", 'tone, cc: "y"').replace(
      "text: text }",
      "text: text  cc: string }",
    );
    for (const source of [several, effect() + playbook(drafted)]) {
      const [diagnostic] = await diagnosed(source);
      expect(diagnostic).toMatchObject({ code: "LB7004" });
      expect(diagnostic).not.toHaveProperty("fix");
    }
  });
});
