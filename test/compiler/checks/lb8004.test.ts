import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

/** An input that is not read is LB2010, a composite without `rounds` LB5005. */
const playbook = (above: string, input: string): string => `evidence e
${above}playbook p {
  intent "Go"
  ${input}
  returns e
  prompt "Go."
}
`;
const suppression = '#suppress LB2010 "callers give it"\n';

describe("LB8004 and suppressions", () => {
  it("[L-32] silences one code above and inside what it stands above", async () => {
    expect(await told(playbook(suppression, "input x: string"))).toEqual([]);
    expect(await told(playbook("", `${suppression}  input x: string`))).toEqual([]);
  });

  it("[L-32] stands behind the doc", async () => {
    expect(await told(playbook(`/// Goes.\n${suppression}`, "input x: string"))).toEqual([]);
  });

  it("[L-32] silences nothing beside it, and no other code", async () => {
    expect(await told(playbook("", `${suppression}  input x: string\n  input y: string`))).toEqual([
      "LB2010 «y» the input `y` of `p` is not read",
    ]);
    const circle = '#suppress LB4018 "it is round"\nplaybook a { intent "Go" admits a }';
    expect(await told(circle)).toEqual([]);
    expect(await told(`${circle.replace("LB4018", "LB5005")}`)).toEqual(["LB4018 «a» `a` admits itself"]);
  });

  it.each([
    ["a field", 'verdict v {\n  a: boolean\n  #suppress LB2010 "for people"\n  b: string\n}'],
    ["a declaration", '#suppress LB2010 "for people"\nverdict v {\n  a: boolean\n  b: string\n}'],
  ])("[L-32] stands above %s", async (_, verdict) => {
    const source = `${verdict}
artifact r at "r.md"
playbook p { intent "Go" admits j, w until landed r limits { rounds 5 } }
playbook j { intent "Judge" returns v prompt "Judge." }
playbook w { intent "Write" requires v.a outputs r prompt "Write." }
`;
    expect(await told(source)).toEqual([]);
  });

  it("[L-32] stands above an `admits` entry and a step", async () => {
    const entry = `evidence e
playbook p { intent "Go" admits q, #suppress LB4018 "twice is fine" q limits { rounds 3 } }
playbook q { intent "Go" returns e prompt "Go." }
`;
    expect(await told(entry)).toEqual([]);
    const step = `wait W { class schedule }
playbook p { intent "Go" do {
  #suppress LB6007 "somebody sets the clock"
  ask W "Later"
} }
`;
    expect(await told(step)).toEqual([]);
  });

  it("[L-32] warns of one that silences nothing, and takes it out", async () => {
    const source = playbook(suppression, "");
    expect(await told(source)).toEqual([
      'LB8004 «#suppress LB2010 "callers give it"» `LB2010` is suppressed here, and is not reported',
    ]);
    expect(await mended(source)).toBe(playbook("", ""));
  });

  it("[L-32] takes the innermost of two for the one that is needed", async () => {
    const source = playbook(suppression, `${suppression}  input x: string`);
    const [first, ...more] = await told(source);
    expect(first).toContain("LB8004");
    expect(more).toEqual([]);
    expect(await mended(source)).toBe(playbook("", `${suppression}  input x: string`));
  });

  it("[L-32] can itself be silenced, where there is something to silence", async () => {
    const outer = '#suppress LB8004 "kept for the next version"\n';
    expect(await told(playbook(outer + suppression, ""))).toEqual([]);
    expect((await told(playbook(outer, ""))).map((line) => line.slice(0, 6))).toEqual(["LB8004"]);
  });

  it("[L-32] never silences an error of the text, of names or of types", async () => {
    const source = `#suppress LB2004 "it will do"\n${'artifact a at "a.json" { n: integer }\nplaybook p { intent "Go" outputs a do { land a { n: "x" } } }'}`;
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB8004", "LB2004"]);
    expect(await told(playbook('#suppress LB1001 "odd"\n', ""))).toEqual([
      'LB8004 «#suppress LB1001 "odd"» `LB1001` is an error that cannot be silenced',
    ]);
  });

  it("[L-32] wants a code that there is, and offers the nearest", async () => {
    const source = playbook('#suppress LB2O10 "callers give it"\n', "input x: string");
    expect(await told(source)).toEqual([
      "LB2001 «LB2O10» unknown code `LB2O10`",
      "LB2010 «x» the input `x` of `p` is not read",
    ]);
  });

  it("[L-32] wants a reason that says something", async () => {
    expect(await told(playbook('#suppress LB2010 " "\n', "input x: string"))).toEqual([
      'LB2016 «" "» the suppression of `LB2010` gives no reason',
    ]);
  });

  it("[L-34] does not call a suppression needless while something else is wrong", async () => {
    const source = `${playbook(suppression, "")}playbook q { intent "Go" returns f prompt "Go." }`;
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });
});
