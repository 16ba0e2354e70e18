/** The keywords that put schemas together. */
import type { Json, JsonObject } from "../../../ir/index.js";
import { alsoSeen, both, misfit, nothingSeen, type Found, type Node, type Seen } from "./node.js";
import { kindOf } from "./words.js";

export function logicNodes(schema: JsonObject, compile: (schema: Json) => Node): readonly Node[] {
  const nodes: Node[] = [];
  const { allOf, anyOf, oneOf, not } = schema;
  if (Array.isArray(allOf)) nodes.push(both(allOf.map(compile)));
  if (Array.isArray(anyOf)) nodes.push(choiceNode(anyOf.map(compile), Number.POSITIVE_INFINITY));
  if (Array.isArray(oneOf)) nodes.push(choiceNode(oneOf.map(compile), 1));
  if (not !== undefined) {
    const node = compile(not);
    nodes.push(
      (value, at, found) =>
        !node(value, "", undefined, undefined) || misfit(found, at, "has a form that is ruled out"),
    );
  }
  const condition = conditionNode(schema, compile);
  if (condition !== undefined) nodes.push(condition);
  return nodes;
}

/** At least one of the branches, and at most so many. */
function choiceNode(branches: readonly Node[], most: number): Node {
  return (value, at, found, seen) => {
    let fitting = 0;
    for (const branch of branches) {
      if (!fitsBranch(branch, value, seen)) continue;
      fitting++;
      // Whoever asks what was seen wants to hear of every branch that fits.
      if (most > 1 && seen === undefined) return true;
    }
    if (fitting === 0) return explainChoice(branches, value, at, found);
    return fitting <= most || misfit(found, at, "fits several of the forms of which it may have one");
  };
}

function fitsBranch(branch: Node, value: Json, seen: Seen | undefined): boolean {
  if (seen === undefined) return branch(value, "", undefined, undefined);
  const own = nothingSeen();
  if (!branch(value, "", undefined, own)) return false;
  alsoSeen(seen, own);
  return true;
}

/** Where the value has the shape of one branch, what is wrong within that branch says more than that none fits. */
function explainChoice(branches: readonly Node[], value: Json, at: string, found: Found | undefined): false {
  if (found === undefined) return false;
  const tried = branches.map((branch) => {
    const own: Found = [];
    branch(value, at, own, undefined);
    return own;
  });
  const kinds = tried.map(([first]) =>
    first?.at === at && first.kind === "type" ? /^must be (.*), not /.exec(first.message)?.[1] : undefined,
  );
  const types = kinds.filter((kind) => kind !== undefined);
  if (types.length === tried.length) {
    return misfit(found, at, `must be ${[...new Set(types)].join(" or ")}, not ${kindOf(value)}`, "type");
  }
  const near = tried.filter((own, index) => kinds[index] === undefined && !own.some((one) => isTag(one, at)));
  const [only] = near;
  if (near.length === 1 && only !== undefined) found.push(...only);
  else misfit(found, at, "fits none of the forms that it may have");
  return false;
}

/** A field whose value tells branches apart, and tells that this is not the one. */
function isTag({ kind, at: where }: Found[number], at: string): boolean {
  return kind === "value" && (where === at || where.lastIndexOf("/") === at.length);
}

function conditionNode(schema: JsonObject, compile: (schema: Json) => Node): Node | undefined {
  const { if: condition } = schema;
  if (condition === undefined) return undefined;
  const test = compile(condition);
  const { then: positive, else: negative } = schema;
  const yes = positive === undefined ? undefined : compile(positive);
  const no = negative === undefined ? undefined : compile(negative);
  return (value, at, found, seen) => {
    const next = fitsBranch(test, value, seen) ? yes : no;
    return next === undefined || next(value, at, found, seen);
  };
}
