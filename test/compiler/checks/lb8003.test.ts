import { describe, expect, it } from "vitest";
import { diagnosed, told } from "./diagnosed.js";

const things = `
type Old = string @deprecated
type Line { sum: number  total?: number @deprecated }
artifact bill at "bill.json" given { lines: Line[] @minItems(1)  due?: string @deprecated  paid: { on?: date @deprecated  at: string } }
artifact note at "note.json" { text: string  words?: integer @deprecated  from?: { name: string  nick?: string @deprecated } }
tool look { input { q: string  lang?: string @deprecated } output { found: string  score?: number @deprecated } }
`;
const playbook = (steps: string, clauses = ""): string => `${things}
playbook work {
  intent "Work"
  input tone?: Old
  requires landed bill
  outputs note
  ${clauses}
  do {
    call look { q: tone ?? "x" } as hit
    ${steps}
  }
}
`;
const note = "land note { text: hit.found }";
const base = ["LB8003 «Old» `Old` is deprecated"];
const deprecated = (text: string): string => `LB8003 «${text}» \`${text}\` is deprecated`;
const sorted = async (source: string): Promise<readonly string[]> => (await told(source)).toSorted();

describe("LB8003 deprecated", () => {
  it("[L-8] tells of a type that is deprecated, where it is used", async () => {
    expect(await told(playbook(note))).toEqual(base);
    expect(
      await told('type Old { o?: Old } \ntype Now { a: string }\nartifact a at "a.json" { n: Now }'),
    ).toEqual([]);
  });

  it.each([
    ["of a document", 'advise "{{ bill.due ?? \\"-\\" }}"', "due"],
    ["of an object in it", 'advise "{{ bill.paid.on ?? \\"-\\" }}"', "on"],
    ["of an element", 'advise "{{ bill.lines[0].total ?? 0 }}"', "total"],
    ["of a result", 'advise "{{ hit.score ?? 0 }}"', "score"],
    ["in a condition", 'advise "x" when bill.due == "now"', "due"],
  ])("[L-8] tells of a field %s that is read", async (_, step, name) => {
    expect(await sorted(playbook(`${step}\n${note}`))).toEqual([...base, deprecated(name)].toSorted());
  });

  it.each([
    ["an argument", `call look { q: "x", lang: "fr" }\n${note}`, "lang"],
    ["a result", "land note { text: hit.found, words: 3 }", "words"],
    ["an object in a result", 'land note { text: hit.found, from: { name: "x", nick: "y" } }', "nick"],
  ])("[L-8] tells of %s that is written", async (_, steps, name) => {
    expect(await sorted(playbook(steps))).toEqual([...base, deprecated(name)].toSorted());
  });

  it("[L-8] tells of an input that a scenario gives, and not of the playbook that has it", async () => {
    const source = (given: string): string =>
      `evidence e
playbook p { intent "Go" input who: string input mood?: string @deprecated returns e prompt "{{ who }} {{ mood ?? "" }}" }
scenario "it runs" { run p { who: "x"${given} } }
`
        .replaceAll('prompt "', 'prompt """')
        .replaceAll('?? "" }}"', '?? "" }}"""');
    expect(await told(source(""))).toEqual([]);
    expect(await told(source(', mood: "y"'))).toEqual([deprecated("mood")]);
  });

  it("[L-20] tells of a field that a prompt in a file reads", async () => {
    const files = {
      "a.playbook":
        'artifact bill at "b.json" given { due: string @deprecated }\nevidence e\nplaybook p { intent "Go" requires landed bill returns e prompt file "./p.md" }\n',
      "p.md": "It is due on {{ bill.due }}.",
    };
    expect((await diagnosed(files)).map(({ code, place: { file } }) => [code, file])).toEqual([
      ["LB8003", "p.md"],
    ]);
  });

  it("shows where it is declared, and says nothing of the field itself", async () => {
    const source =
      'artifact bill at "b.json" given { due: string @deprecated }\nevidence e\nplaybook p { intent "Go" requires landed bill returns e prompt "{{ bill.due }}" }\n';
    const [diagnostic, ...others] = await diagnosed(source);
    expect(others).toEqual([]);
    expect(diagnostic).toMatchObject({
      severity: "info",
      hint: "its doc may say what to use instead",
      related: [{ place: { span: { start: source.indexOf("due"), end: expect.any(Number) } } }],
    });
  });
});
