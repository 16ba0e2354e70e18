import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

const leaf = `
artifact draft at "draft.md"
playbook draft-write { intent "Write the draft" outputs draft prompt "Write it." }
`;
const composite = (name: string, members: string): string =>
  `playbook ${name} { intent "See it through" admits ${members} limits { rounds 9 } }\n`;

describe("LB4018 circular-admission", () => {
  it("[L-18] lets composites nest, and share members", async () => {
    const source =
      leaf + composite("a", "b, c") + composite("b", "draft-write") + composite("c", "draft-write");
    expect(await told(source)).toEqual([]);
  });

  it("[L-18] names a playbook that admits itself", async () => {
    expect(await told(leaf + composite("a", "draft-write, a"))).toEqual(["LB4018 «a» `a` admits itself"]);
  });

  it("[L-18] names the circle, at the entry that closes it", async () => {
    const source =
      leaf + composite("a", "b, draft-write") + composite("b", "c") + composite("c", "draft-write, a");
    expect(await told(source)).toEqual(["LB4018 «a» `a` admits itself: `a` → `b` → `c` → `a`"]);
  });

  it("[L-34] names circles that share playbooks once, by the shortest, and nothing that leads into them", async () => {
    const source =
      leaf +
      composite("above", "a") +
      composite("a", "b, c") +
      composite("b", "a, draft-write") +
      composite("c", "b");
    expect(await told(source)).toEqual(["LB4018 «a» `a` admits itself: `a` → `b` → `a`"]);
  });

  it("[L-18] names a member that is admitted twice, and takes the second out", async () => {
    const source = leaf + composite("a", "draft-write, draft-write");
    expect(await told(source)).toEqual(["LB4018 «draft-write» `draft-write` is admitted twice by `a`"]);
    expect(await mended(source)).toBe(leaf + composite("a", "draft-write"));
  });

  it("[L-18] looks at all `admits` of a playbook together", async () => {
    const source = `${leaf}playbook a {\n  intent "See it through"\n  admits draft-write\n  admits draft-write\n  limits { rounds 9 }\n}\n`;
    expect(await told(source)).toEqual(["LB4018 «draft-write» `draft-write` is admitted twice by `a`"]);
    expect(await mended(source)).toBe(source.replace("  admits draft-write\n", ""));
  });
});
