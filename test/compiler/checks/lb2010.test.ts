import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const use = 'playbook p { intent "Go" do { advise "Go." } }\n';

describe("LB2010 unused", () => {
  describe("imports", () => {
    const files = (main: string): Record<string, string> => ({
      "main.playbook": main,
      "other.playbook": "evidence a\nevidence b\nverdict v { x: string }\n",
    });

    it("[L-5] names an import that nothing uses, an unused name of several too", async () => {
      const source =
        'import { a, b as c } from "./other.playbook"\nplaybook p { intent "Go" returns a prompt "Go." }\n';
      expect(await told(files(source))).toEqual(["LB2010 «b as c» the import `c` is not used"]);
    });

    it("[L-5] takes a name out of the import, or the whole line", async () => {
      const rest = 'playbook p { intent "Go" do { ask Approval "Well?" } }\n';
      expect(await mended(`import { Approval, Schedule } from "std:waits"\n${rest}`)).toBe(
        `import { Approval } from "std:waits"\n${rest}`,
      );
      expect(await mended(`import { Schedule, Approval } from "std:waits"\n${rest}`)).toBe(
        `import { Approval } from "std:waits"\n${rest}`,
      );
      expect(await mended(`import { Approval } from "std:waits"\n\n${use}`)).toBe(use);
    });

    it("[L-5] counts uses in clauses, scenarios and prompts' files", async () => {
      const source = `import { a, b, v } from "./other.playbook"
artifact kept at "kept.json" { x: string }
playbook p { intent "Go" requires absent v outputs kept prompt file "./prompt.md" }
scenario "s" { run p  p lands { x: "1" }  expect count(a) == 0 }
`;
      const all = { ...files(source), "prompt.md": "So far: {{ b ?? 0 }}\n" };
      expect((await told(all)).filter((line) => line.startsWith("LB2010"))).toEqual([]);
    });

    it("[L-34] says nothing of an import that failed, or of a name in text that could not be read", async () => {
      const failed = await told(files(`import { zzz } from "./other.playbook"\n${use}`));
      expect(failed.map((line) => line.slice(0, 6))).toEqual(["LB2003"]);
      const broken = await told(
        files(`import { a } from "./other.playbook"\nplaybook q { intent returns a }\n`),
      );
      expect(broken.map((line) => line.slice(0, 6))).toEqual(["LB1001"]);
    });
  });

  describe("types, waits and tools", () => {
    it.each([
      ["type", "type T { x: string }", "T"],
      ["wait", "wait W { class signal answer text }", "W"],
      ["tool", "tool t { input { x: string } }", "t"],
    ])("names a %s that nothing uses, and deletes it", async (kind, declaration, name) => {
      expect(await told(`${declaration}\n${use}`)).toEqual([
        `LB2010 «${name}» the ${kind} \`${name}\` is not used`,
      ]);
      expect(await mended(`/// A doc.\n${declaration}\n\n${use}`)).toBe(use);
    });

    it("does not count a type's own recursion, or what a scenario scripts", async () => {
      const source = `type T { inner?: T }\ntool t { output text }\n${use}scenario "s" { run p  tool t gives "x" }`;
      expect(await told(source)).toEqual([
        "LB2010 «T» the type `T` is not used",
        "LB2010 «t» the tool `t` is not used",
      ]);
    });

    it("counts a type that another type names, and whatever another file imports", async () => {
      const files = {
        "a.playbook": "type T { x: string }\ntype U { t: T }\nwait W { class intervention answer U }\n",
        "b.playbook": `import { W } from "./a.playbook"\nplaybook p { intent "Go" do { ask W "Well?" } }`,
      };
      expect(await told(files)).toEqual([]);
    });

    it("takes a program without playbooks for a library", async () => {
      expect(await told("type T { x: string }\nwait W { class signal answer text }")).toEqual([]);
    });
  });

  describe("inputs", () => {
    it("names an input that its playbook does not read, and deletes it", async () => {
      const source = (input: string): string =>
        `evidence e\nplaybook p {\n  intent "Go"\n${input}  returns e\n  prompt "Go."\n}\n`;
      expect(await told(source("  input scope: string\n"))).toEqual([
        "LB2010 «scope» the input `scope` of `p` is not read",
      ]);
      expect(await mended(source("  input scope: string\n"))).toBe(source(""));
    });

    it.each([
      ["a prompt", 'prompt "Go to {{ x }}."'],
      ["a condition", 'requires x == "y" prompt "Go."'],
      ["whether it was given", 'requires not absent x prompt "Go."'],
      ["a key", 'key x prompt "Go."'],
      ["an interview", 'interview { y: text ask "What of {{ x }}?" } prompt "Go."'],
      ["a step's condition", 'do { return e from "Gone." advise "Go." when x == "y" }'],
    ])("counts %s", async (_, clauses) => {
      expect(
        await told(
          `evidence e\nplaybook p { intent "Go" input x?: string returns e ${clauses} }`.replace(
            /\{\{ x \}\}/g,
            "{{ x ?? 0 }}",
          ),
        ),
      ).toEqual([]);
    });

    it("[L-11] counts a place that the input fills", async () => {
      const source =
        'artifact a at "{x}.md"\nplaybook p { intent "Go" input x: string outputs a prompt "Go." }';
      expect(await told(source)).toEqual([]);
    });

    it("[L-17] counts what a composite hands to its members, and blames the member that does not read it", async () => {
      const source = `evidence e
playbook p { intent "Go" input x: string admits q limits { rounds 3 } }
playbook q { intent "Go" input x: string returns e prompt "Go." }
`;
      expect(await told(source)).toEqual(["LB2010 «x» the input `x` of `q` is not read"]);
    });

    it("[L-35] asks nothing of the input that an instance is bound by", async () => {
      const source = `artifact list at "list.json" given { xs: string[] }
artifact note at "notes/{x}.md"
playbook p { intent "Go" admits q each x in list.xs max 3 limits { rounds 9 } }
playbook q { intent "Go" input x: string outputs note prompt "Go." }
`;
      expect(await told(source)).toEqual([]);
    });

    it("[L-34] says nothing where a member is not known", async () => {
      const source = 'playbook p { intent "Go" input x: string admits qq limits { rounds 3 } }';
      expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
    });
  });

  describe("verdicts", () => {
    const program = (reader: string, until = "until landed report"): string => `
verdict judged {
  enough: boolean
  gaps: string[]
}
artifact report at "report.md"
playbook reporting { intent "See it through" admits judge, write ${until} limits { rounds 8 } }
playbook judge { intent "Judge" returns judged prompt "Is it enough?" }
playbook write { intent "Write" ${reader} outputs report prompt "Write." }
`;

    it("names the field that nothing reads, and deletes it", async () => {
      expect(await told(program("requires judged.enough"))).toEqual([
        "LB2010 «gaps» nothing reads `gaps` of `judged`",
      ]);
      expect(await mended(program("requires judged.enough"))).toContain(
        "verdict judged {\n  enough: boolean\n}",
      );
    });

    it.each([
      ["`reads`", "requires judged.enough reads judged"],
      ["interpolation", "requires judged.enough"],
    ])("takes all fields as read after %s", async (how, reader) => {
      const source = program(reader);
      expect(
        await told(how === "`reads`" ? source : source.replace('"Write."', '"Write of {{ judged }}."')),
      ).toEqual([]);
    });

    it("counts fields that goals and other members read", async () => {
      expect(await told(program("requires judged.enough", "until judged.gaps == []"))).toEqual([]);
    });

    it("says once that nothing reads what a member returns", async () => {
      expect(await told(program("requires judged"))).toEqual([
        "LB2010 «judged» nothing reads what `judged` says",
      ]);
    });

    it("[R-23] leaves alone what is the goal, or comes of a playbook that nobody admits", async () => {
      expect(await told(program("", "until judged"))).toEqual([]);
      expect(
        await told('verdict v { a: string }\nplaybook p { intent "Go" returns v prompt "Go." }'),
      ).toEqual([]);
    });

    it("looks into a type that is the verdict's alone", async () => {
      const source = program("requires judged.enough").replace(
        "verdict judged {",
        "verdict judged: Judged\ntype Judged {",
      );
      expect(await told(source)).toEqual(["LB2010 «gaps» nothing reads `gaps` of `judged`"]);
      const shared = `${source}artifact log at "log.json": Judged\n`;
      expect(await told(shared)).toEqual([]);
    });

    it("[L-34] says nothing where the reader has an error of its own", async () => {
      const lines = await told(program("requires judged.enough and judged.gap == []"));
      expect(lines.map((line) => line.slice(0, 6))).toEqual(["LB2005"]);
    });
  });
});
