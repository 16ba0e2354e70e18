import { describe, expect, it } from "vitest";
import { told } from "./diagnosed.js";

const playbook = (at: string, clause = "", fields = "title: string"): string => `
artifact draft at "${at}" { ${fields} }

playbook write {
  intent "Write the draft"
  input slug: string
  ${clause}
  outputs draft
  prompt "Write the draft on {{ slug }}."
}
`;

describe("LB3004 impossible-place", () => {
  it.each([
    ["{slug.json", "`{slug.json` has a `{` without its partner: a name stands in one pair of braces"],
    ["slug}.json", "`slug}.json` has a `}` without its partner: a name stands in one pair of braces"],
    ["", "the path is empty"],
    ["../draft.json", "`../draft.json` has `..` in it: no path leads out of the workspace"],
    ["/draft.json", "`/draft.json` is absolute: paths are relative to the workspace"],
    ["C:/draft.json", "`C:/draft.json` is absolute: paths are relative to the workspace"],
    ["a\\\\draft.json", "`a\\draft.json` has a `\\`: folders are separated by `/`"],
    ["a\\u0000.json", "`a\\u{0}.json` has a character that cannot be seen"],
    ["drafts/", "`drafts/` has an empty name between two `/`, or at its end"],
    ["a/./draft.json", "`a/./draft.json` has `.` in it: no path leads out of the workspace"],
    [".laban/{slug}", "`.laban/{slug}` leads to Laban's own folder (`.laban`), which is never written"],
    [
      "laban.config.json",
      "`laban.config.json` leads to the configuration (`laban.config.json`), which is never written",
    ],
    ["{slug}.playbook", "`{slug}.playbook` leads to a playbook (`{slug}.playbook`), which is never written"],
  ])("[R-7] [L-34] an artifact at `%s` is told once, though nobody lands it", async (at, why) => {
    const one = [`LB3004 «"${at}"» ${why}`];
    expect(await told(playbook(at))).toEqual(one);
    expect(await told(`artifact draft at "${at}" given`)).toEqual(one);
  });

  it("[L-11] [L-34] what reads a place whose braces do not pair is no fault of its own", async () => {
    const reader = `playbook read { intent "Read" input x: string returns e prompt "{{ draft[x].title ?? x }}" } evidence e`;
    expect((await told(playbook("{slug.json") + reader)).map((line) => line.slice(0, 6))).toEqual(["LB3004"]);
  });

  it.each([
    [
      "../**",
      "`../**` stands for nothing that may be written: `../a` has `..` in it: no path leads out of the workspace",
    ],
    ["", "the glob is empty"],
    ["[z-a]", "`[z-a]` has the range `z-a`, in which nothing is"],
    ["{a", "`{a` has a `{` without its partner"],
    ["/**", "`/**` is absolute: paths are relative to the workspace"],
    ["a/{slug}.json", "`a/{slug}.json` has `{slug}`, a choice of one: write `*` for every name, or `{a,b}`"],
    [
      "*.playbook",
      "`*.playbook` stands for nothing that may be written: `.playbook` leads to a playbook (`.playbook`), which is never written",
    ],
  ])('[R-7] `writes "%s"` is told at the glob', async (glob, why) => {
    expect(await told(playbook("draft.json", `writes "draft.json", "${glob}"`))).toEqual([
      `LB3004 «"${glob}"» ${why}`,
    ]);
  });

  it("a `./` in front says nothing, of a place and of a glob", async () => {
    expect(await told(playbook("./drafts/{slug}.json", 'writes "./drafts/*.json"'))).toEqual([]);
    expect(await told(playbook("a.json", 'writes "./a.json", "a.json"'))).toEqual([
      'LB2002 «"a.json"» the glob `a.json` is declared twice',
    ]);
  });
});

describe("[L-11] what fills a place", () => {
  it("has to be an input, the fan-out or a field", async () => {
    expect(await told(playbook("{slgu}.json"))).toEqual([
      "LB2001 «draft» nothing fills `{slgu}` in the place of `draft` here",
    ]);
    expect(await told(playbook("{title}.json"))).toEqual([]);
    const either = `artifact page at "{id}.json" : A | B type A { id: string a: text } type B { id: integer }
      playbook write { intent "Write" outputs page prompt "Write." }`;
    expect(await told(either)).toEqual([]);
    expect(await told(either.replace("id: integer", "b: integer"))).toEqual([
      "LB2001 «page» nothing fills `{id}` in the place of `page` here",
    ]);
  });

  it.each(["boolean", "string[]", "{ a: string }", "string | null"])(
    "is a text or a number, and no `%s`",
    async (type) => {
      const lines = await told(playbook("{kind}.json", "", `kind: ${type}`));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(
        /^LB2004 «draft» `\{kind\}` in the place of `draft` is filled by `kind`, which is .* and does not fit `string \| number`$/,
      );
    },
  );
});
