import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const effects = `
effect pay { input { to: string } key to approve }
effect mail { input { to: string } key to approve }
`;
const playbook = (clauses: string, steps: string, name = "work"): string => `
playbook ${name} {
  intent "Work"
  input to: string
  ${clauses}
  do {
    ${steps}
  }
}
`;
const pay = "perform pay { to: to }";
const composite = (clauses: string, members: string, name = "all"): string => `
playbook ${name} {
  intent "Do it all"
  input to: string
  ${clauses}
  admits ${members}
  limits { rounds 3 }
}
`;

describe("LB7001 grant", () => {
  it("[L-26] wants a grant for what a step performs, told once", async () => {
    expect(await told(effects + playbook("performs pay, mail", `${pay}\n perform mail { to: to }`))).toEqual(
      [],
    );
    expect(
      await told(effects + playbook("performs mail", `${pay}\n ${pay}\n perform mail { to: to }`)),
    ).toEqual(["LB7001 «pay» `work` performs `pay` and holds no grant for it"]);
  });

  it("[L-26] writes the grant, into what stands there or behind the inputs", async () => {
    expect(await mended(effects + playbook("performs mail", `${pay}\n perform mail { to: to }`))).toBe(
      effects + playbook("performs mail, pay", `${pay}\n perform mail { to: to }`),
    );
    expect(await mended(`${effects}playbook p { intent "x" do { perform pay { to: "me" } } }`)).toBe(
      `${effects}playbook p { intent "x" performs pay do { perform pay { to: "me" } } }`,
    );
  });

  it("[L-26] tells of a grant that no step uses, and takes it out", async () => {
    const source = effects + playbook("performs pay, mail", pay);
    expect(await told(source)).toEqual(["LB7001 «mail» no step of `work` performs `mail`"]);
    expect((await diagnosed(source))[0]).toMatchObject({ severity: "warning" });
    expect(await mended(source)).toBe(effects + playbook("performs pay", pay));
  });

  it("[L-26] lets a grant stand where there are model steps, which may use it", async () => {
    const source = `${effects}artifact note at "note.md"\nplaybook p { intent "x" performs pay outputs note prompt "Go." }\n`;
    expect((await told(source)).filter((line) => line.startsWith("LB7001"))).toEqual([]);
    const steps =
      effects + playbook("performs pay", 'generate idea: "a" | "b" { prompt "Go." }\n advise "{{ idea }}"');
    expect((await told(steps)).filter((line) => line.startsWith("LB7001"))).toEqual([]);
  });

  it("[L-26] wants of a composite what its members hold a grant for", async () => {
    const source = effects + playbook("performs pay", pay);
    expect(await told(source + composite("performs pay", "work"))).toEqual([]);
    expect(await told(source + composite("", "work"))).toEqual([
      "LB7001 «work» `work` performs `pay`, for which `all` holds no grant",
    ]);
    expect(await mended(source + composite("", "work"))).toBe(
      source + composite("", "work").replace("input to: string", "input to: string\n  performs pay"),
    );
  });

  it("[L-26] tells of the composite that lacks it, not of those around or below", async () => {
    const source = effects + playbook("performs pay", pay);
    expect(await told(source + composite("", "work", "inner") + composite("performs pay", "inner"))).toEqual([
      "LB7001 «work» `work` performs `pay`, for which `inner` holds no grant",
      "LB7001 «pay» no member of `all` performs `pay`",
    ]);
  });

  it("[L-26] tells of a composite's grant that no member uses", async () => {
    const source = effects + playbook("performs pay", pay);
    expect(await told(source + composite("performs pay, mail", "work"))).toEqual([
      "LB7001 «mail» no member of `all` performs `mail`",
    ]);
  });

  it("[L-5] names an effect as it is called there, and writes no grant where it has no name", async () => {
    const files = (header: string): Record<string, string> => ({
      "effects.playbook": `${effects}${playbook("performs pay", pay)}`,
      "main.playbook": `${header}${composite("", "work")}`,
    });
    const renamed = await diagnosed(files('import { pay as give, work } from "./effects.playbook"\n'));
    expect(renamed.find(({ code }) => code === "LB7001")?.fix?.title).toBe("grant `give`");
    const lines = await diagnosed(files('import { work } from "./effects.playbook"\n'));
    expect(lines.map(({ code, fix }) => [code, fix])).toEqual([["LB7001", undefined]]);
  });

  it("[L-34] says nothing of playbooks with an error, or of composites with members that are not known", async () => {
    expect(
      (await told(effects + playbook("performs pay, mai", pay))).map((line) => line.slice(0, 6)),
    ).toEqual(["LB2001"]);
    const source = effects + playbook("performs pay", pay) + composite("performs mail", "work, nobody");
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB2001"]);
  });
});
