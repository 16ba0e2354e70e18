import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const wait = (members: string): string => `wait Payment { class signal  answer { sum: number }${members} }\n`;
const playbook = (clauses: string, steps: string, name = "receive"): string => `
artifact ${name}-note at "${name}.md"
playbook ${name} {
  intent "Wait for the money"
  outputs ${name}-note
  ${clauses}
  do {
    ${steps}
    generate ${name}-note { prompt "Write it." }
  }
}
`;
const ask = 'ask Payment "The money has to come"';
const endless = ["LB6005 «Payment» a run may wait for `Payment` for ever: it does not expire"];

describe("LB6005 endless-wait", () => {
  it("[L-24] tells of a signal that does not expire, once, where it is declared", async () => {
    expect(await told(wait("") + playbook("", `${ask}\n    ${ask}`))).toEqual(endless);
    expect(await told(wait("") + playbook("", `together { ${ask} }`))).toEqual(endless);
  });

  it("[L-24] is content with an expiry, with an answer then or without", async () => {
    expect(await told(wait("  expires 7d") + playbook("", ask))).toEqual([]);
    expect(await told(wait("  expires 7d answering { sum: 0 }") + playbook("", ask))).toEqual([]);
  });

  it.each(["class intervention answer text", "class schedule"])(
    "[L-22] says nothing of `%s`",
    async (members) => {
      const moment = members.includes("schedule") ? " in 2h" : "";
      expect(await told(`wait Payment { ${members} }\n${playbook("", ask + moment)}`)).toEqual([]);
    },
  );

  it("[R-22] is content with a deadline, and not with a duration, which does not count waiting", async () => {
    expect(await told(wait("") + playbook("limits { deadline 3d }", ask))).toEqual([]);
    expect(await told(wait("") + playbook("limits { duration 3d }", ask))).toEqual(endless);
  });

  it("[R-22] is content where every composite around has a deadline", async () => {
    const around = (limits: string, name = "around", member = "receive"): string =>
      `playbook ${name} { intent "See it through" admits ${member} limits { rounds 9  ${limits} } }\n`;
    const source = wait("") + playbook("", ask);
    expect(await told(source + around("deadline 3d"))).toEqual([]);
    expect(await told(source + around(""))).toEqual(endless);
    expect(await told(source + around("deadline 3d") + around("", "other"))).toEqual(endless);
    expect(await told(source + around("") + around("deadline 3d", "outer", "around"))).toEqual([]);
  });

  it.each([
    ["offered", "offers Payment", ""],
    ["asked when something runs out", "on exhausted ask Payment", ""],
  ])("[R-31] tells of one that is %s", async (_, clause) => {
    expect(await told(wait("") + playbook(clause, ""))).toEqual(endless);
  });

  it("[R-31] tells of one that a step offers", async () => {
    const step = 'generate idea: text { prompt "Think." offers Payment }\n    advise "{{ idea }}"';
    expect(await told(wait("") + playbook("", step))).toEqual(endless);
  });

  it("[L-22] tells at each place of one that the standard library declares", async () => {
    const source = `import { Signal as Ping } from "std:waits"\n${playbook("", 'ask Ping "Come"')}`;
    expect(await told(source)).toEqual([
      "LB6005 «Ping» a run may wait for `Ping` for ever: it does not expire",
    ]);
  });

  it("[L-34] says nothing where the wait, or what waits, has an error", async () => {
    expect((await told(wait("  expires 7") + playbook("", ask))).map((line) => line.slice(0, 6))).toEqual([
      "LB2004",
    ]);
    expect((await told(wait("") + playbook("reads nothing", ask))).map((line) => line.slice(0, 6))).toEqual([
      "LB2001",
    ]);
  });

  it("[L-24] writes an expiry of a week", async () => {
    expect(await mended(wait("") + playbook("", ask))).toBe(wait("  expires 7d") + playbook("", ask));
    const long = (more: string): string => `wait Payment {\n  class signal\n  answer number${more}\n}\n`;
    expect(await mended(long("") + playbook("", ask))).toBe(long("\n  expires 7d") + playbook("", ask));
  });
});
