/**
 * Schemas of 2020-12 as functions. Every `$ref` means a type of the program (`#/$defs/<ref>`), which is what the compiler
 * makes of each; there is no `$id`, no anchor and nothing dynamic.
 *
 * Invariants
 * 1. What a node says does not depend on whether misfits are asked for.
 * 2. No text becomes code, and patterns run in linear time (`[L-41]`).
 * 3. Only own properties count, whatever their names (`[R-58]`).
 */
import {
  invariant,
  isJsonObject,
  refOfTypeReference,
  type Json,
  type JsonObject,
  type Schema,
} from "../../../ir/index.js";
import { arrayNodes } from "./arrays.js";
import { logicNodes } from "./logic.js";
import { both, fits, type Matches, misfit, type Node } from "./node.js";
import { objectNodes } from "./objects.js";
import { numberNodes, stringNodes, typeNode, valueNodes } from "./scalars.js";
import { withUnevaluated } from "./unevaluated.js";

/** How deep types may refer to each other on one value before it is taken for a circle, which says nothing. */
const mostReferences = 512;

export class Compiler {
  private readonly referred = new Map<string, Node>();
  private depth = 0;

  /** `types`: by ref; `own`: those that the schema brings itself. */
  constructor(
    private readonly types: Readonly<Record<string, Schema>>,
    private readonly own: JsonObject | undefined,
    private readonly matches: Matches,
  ) {}

  readonly compile = (schema: Json): Node => {
    if (schema === true) return fits;
    if (schema === false) return (_, at, found) => misfit(found, at, "must not be given");
    invariant(isJsonObject(schema), "a schema is an object or a boolean");
    const { $ref } = schema;
    const type = typeNode(schema);
    const others = [
      ...(typeof $ref === "string" ? [this.reference($ref)] : []),
      ...valueNodes(schema),
      ...numberNodes(schema),
      ...stringNodes(schema, this.matches),
      ...arrayNodes(schema, this.compile),
      ...objectNodes(schema, this.compile, this.matches),
      ...logicNodes(schema, this.compile),
    ];
    const rest = withUnevaluated(schema, both(others), this.compile);
    if (type === undefined) return rest;
    if (rest === fits) return type;
    // What is of another type altogether has nothing else wrong with it.
    return (value, at, found, seen) => type(value, at, found, seen) && rest(value, at, found, seen);
  };

  /** A type may refer to itself: it is compiled once, when a value first comes to it. */
  private reference($ref: string): Node {
    const ref = refOfTypeReference($ref);
    return (value, at, found, seen) => {
      const node = this.typeOf(ref);
      if (node === undefined) return misfit(found, at, `refers to \`${$ref}\`, which there is none of`);
      if (this.depth >= mostReferences) return true;
      this.depth += 1;
      const fit = node(value, at, found, seen);
      this.depth -= 1;
      return fit;
    };
  }

  private typeOf(ref: string | undefined): Node | undefined {
    if (ref === undefined) return undefined;
    const known = this.referred.get(ref);
    if (known !== undefined) return known;
    const type = this.schemaOf(ref);
    if (type === undefined) return undefined;
    const node = this.compile(type);
    this.referred.set(ref, node);
    return node;
  }

  private schemaOf(ref: string): Json | undefined {
    if (this.own !== undefined && Object.hasOwn(this.own, ref)) return this.own[ref];
    return Object.hasOwn(this.types, ref) ? this.types[ref] : undefined;
  }
}
