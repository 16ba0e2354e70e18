import { describe, expect, it } from "vitest";
import { diagnosed, told } from "./diagnosed.js";

const effect = (key = "key order"): string =>
  `effect send {\n  input { order: string  text: string }\n  ${key}\n  approve\n}\nverdict gate: "open" | "shut"\nartifact note at "note.md"\n`;
const member = (name: string, args: string, clauses = ""): string => `
playbook ${name} {
  intent "Tell"
  input order: string
  performs send
  ${clauses}
  do { perform send { ${args} } }
}
`;
const all = (members: string, lanes = "lanes 2", clauses = "", name = "all"): string => `
playbook ${name} {
  intent "Tell all of it"
  input order: string
  performs send
  ${clauses}
  admits ${members}
  limits { rounds 5  ${lanes} }
}
`;
const paid = 'order: order, text: "paid"';
const sent = 'order: order, text: "sent"';
const two = member("one", paid) + member("two", sent);
const codes = async (source: string): Promise<readonly string[]> =>
  (await told(source)).filter((line) => line.startsWith("LB7005"));
const atOnce = ["LB7005 «two» `one` and `two` may perform `send` at once with the same key"];

describe("LB7005 same-key-at-once", () => {
  it("[R-44] tells of two members whose keys are the same input", async () => {
    const source = effect() + two + all("one, two");
    expect(await codes(source)).toEqual(atOnce);
    const [diagnostic] = await diagnosed(source);
    expect(diagnostic?.related.map(({ message }) => message)).toEqual([
      "it is performed here",
      "it is performed here",
    ]);
  });

  it("[R-44] says nothing where there is one lane, or no second member", async () => {
    expect(await codes(effect() + two + all("one, two", ""))).toEqual([]);
    expect(await codes(effect() + member("one", paid) + all("one"))).toEqual([]);
    expect(await codes(effect() + two + all("one, two", "lanes 2", "", "inner") + all("inner", ""))).toEqual(
      [],
    );
  });

  it.each([
    ["their keys are other constants", "key text", member("one", paid) + member("two", sent)],
    ["all arguments are the key, and one differs", "", two],
    ["an array has what tells them apart", "key [order, text]", two],
    [
      "each has what only it knows",
      "key order",
      member("one", 'order: it, text: "a"', 'interview { it: string ask "Which?" }') +
        member("two", 'order: it, text: "a"', 'interview { it: string ask "Which?" }'),
    ],
  ])("[L-26] says nothing where %s", async (_, key, members) => {
    expect(await codes(effect(key) + members + all("one, two"))).toEqual([]);
  });

  it("[L-26] compares all arguments where there is no key, and keys that are constants", async () => {
    const same = member("one", paid) + member("two", paid);
    expect(await codes(effect("") + same + all("one, two"))).toEqual(atOnce);
    expect(await codes(effect('key "the one"') + two + all("one, two"))).toEqual(atOnce);
    expect(await codes(effect("key text") + same + all("one, two"))).toEqual(atOnce);
  });

  it("[R-15] says nothing of members that conflict", async () => {
    const gate = 'returns gate\n  do { perform send { order: order, text: "x" } return gate from "open" }';
    const source = (two_: string): string =>
      effect() + member("one", paid).replace(/do .*/, gate) + member("two", sent, two_) + all("one, two");
    expect(await codes(source('requires gate == "open"'))).toEqual([]);
    expect(await codes(source(""))).toEqual(atOnce);
  });

  it("[R-15] says nothing of members that are never eligible together", async () => {
    const judge = 'playbook judge { intent "Judge" returns gate prompt "Open?" }\n';
    const source = (one: string, other: string): string =>
      effect() +
      judge +
      member("one", paid, `requires ${one}`) +
      member("two", sent, `requires ${other}`) +
      all("judge, one, two");
    expect(await codes(source('gate == "open"', 'gate == "shut"'))).toEqual([]);
    expect(await codes(source('gate == "open"', 'gate != "open"'))).toEqual([]);
    expect(await codes(source('gate == "open"', "gate"))).toEqual(atOnce);
  });

  it("[R-57] looks into composites that are members", async () => {
    const source = effect() + two + all("one", "lanes 1", "", "inner") + all("inner, two");
    expect(await codes(source)).toEqual([
      "LB7005 «two» `inner` and `two` may perform `send` at once with the same key",
    ]);
  });

  it("[L-37] tells of instances of a fan-out whose key is not their own", async () => {
    const source = (key: string, entry: string): string => `${effect(key)}
artifact list at "list.json" given { names: string[] }
playbook tell { intent "Tell" input order: string input name: string performs send do { perform send { order: order, text: name } } }
${all(entry)}`;
    expect(await codes(source("key order", "tell each name in list.names"))).toEqual([
      "LB7005 «tell» two instances of `tell` may perform `send` at once with the same key",
    ]);
    expect(await codes(source("key text", "tell each name in list.names"))).toEqual([]);
    expect(await codes(source("", "tell each name in list.names"))).toEqual([]);
    expect(await codes(source("key order", "tell each name in list.names max 1"))).toEqual([]);
  });

  it("[R-44] tells of each effect once, and each pair once, wherever their composite is admitted", async () => {
    const source =
      effect() +
      member("one", `${paid} } perform send { ${paid}`) +
      member("two", sent) +
      all("one, two", "lanes 2", "", "inner") +
      all("inner", "lanes 2", "", "a") +
      all("inner", "lanes 2", "", "b");
    expect(await codes(source)).toEqual(atOnce);
  });

  it("[L-34] says nothing where a member has an error", async () => {
    expect(
      await codes(effect() + member("one", paid) + member("two", "order: order, txt: 1") + all("one, two")),
    ).toEqual([]);
  });
});
