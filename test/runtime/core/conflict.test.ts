import { describe, expect, it } from "vitest";
import type { MemberId } from "../../../ir/index.js";
import { conflict, hangingOf, machine, type Machine } from "../../../runtime/core/index.js";
import { market, marketProgram } from "../../support/market.js";
import { programFrom } from "../../support/playbooks.js";

const member = (playbook: string, key?: string): MemberId => ({
  playbook,
  ...(key === undefined ? {} : { key }),
});

async function between(text: string, a = "one", b = "two"): Promise<string | undefined> {
  const of = machine(await programFrom(text));
  const found = conflict(of, member(a), member(b));
  expect(conflict(of, member(b), member(a)) === undefined).toBe(found === undefined);
  return found?.why;
}

const decls = `
  evidence e  evidence f
  verdict v { ok: boolean }
  verdict w { ok: boolean }
  verdict x { ok: boolean }
  artifact a at "a.txt"
  artifact b at "b.txt"
`;

describe("two members conflict", () => {
  it("[R-15] where their write scopes can overlap", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" outputs a writes "a.txt", "notes/*.md" prompt "x" }
        playbook two { intent "2" outputs b writes "b.txt", "notes/x*" prompt "x" }
      `),
    ).toBe("both can write `notes/x.md`");
  });

  it("[R-15] where one writes a place that the other reads", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" outputs b writes "*.txt" prompt "x" }
        playbook two { intent "2" requires landed a returns e prompt "{{ a }}" }
      `),
    ).toBe("`one` can write `a.txt`, which `two` reads");
  });

  it("[R-15] where both land the same family, or return the same verdict", async () => {
    const of = machine(marketProgram());
    expect(conflict(of, member(market.produce), member(market.produce))).toMatchObject({
      path: "market/snapshot.json",
    });
    expect(
      await between(`${decls}
        playbook one { intent "1" returns v prompt "x" }
        playbook two { intent "2" returns v prompt "y" }
      `),
    ).toBe("both return `v`");
  });

  it("[R-15] where one returns what the other needs absent", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e prompt "x" }
        playbook two { intent "2" requires absent e returns f prompt "y" }
      `),
    ).toBe("`one` returns `e`, which `two` needs absent");
  });

  it("[R-15] where one returns what the other reads", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e prompt "x" }
        playbook two { intent "2" reads e returns f prompt "y" }
      `),
    ).toBe("`one` returns `e`, which `two` reads");
  });

  it("[R-15] where what one returns takes away a verdict that the other reads, through others too", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e prompt "x" }
        playbook judge { intent "j" requires e returns v prompt "x" }
        playbook chain { intent "c" requires v.ok returns w prompt "x" }
        playbook two { intent "2" requires w.ok returns f prompt "y" }
      `),
    ).toBe("`one` returns `e`, and `two` reads `w`, which is judged from it");
  });

  it("[R-15] where the other returns a verdict that hangs on what the one returns", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e prompt "x" }
        playbook judge { intent "j" requires e returns v prompt "x" }
        playbook two { intent "2" returns v prompt "y" }
      `),
    ).toBe("`one` returns `e`, and `two` returns `v`, which is judged from it");
  });

  it("[R-15] not where both return the same evidence, or have nothing to do with each other", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e prompt "x" }
        playbook two { intent "2" returns e prompt "y" }
      `),
    ).toBeUndefined();
    expect(
      await between(`${decls}
        playbook one { intent "1" returns e outputs a prompt "x" }
        playbook two { intent "2" returns v outputs b prompt "y" }
      `),
    ).toBeUndefined();
  });

  it("[R-15] with all their members, where they are composites", async () => {
    expect(
      await between(`${decls}
        playbook one { intent "1" admits inner limits { rounds 2 } }
        playbook inner { intent "i" returns e prompt "x" }
        playbook two { intent "2" reads e returns f prompt "y" }
      `),
    ).toBe("`one` returns `e`, which `two` reads");
  });

  it("[R-15] counts only what the composite's own members judge, where it is told which", async () => {
    const of = machine(
      await programFrom(`${decls}
        playbook here { intent "h" admits one, two limits { rounds 2 } }
        playbook there { intent "t" admits one, judge limits { rounds 2 } }
        playbook one { intent "1" returns e prompt "x" }
        playbook judge { intent "j" requires e returns v prompt "x" }
        playbook two { intent "2" returns v prompt "y" }
      `),
    );
    expect(conflict(of, member("one"), member("two"))).toBeDefined();
    expect(conflict(of, member("one"), member("two"), "here")).toBeUndefined();
    expect([...(hangingOf(of, "there").get("e") ?? [])]).toEqual([["v", "any"]]);
  });
});

describe("instances of a fan-out", () => {
  const text = `
    type Entry { id: string }
    artifact list at "list.json" { entries: Entry[] }
    artifact page at "pages/{entry}.txt"
    artifact all-pages at "all.txt"
    verdict review per entry { ok: boolean }
    verdict summary { ok: boolean }
    evidence notes
    playbook check {
      intent "Check"
      admits intake, look each entry in list.entries by entry.id, sum
      limits { rounds 20  lanes 4 }
    }
    playbook intake { intent "Intake" outputs list prompt "x" }
    playbook look { intent "Look" input entry: Entry outputs page returns review, notes prompt "{{ entry }}" }
    playbook sum { intent "Sum" requires every review returns summary prompt "{{ review }}" }
  `;

  it("[L-37] [R-15] with different keys meet in nothing that is kept by their key", async () => {
    const of: Machine = machine(await programFrom(text));
    expect(conflict(of, member("look", "a"), member("look", "b"), "check")).toBeUndefined();
    expect(conflict(of, member("look", "a"), member("look", "A"), "check")).toMatchObject({
      path: "pages/a.txt",
    });
    expect(conflict(of, member("look", "a"), member("look", "a"), "check")).toBeDefined();
    expect(conflict(of, member("look", "a"), member("sum"), "check")?.why).toBe(
      "`look` returns `review`, which `sum` reads",
    );
  });
});
