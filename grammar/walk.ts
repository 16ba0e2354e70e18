/** A generic walk over the tree: whatever a node is, its child nodes in text order. */
import type {
  AdmitsEntry,
  Clause,
  Declaration,
  Decorator,
  Each,
  EffectMember,
  Entry,
  Expression,
  ExternalSchema,
  Field,
  GenerateSetting,
  Import,
  InterviewQuestion,
  Moment,
  Name,
  Namespace,
  PathSegment,
  Prompt,
  ScenarioLine,
  ScriptReply,
  CalleeReply,
  Setting,
  SourceFile,
  Step,
  StringLiteral,
  Subject,
  Suppression,
  Template,
  TemplatePart,
  ToolMember,
  TypeExpression,
  TypeUse,
  WaitMember,
} from "./tree.js";

/** Every node that has a kind and a span. `kind` tells them apart among what may stand in the same place. */
export type Node =
  | AdmitsEntry
  | CalleeReply
  | Clause
  | Declaration
  | Decorator
  | Each
  | EffectMember
  | Entry
  | Expression
  | ExternalSchema
  | Field
  | GenerateSetting
  | Import
  | InterviewQuestion
  | Moment
  | Name
  | Namespace
  | PathSegment
  | Prompt
  | ScenarioLine
  | ScriptReply
  | Setting
  | Step
  | StringLiteral
  | Subject
  | Suppression
  | Template
  | TemplatePart
  | ToolMember
  | TypeExpression
  | TypeUse
  | WaitMember;

/** The nodes right under a node, or at the top of a file, in text order; docs and comments are no nodes. */
export function children(node: Node | SourceFile): readonly Node[] {
  const found: Node[] = [];
  for (const [key, value] of Object.entries(node)) if (!notNodes.has(key)) collect(value, found);
  return found.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}

const notNodes: ReadonlySet<string> = new Set([
  "span",
  "keyword",
  "operatorSpan",
  "doc",
  "comments",
  "skipped",
]);

/** Visits a node and all that is under it, outermost first, in text order. `false` from `visit` passes over what is under. */
export function walk(
  node: Node | SourceFile,
  visit: (node: Node, parents: readonly Node[]) => boolean | void,
): void {
  const parents: Node[] = [];
  const go = (under: Node | SourceFile): void => {
    for (const child of children(under)) {
      if (visit(child, parents) === false) continue;
      parents.push(child);
      go(child);
      parents.pop();
    }
  };
  if (node.kind !== "file") {
    if (visit(node, parents) === false) return;
    parents.push(node);
  }
  go(node);
}

/** The nodes that hold an offset, outermost first. Between two nodes that adjoin, it is in the second. */
export function nodesAt(file: SourceFile, offset: number): readonly Node[] {
  const path: Node[] = [];
  for (let under: Node | SourceFile | undefined = file; under !== undefined;) {
    const holding: readonly Node[] = children(under).filter(
      ({ span }) => span.start <= offset && offset <= span.end,
    );
    under = holding.at(-1);
    if (under !== undefined) path.push(under);
  }
  return path;
}

/** Nodes in a value of the tree, looking through lists and through records that are no nodes of their own. */
function collect(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found);
  else if (isNode(value)) found.push(value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (!notNodes.has(key)) collect(inner, found);
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    "span" in value &&
    typeof value.kind === "string"
  );
}
