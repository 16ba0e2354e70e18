import { describe, expect, it } from "vitest";
import { check, memoryHost } from "../../compiler/index.js";
import { diagnosed } from "./checks/diagnosed.js";
import { playbook, program } from "./compiled.js";

/** What `docs/spec/compiling.md` says where the language is silent, as far as no other test shows it. */

async function errors(source: string): Promise<readonly string[]> {
  return (await diagnosed(source)).flatMap(({ code, severity, message }) =>
    severity === "error" ? [`${code} ${message}`] : [],
  );
}

const things = `
evidence notes
tool look { input { q: string } }
tool find { input { q: string } }
wait Ok { class intervention answer boolean }
wait Say { class intervention }
`;

describe("names", () => {
  it("`requires` and `key` see inputs only", async () => {
    const source = (clause: string): string =>
      `${things}playbook p { intent "i" input a: boolean interview { b: boolean ask "b?" } ${clause} returns notes prompt "{{ a }} {{ b }}" }\n`;
    expect(await errors(source("requires a key a"))).toEqual([]);
    expect(await errors(source("requires b"))).toEqual(["LB2001 `b` is not there yet"]);
    expect(await errors(source("key b"))).toEqual(["LB2001 `b` is not there yet"]);
  });

  it("what a step gives is there for the steps behind it, and whoever is too early is told where it comes", async () => {
    const source = (...steps: readonly string[]): string =>
      `${things}playbook p { intent "i" returns notes do { ${steps.join(" ")} } }\n`;
    const uses = 'generate notes { prompt "{{ y }}" }';
    for (const gives of [
      'ask Ok "?" as y',
      'together { ask Ok "?" ask Ok "?" as y }',
      'call look { q: "x" } as y',
      'generate y: text { prompt "x" }',
    ]) {
      expect([gives, await errors(source(gives, uses))]).toEqual([gives, []]);
      expect([gives, await errors(source(uses, gives))]).toEqual([gives, ["LB2001 `y` is not there yet"]]);
    }
  });

  it("a scenario's title is a name", async () => {
    const scenario = 'scenario "once" { run p }\n';
    const around = `${things}playbook p { intent "i" returns notes prompt "x" }\n`;
    expect(await errors(`${around}${scenario}${scenario}`)).toEqual(["LB2002 `once` is declared twice"]);
  });

  it("a module of the standard library is not a file", async () => {
    const { diagnostics } = await check(memoryHost({}), ["std:waits"]);
    expect(diagnostics).toMatchObject([{ code: "LB2003", severity: "error" }]);
  });
});

describe("types", () => {
  it("inputs have their default filled in, other fields need `??`", async () => {
    const source = (hole: string): string =>
      `artifact a at "a.json" given { n: integer = 3 }\nartifact b at "b.md"\nplaybook p { intent "i" input n: integer = 3 requires landed a outputs b prompt """{{ ${hole} }}""" }\n`;
    expect(await errors(source("n"))).toEqual([]);
    expect(await errors(source("a.n ?? 3"))).toEqual([]);
    expect(await errors(source("a.n"))).toEqual(["LB2011 `a.n` may be unavailable here"]);
  });

  it("dates and durations are not ordered", async () => {
    const source = (type: string): string =>
      `${things}playbook p { intent "i" input a: ${type} input b: ${type} requires a < b returns notes prompt "x" }\n`;
    expect(await errors(source("number"))).toEqual([]);
    expect(await errors(source("date"))).toEqual(["LB2007 `a` is `date`, which has no order"]);
    expect(await errors(source("duration"))).toEqual(["LB2007 `a` is `duration`, which has no order"]);
  });

  it("`json` fits wherever it is put", async () => {
    expect(
      await errors(
        `${things}artifact a at "a.json" { s: string }\nplaybook p { intent "i" input j: json outputs a do { land a { s: j } } }\n`,
      ),
    ).toEqual([]);
  });
});

describe("playbooks", () => {
  it("a step's `offers` and `uses` stand in place of the playbook's", async () => {
    const p = await playbook(`${things}
playbook p {
  intent "i"
  returns notes
  uses look
  offers Ok
  do {
    generate plan: text { prompt "x" }
    generate more: text { prompt "{{ plan }}" uses find offers Say }
    generate notes { prompt "{{ more }}" }
  }
}
`);
    expect(p.steps).toMatchObject([
      { uses: ["look"], offers: ["Ok", "std.waits.Clarification"] },
      { uses: ["find"], offers: ["Say", "std.waits.Clarification"] },
      { uses: ["look"], offers: ["Ok", "std.waits.Clarification"] },
    ]);
    expect(p.uses).toEqual(["find", "look"]);
  });

  it("`clarifies none` takes Clarification away where it is listed too", async () => {
    const p = await playbook(
      `import { Clarification } from "std:waits"\n${things}playbook p { intent "i" returns notes offers Clarification clarifies none prompt "x" }\n`,
    );
    expect(p.steps).toMatchObject([{ offers: [] }]);
  });

  it("a wait without an answer takes anything", async () => {
    expect((await program(things)).waits["Say"]?.schema).toBe(true);
  });

  it("an optional argument is left out where its value is not there", async () => {
    const source = (args: string): string =>
      `tool t { input { q: string  n?: integer } }\nplaybook p { intent "i" input n?: integer input q?: string do { call t { ${args} } } }\n`;
    expect(await errors(source('q: "x", n: n'))).toEqual([]);
    expect(await errors(source("q: q, n: n"))).toEqual(["LB2011 `q` may be unavailable here"]);
  });
});
