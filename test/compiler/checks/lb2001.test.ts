import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const playbook = (clauses: string, rest = ""): string => `
/// The draft.
artifact draft at "draft.json" { title: string }

/// What was found.
evidence notes

/// Writes the draft.
playbook write {
  intent "Write the draft"
  ${clauses}
  prompt "Write the draft."
}
${rest}`;

describe("LB2001 unknown-name", () => {
  it.each([
    ["int", "integer"],
    ["float", "number"],
    ["Bool", "boolean"],
    ["str", "string"],
    ["any", "json"],
    ["undefined", "null"],
    ["timestamp", "datetime"],
    ["url", "uri"],
  ])("[L-8] the type `%s` of other languages is `%s` here", async (written, meant) => {
    const source = (type: string): string =>
      `/// One.\ntype A { a: ${type} }\n\n/// Kept.\nartifact b at "b.json" : A\n`;
    expect(await told(source(written))).toEqual([`LB2001 «${written}» unknown type \`${written}\``]);
    expect(await mended(source(written))).toBe(source(meant));
  });

  it("[L-34] what a misspelt name was meant to be is not unused besides", async () => {
    expect(
      await told(
        playbook(
          "outputs draft uses looc",
          "\n/// Looks something up.\ntool look { output { found: string } }\n",
        ),
      ),
    ).toEqual(["LB2001 «looc» unknown tool `looc`"]);
  });

  it("[L-34] a result of the wrong kind is one error, whatever a scenario scripts for it", async () => {
    const scenario = (verb: string): string => `\nscenario "s" { run write write ${verb} }\n`;
    expect(await told(playbook("outputs notes", scenario('lands { title: "x" }')))).toEqual([
      "LB2001 «notes» `notes` is evidence, not an artifact",
    ]);
    expect(await told(playbook("returns draft", scenario('returns "found"')))).toEqual([
      "LB2001 «draft» `draft` is an artifact, not evidence or a verdict",
    ]);
  });

  it("names the fields that there are", async () => {
    const source = playbook(
      "outputs draft",
      '\nscenario "s" { run write write lands { title: "x", why: "y" } }\n',
    );
    expect((await diagnosed(source)).map(({ message, hint }) => [message, hint])).toEqual([
      ["unknown field `why`", "there is `title`"],
    ]);
  });

  it.each([
    ["True", "true"],
    ["FALSE", "false"],
    ["None", "null"],
  ])("[L-8] the default `%s` is `%s` here", async (written, meant) => {
    const source = `/// One.\nartifact b at "b.json" { a: boolean | null = ${written} }\n`;
    expect((await diagnosed(source)).map(({ hint }) => hint)).toEqual([`did you mean \`${meant}\`?`]);
  });

  it("[L-29] a start without its inputs is told at the playbook", async () => {
    const source = playbook("input a: string\n  key a\n  outputs draft", '\nscenario "s" { run write }\n');
    expect(await told(source)).toEqual(["LB2004 «write» `a` is missing"]);
  });

  it("[L-5] an import that leaves the ending out is told the file that is meant", async () => {
    const files = {
      "main.playbook": `import { notes } from "./other"\n${playbook("outputs draft").replace("evidence notes", "evidence more")}`,
      "other.playbook": "/// What was found.\nevidence notes\n",
    };
    expect((await diagnosed(files)).map(({ message, hint }) => [message, hint])).toEqual([
      ["`./other` does not exist", "did you mean `./other.playbook`?"],
    ]);
  });
});
