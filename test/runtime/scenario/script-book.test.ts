import { describe, expect, it } from "vitest";
import { machine, type CallSite } from "../../../runtime/core/index.js";
import { namesOf } from "../../../runtime/scenario/index.js";
import { scriptBook } from "../../../runtime/scenario/script-book.js";
import { bundleOf } from "../../support/play.js";

const program = `
evidence notes
verdict review { outcome: "ok" | "changes" }
playbook check { intent "Check"  returns review, notes  prompt "Check." }
playbook plain {
  intent "Plain"
  returns notes
  do { return notes from "x" }
}
playbook part { intent "Part"  admits check, plain  limits { rounds 3 } }
playbook whole { intent "Whole"  admits check, plain  limits { rounds 3 } }
`;

async function bookOf(lines: string) {
  const bundle = await bundleOf(`${program}\nscenario "it" {\n run whole\n${lines}\n}`);
  const scripts = bundle.scenarios[0]?.lines ?? [];
  const { schemas } = machine(bundle.program);
  return scriptBook(
    bundle.program,
    scripts,
    namesOf(bundle.program),
    (schema, value) => schemas.check(schema)(value).length === 0,
  );
}

const site = (more: Partial<CallSite> = {}): CallSite => ({
  playbook: "check",
  lane: "1",
  step: 0,
  target: "review",
  targetKind: "verdict",
  attempt: 1,
  call: 1,
  ...more,
});
const notes = { target: "notes", targetKind: "evidence", step: 1 } as const;
const usedUp = { kind: "unscripted", why: "its script is used up" };
const value = (given: unknown) => ({ kind: "value", value: given });

describe("a scenario's scripts", () => {
  it("[L-29] a line without a key is every instance's own, whatever the order of lanes", async () => {
    const book = await bookOf(`check returns notes "1" then notes "2"`);
    expect(book.generate(site({ ...notes, key: "a" }), true)).toEqual(value("1"));
    expect(book.generate(site({ ...notes, key: "b" }), true)).toEqual(value("1"));
    expect(book.generate(site({ ...notes, key: "a" }), true)).toEqual(value("2"));
    expect(book.generate(site({ ...notes, key: "a" }), true)).toEqual(usedUp);
    expect(book.left({ playbook: "check", key: "a" })).toBe(false);
    expect(book.left({ playbook: "check", key: "b" })).toBe(true);
    expect(book.left({ playbook: "check", key: "c" })).toBe(true);
  });

  it("[L-29] a line with a key is for that instance, in place of those without", async () => {
    const book = await bookOf(`check returns notes "any"\n check["b"] returns notes "b"`);
    expect(book.generate(site({ ...notes, key: "b" }), true)).toEqual(value("b"));
    expect(book.generate(site({ ...notes, key: "b" }), true)).toEqual(usedUp);
    expect(book.generate(site({ ...notes, key: "a" }), true)).toEqual(value("any"));
    const keyed = await bookOf(`check["b"] returns notes "b"`);
    expect(keyed.generate(site({ ...notes, key: "a" }), true)).toEqual({
      kind: "unscripted",
      why: "no line says what it gives",
    });
    expect(keyed.left({ playbook: "check", key: "a" })).toBe(false);
  });

  it("[L-29] one reply gives each of its results once; a lane that asks anew gets the next reply", async () => {
    const book = await bookOf(
      `check returns review { outcome: "changes" }, notes "1" then review { outcome: "ok" }, notes "2"`,
    );
    expect(book.generate(site(), true)).toEqual(value({ outcome: "changes" }));
    // The lane broke off before its second step: the next one begins with the next reply.
    expect(book.generate(site({ lane: "2" }), true)).toEqual(value({ outcome: "ok" }));
    expect(book.left({ playbook: "check" })).toBe(false);
    expect(book.generate(site({ lane: "2", ...notes }), true)).toEqual(value("2"));
    expect(book.generate(site({ lane: "3" }), true)).toEqual(usedUp);
  });

  it("[L-31] what fails, fails all attempts of its step, and no more", async () => {
    const book = await bookOf(`check fails "no" then returns review { outcome: "ok" }, notes "1"`);
    const failed = (attempt: number) => ({ kind: "fails", reason: "no", attempt });
    expect(book.generate(site(), true)).toEqual(failed(1));
    expect(book.generate(site({ attempt: 2 }), true)).toEqual(failed(2));
    expect(book.generate(site({ attempt: 3 }), true)).toEqual(failed(3));
    expect(book.generate(site({ attempt: 4 }), true)).toEqual(value({ outcome: "ok" }));
  });

  it("[L-31] a composite has script left while a member has, and needs some where a member does", async () => {
    const book = await bookOf(`check returns notes "1" then notes "2"`);
    expect(book.needed("part")).toBe(true);
    expect(book.needed("plain")).toBe(false);
    expect(book.left({ playbook: "part" })).toBe(true);
    book.generate(site(notes), true);
    expect(book.left({ playbook: "part" })).toBe(true);
    book.generate(site(notes), true);
    expect(book.left({ playbook: "part" })).toBe(false);
    expect((await bookOf("")).left({ playbook: "part" })).toBe(false);
  });
});
