/**
 * Where each part of the IR was written, kept beside it until it has its place in the program: the source map and the
 * docs are made by walking the finished program, so that no phase has to know the JSON Pointer of what it makes.
 */
import {
  type At,
  type Bundle,
  type LineIndex,
  lineIndex,
  type Place,
  pointer,
  type Span,
} from "../ir/index.js";
import { byCodeUnits } from "./types/schema.js";
import type { Module } from "./names.js";
import type { Property } from "./types/type.js";

interface Part {
  readonly place?: Place | undefined;
  readonly doc?: string | undefined;
}

export class Marks {
  private readonly texts = new Map<string, string>();
  private readonly places = new WeakMap<object, Place>();
  private readonly docs = new WeakMap<object, string>();
  private readonly parts = new WeakMap<object, Map<string, Part>>();
  private readonly lines = new Map<string, LineIndex>();

  /** The node was written there; what was marked before keeps its narrower place. */
  mark<T extends object>(node: T, module: Module, span: Span): T {
    if (!this.places.has(node)) this.places.set(node, this.known(module, span));
    return node;
  }

  document<T extends object>(node: T, doc: string | undefined): T {
    if (doc !== undefined) this.docs.set(node, doc);
    return node;
  }

  /** A part of a node that is no object itself: a text, a number, an entry of a list of refs. */
  markPart(node: object, key: string | number, module: Module, span: Span, doc?: string): void {
    this.setPart(node, key, { place: this.known(module, span), doc });
  }

  /** The fields of a schema's `properties`. */
  markProperty(properties: object, name: string, { place, doc }: Property): void {
    this.setPart(properties, name, { place, doc });
  }

  private setPart(node: object, key: string | number, part: Part): void {
    const parts = this.parts.get(node) ?? new Map<string, Part>();
    parts.set(String(key), part);
    this.parts.set(node, parts);
  }

  private known(module: Module, span: Span): Place {
    this.texts.set(module.path, module.syntax.text);
    return { file: module.path, span };
  }

  /** The node stands in the place of another that it was made from. */
  transfer<T extends object>(from: object, to: T): T {
    const mark = this.places.get(from);
    if (mark !== undefined) this.places.set(to, mark);
    const doc = this.docs.get(from);
    if (doc !== undefined) this.docs.set(to, doc);
    const parts = this.parts.get(from);
    if (parts !== undefined) this.parts.set(to, parts);
    return to;
  }

  /** What is known of the program and all of its parts, by JSON Pointer. */
  collect(program: object): Pick<Bundle, "sourceMap" | "docs"> {
    const found: (readonly [path: string, place: Place])[] = [];
    const docs: Record<string, string> = {};
    const visit = (node: object, path: string): void => {
      const mark = this.places.get(node);
      if (mark !== undefined) found.push([path, mark]);
      const doc = this.docs.get(node);
      if (doc !== undefined) docs[path] = doc;
      for (const [key, part] of this.parts.get(node) ?? []) {
        if (part.place !== undefined) found.push([`${path}${pointer(key)}`, part.place]);
        if (part.doc !== undefined) docs[`${path}${pointer(key)}`] = part.doc;
      }
      for (const [key, value] of Object.entries(node)) {
        if (isNode(value)) visit(value, `${path}${pointer(key)}`);
      }
    };
    visit(program, "");
    return { sourceMap: this.sourceMap(found), docs };
  }

  private sourceMap(found: readonly (readonly [string, Place])[]): Bundle["sourceMap"] {
    const files = [...new Set(found.map(([, { file }]) => file))].toSorted(byCodeUnits);
    const indexes = new Map(files.map((file, index) => [file, index]));
    const places: Record<string, readonly number[]> = {};
    for (const [path, place] of found) {
      const { start, end, line, column } = this.at(place);
      places[path] = [indexes.get(place.file) ?? 0, start, end, line, column];
    }
    return { files, places };
  }

  /** The place with its line and column. */
  at({ file, span }: Place): At {
    const index = this.lines.get(file) ?? lineIndex(this.texts.get(file) ?? "");
    this.lines.set(file, index);
    return { file, start: span.start, end: span.end, ...index.position(span.start) };
  }
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
