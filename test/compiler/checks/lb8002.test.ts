import { describe, expect, it } from "vitest";
import { diagnosed, type Files, mended, told } from "./diagnosed.js";

const off = (name: string, convention: string): string =>
  `LB8002 «${name}» \`${name}\` is not in ${convention}`;
const either = "PascalCase or kebab-case";

describe("LB8002 name-off-the-convention", () => {
  it.each([
    'artifact market-report2 at "a.md"',
    "evidence e",
    "verdict gate: boolean",
    "tool look-up {}",
    "effect send {}",
    "type Money { a: string }",
    "type line-item { a: string }",
    "wait PaymentReceived { class schedule }",
    "wait payment { class schedule }",
  ])("[L-3] is content with `%s`", async (source) => {
    expect(await told(source)).toEqual([]);
  });

  it.each([
    ['artifact market_report at "a.md"', "market_report", "kebab-case", "market-report"],
    ["evidence Found", "Found", "kebab-case", "found"],
    ["verdict isGood: boolean", "isGood", "kebab-case", "is-good"],
    ["tool HTTPFetch2 {}", "HTTPFetch2", "kebab-case", "http-fetch2"],
    ["effect _send_It {}", "_send_It", "kebab-case", "send-it"],
    ["type money_amount { a: string }", "money_amount", either, "MoneyAmount"],
    ["wait moneyCame { class schedule }", "moneyCame", either, "MoneyCame"],
  ])("[L-3] tells of `%s`, and what it would be", async (source, name, convention, better) => {
    expect(await told(source)).toEqual([off(name, convention)]);
    expect((await diagnosed(source))[0]).toMatchObject({ severity: "info", hint: `call it \`${better}\`` });
  });

  it("[L-3] wants camelCase of fields, inputs and questions, and leaves names in quotes alone", async () => {
    const source = `artifact a at "a.json" { dueDate: string  due_date: string  "odd-name": string  l: { In-ner: string }[] }
playbook p {
  intent "Go"
  input for-whom: string
  interview { how_long: string ask "How long?" }
  outputs a
  prompt "{{ for-whom }} {{ how_long }}"
}
`;
    expect(await told(source)).toEqual(
      ["due_date", "In-ner", "for-whom", "how_long"].map((name) => off(name, "camelCase")),
    );
    expect((await diagnosed(source)).map(({ hint, fix }) => [hint, fix])).toEqual(
      ["dueDate", "inNer", "forWhom", "howLong"].map((name) => [`call it \`${name}\``, undefined]),
    );
  });

  it("[L-3] says nothing of the names of steps, scenarios and fan-outs, nor of the standard library", async () => {
    const source = `import { Adequacy, Score } from "std:verdicts"
artifact list at "list.json" given { names: string[] }
verdict row per the_name: "a" | "b"
playbook all { intent "Go" admits one each the_name in list.names, two limits { rounds 200 } }
playbook one { intent "Go" input the_name: string returns row prompt "{{ the_name }}" }
playbook two { intent "Go" returns Adequacy, Score do {
  generate Some_Thing: text { prompt "x" } as Other_Name
  return Adequacy { outcome: "thin", gaps: [Some_Thing] }
  return Score { score: 1, because: "x" }
} }
scenario "It Runs" { run all }
`;
    const lines = (await told(source)).filter((line) => line.startsWith("LB8002"));
    expect(lines).toEqual([off("the_name", "camelCase")]);
  });

  const use = (name: string): string => `// ${"market_report"} is named here
playbook write { intent "Write the market_report" outputs ${name} prompt "Go." }
playbook check-it { intent "Check" requires landed ${name} returns notes prompt "Is {{ ${name} }} the market_report?" }
evidence notes
scenario "it works" { run write  write lands ${name} "x"  expect landed ${name} }
`;

  it("[L-3] renames a declaration wherever it is named, and leaves texts and comments alone", async () => {
    expect(await mended(`artifact market_report at "market_report.md"\n${use("market_report")}`)).toBe(
      `artifact market-report at "market_report.md"\n${use("market-report")}`,
    );
  });

  const fixOf = async (files: Files): Promise<Readonly<Record<string, number>> | undefined> => {
    const fix = (await diagnosed(files)).find(({ code }) => code === "LB8002")?.fix;
    if (fix === undefined) return undefined;
    const counts: Record<string, number> = {};
    for (const { file } of fix.edits) counts[file] = (counts[file] ?? 0) + 1;
    return counts;
  };

  it("[L-5] renames it where it is imported, under another name only in the import", async () => {
    const user = (names: string, name: string): string =>
      `import { ${names} } from "./a.playbook"\nplaybook ${name === "r" ? "p" : "q"} { intent "Write" outputs ${name} prompt "Go." }\n`;
    const files = {
      "a.playbook": 'artifact market_report at "a.md"\n',
      "b.playbook": user("market_report", "market_report"),
      "c.playbook": user("market_report as r", "r"),
    };
    expect(await fixOf(files)).toEqual({ "a.playbook": 1, "b.playbook": 2, "c.playbook": 1 });
  });

  it("[L-7] renames it in prompts that stand in files", async () => {
    const files = {
      "a.playbook":
        'evidence Found\nplaybook p { intent "Write" requires Found returns other prompt file "./p.md" }\nevidence other\n',
      "p.md": "Look at {{ Found }}. Found nothing? Then nothing is found.",
    };
    expect(await fixOf(files)).toEqual({ "a.playbook": 2, "p.md": 1 });
  });

  it.each([
    ["the new name is taken", "evidence Found\ntool found {}\n"],
    ["it would be a word of the language", "tool Run {}\n"],
    [
      "the old name means something else too",
      'evidence Found\nplaybook p { intent "Go" input Found: string returns Found prompt "{{ Found }}" }\n',
    ],
    ["something is wrong", "evidence Found\nevidence e\nevidence e\n"],
    ["nothing would be left of the name", "tool _ {}\n"],
  ])("[L-34] renames nothing where %s", async (_, source) => {
    expect(await fixOf({ "a.playbook": source })).toBeUndefined();
  });
});
