import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const program = (composite: string, member: string, more = ""): string => `
artifact report at "report.md"

playbook reporting {
  intent "See the report through"
${composite}
  admits report-write${more}
  until landed report
  limits { rounds 9 }
}

playbook report-write {
  intent "Write the report"
${member}
  outputs report
  prompt """
    Write a report on {{ subject ?? "anything" }}.
    """
}
`;

describe("LB2014 input-of-a-member", () => {
  it.each([
    ["the same type", "input subject: text", "input subject: text"],
    ["a type that fits", "input subject: string", "input subject: text"],
    ["a default of the composite's", 'input subject: text = "all"', "input subject: text"],
    ["a member's default", "", 'input subject: text = "all"'],
    ["a member's `?`", "", "input subject?: text"],
    ["`?` on both sides", "input subject?: text", "input subject?: text"],
    ["`json`", "input subject: json", "input subject: text"],
  ])("[L-17] accepts %s", async (_, composite, member) => {
    expect(await told(program(composite, member))).toEqual([]);
  });

  it("[L-17] names an input that the composite does not have, at the entry", async () => {
    expect(await told(program("", "input subject: text"))).toEqual([
      "LB2014 «report-write» `report-write` requires the input `subject: text`, which `reporting` does not have",
    ]);
  });

  it("[L-17] names an input that the composite may lack", async () => {
    expect(await told(program("input subject?: text", "input subject: text"))).toEqual([
      "LB2014 «report-write» `report-write` requires the input `subject: text`, which `reporting` may lack",
    ]);
  });

  it("[L-17] names an input of another type, an optional one too", async () => {
    for (const mark of ["", "?"]) {
      expect(await told(program("input subject: number", `input subject${mark}: text`))).toEqual([
        "LB2014 «report-write» `report-write` requires the input `subject: text`, which is `number` in `reporting`",
      ]);
    }
  });

  it("[R-13] does not hand a secret on as a text", async () => {
    expect(await told(program("input subject: secret", "input subject: text"))).toEqual([
      "LB2014 «report-write» `report-write` requires the input `subject: text`, which is `secret` in `reporting`",
    ]);
  });

  it("[L-34] names one input once, however many members miss it", async () => {
    const source = `${program("", "input subject: text", ", report-check")}
verdict checked: "yes" | "no"

playbook report-check {
  intent "Check the report"
  input subject: text
  returns checked
  prompt "Is there a report about {{ subject }}?"
}
`;
    expect(await told(source)).toEqual([
      "LB2014 «report-write» `report-write` requires the input `subject: text`, which `reporting` does not have",
    ]);
  });

  it("[L-17] asks a composite that is a member for its inputs too, and looks no deeper", async () => {
    const source = `${program("input subject: text", "input subject: text")}
playbook everything {
  intent "See everything through"
  admits reporting
  limits { rounds 9 }
}
`;
    expect(await told(source)).toEqual([
      "LB2014 «reporting» `reporting` requires the input `subject: text`, which `everything` does not have",
    ]);
  });

  it("[L-35] gives an instance the input of its element", async () => {
    const source = `
artifact intake at "intake.json" given { entries: { id: string }[] }
artifact note at "notes/{entry}.md"

playbook noting {
  intent "Note every entry"
  admits note-write each entry in intake.entries by entry.id max 3
  limits { rounds 9 }
}

playbook note-write {
  intent "Write a note"
  input entry: { id: string }
  outputs note
  prompt "Write a note on {{ entry }}."
}
`;
    expect(await told(source)).toEqual([]);
  });

  it("[L-34] says nothing about an input whose type is not known", async () => {
    const lines = await told(program("input subject: texxt", "input subject: text"));
    expect(lines.map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });

  it("[L-17] offers the input as the member has it, behind the others", async () => {
    const source = program(
      "  input tone: string",
      "  input subject: text @maxLength(80)\n  input tone: string",
    ).replace("Write a report on", "Write, {{ tone }}, on");
    expect(await mended(source)).toContain(
      "  input tone: string\n  input subject: text @maxLength(80)\n  admits",
    );
  });
});

describe("[L-35] an `each` under another name than the member's input", () => {
  const source = (each: string, inputs: string): string => `
artifact intake at "intake.json" given { entries: { id: string }[] }
verdict review per entry { fine: boolean }
artifact note at "notes/{entry}.md"

playbook reviewing {
  intent "Review every entry"
  input tone: string
  admits review-entry each ${each} max 3
  until every review
  limits { rounds 9 }
}

playbook review-entry {
  intent "Review one entry"
  input tone: string
  ${inputs}
  returns review
  outputs note
  prompt "Review {{ entry }}, {{ tone }}."
}
`;
  const entry = "input entry: { id: string }";

  it("[L-34] is the one error, and the fix renames the element wherever it is named", async () => {
    const wrong = source("item in intake.entries by item.id", entry);
    expect(await told(wrong)).toEqual(["LB2001 «item» unknown input `item` of `review-entry`"]);
    expect(await told(source("entry in intake.entries by entry.id", entry))).toEqual([]);
    expect(await mended(wrong)).toBe(source("entry in intake.entries by entry.id", entry));
  });

  it("names every input that may be meant, and asks for one where there is none", async () => {
    const hint = async (inputs: string): Promise<unknown> =>
      (await diagnosed(source("item in intake.entries by item.id", inputs))).map((each) => each.hint);
    expect(await hint(`${entry} input place: string input time: string`)).toContain(
      "did you mean `each entry` or `each place` or `each time`?",
    );
    expect(await hint(`${entry} input items: string`)).toContain("did you mean `each items`?");
    expect(await hint("")).toContain(
      "the element is bound to the input of its name: give `review-entry` an input `item`",
    );
  });
});
