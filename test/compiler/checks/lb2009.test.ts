import { describe, expect, it } from "vitest";
import { mended, told } from "./diagnosed.js";

/** Named, so that the type is used. */
const kept = (type: string): string => `\nartifact kept at "kept.json" { it: ${type} }\n`;

describe("LB2009 infinite-type", () => {
  it("[L-9] names the type that holds itself in a field that has to be there", async () => {
    expect(await told(`type Tree { inner: Tree }${kept("Tree")}`)).toEqual([
      "LB2009 «Tree» a value of `Tree` never ends, since it holds another `Tree`",
    ]);
  });

  it("[L-9] names a circle through several types once, and where it closes", async () => {
    const source = `
type A { b: B }
type B { c: C }
type C = A
${kept("A")}`;
    expect(await told(source)).toEqual([
      "LB2009 «A» a value of `A` never ends, since it holds another `A`: `A` → `B` → `C` → `A`",
    ]);
  });

  it.each([
    ["an optional field", "type Tree { inner?: Tree }"],
    ["a field with a default", "type Tree { inner: Tree | null = null }"],
    ["an array", "type Tree { inner: Tree[] }"],
    ["a map", "type Tree { inner: map<Tree> }"],
    ["an alternative", "type Tree { inner: Tree | null }"],
    ["an alternative of its own", "type Tree = string | { inner: Tree }"],
    ["an array with an upper bound alone", "type Tree { inner: Tree[] @maxItems(3) }"],
  ])("[L-9] allows recursion that ends in %s", async (_, type) => {
    expect(await told(type + kept("Tree"))).toEqual([]);
  });

  it.each([
    ["an array that may not be empty", "type Tree { inner: Tree[] @minItems(1) }"],
    ["an array in parentheses that may not be empty", "type Tree { inner: (Tree[] @minItems(2)) }"],
    ["alternatives that all hold it", "type Tree = { left: Tree } | { right: Tree }"],
    ["an object within", "type Tree { node: { inner: Tree } }"],
  ])("[L-9] refuses recursion through %s", async (_, type) => {
    const [first, ...more] = await told(type + kept("Tree"));
    expect(first).toBe("LB2009 «Tree» a value of `Tree` never ends, since it holds another `Tree`");
    expect(more).toEqual([]);
  });

  it("[L-9] refuses a type that is one of its own alternatives", async () => {
    expect(await told(`type Word = Word | string${kept("Word")}`)).toEqual([
      "LB2009 «Word» `Word` is declared as itself",
    ]);
  });

  it("[L-9] refuses names that only lead to each other", async () => {
    expect(await told(`type A = B\ntype B = A${kept("A")}`)).toEqual([
      "LB2009 «A» `A` is declared as itself: `A` → `B` → `A`",
    ]);
  });

  it("[L-34] says nothing about a type that has no end only because of another", async () => {
    const source = `
type Endless { again: Endless }
type Holder = { next: Holder } | Endless
${kept("Holder")}`;
    expect(await told(source)).toEqual([
      "LB2009 «Endless» a value of `Endless` never ends, since it holds another `Endless`",
    ]);
  });

  it("[L-34] reports two circles that have nothing to do with each other", async () => {
    const source = `
type A { a: A }
type B { b: B }
artifact kept at "kept.json" { a: A  b: B }
`;
    expect((await told(source)).map((line) => line.slice(0, 11))).toEqual(["LB2009 «A» ", "LB2009 «B» "]);
  });

  it("[L-9] offers to make the field optional", async () => {
    expect(await mended(`type Tree { inner: Tree }${kept("Tree")}`)).toContain("type Tree { inner?: Tree }");
  });
});
