import { type Node, LineCounter, isAlias, isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml";
import { type Diagnostic, type Json, type Span } from "../../ir/index.js";
import type { Located } from "./located.js";
import type { ReadSettings } from "./read-json.js";

/** Reads YAML (or JSON, which is YAML) without aliases, tags or keys given twice (`[R-58]`). */
export function readYaml(text: string, file: string): ReadSettings {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    uniqueKeys: true,
    logLevel: "silent",
    prettyErrors: false,
    lineCounter: new LineCounter(),
  });
  const faults: Diagnostic[] = [...document.errors, ...document.warnings].map(({ message, pos }) =>
    fault("LB1001", `this is not YAML that is read here: ${firstLine(message)}`, file, {
      start: pos[0],
      end: pos[1],
    }),
  );
  const { contents } = document;
  const located = isNode(contents)
    ? locate(contents, file, faults)
    : { value: null, span: { start: 0, end: text.length } };
  const [first, ...others] = faults;
  return first === undefined
    ? { kind: "read", located }
    : { kind: "broken", diagnostics: [first, ...others] };
}

function locate(node: Node, file: string, faults: Diagnostic[]): Located {
  const span = spanOf(node);
  if (isAlias(node) || node.anchor !== undefined)
    faults.push(fault("LB1001", "anchors and aliases are not read here", file, span, "write the value out"));
  else if (node.tag !== undefined)
    faults.push(fault("LB1001", "tags are not read here", file, span, "write the value without its tag"));
  if (isSeq(node)) {
    const items = node.items.map((item) => (isNode(item) ? locate(item, file, faults) : nothing(span)));
    return { value: items.map(({ value }) => value), span, items };
  }
  if (isMap(node)) {
    const fields = node.items.flatMap((pair) => {
      if (!isPair(pair) || !isScalar(pair.key)) {
        faults.push(fault("LB1001", "a key has to be text", file, span));
        return [];
      }
      const keySpan = spanOf(pair.key);
      const value = isNode(pair.value) ? locate(pair.value, file, faults) : nothing(keySpan);
      return [{ name: String(pair.key.value), span: keySpan, value }];
    });
    return { value: Object.fromEntries(fields.map(({ name, value }) => [name, value.value])), span, fields };
  }
  const value: unknown = isScalar(node) ? node.value : null;
  return { value: isPlain(value) ? value : String(value), span };
}

function isPlain(value: unknown): value is null | boolean | number | string {
  return (
    value === null ||
    typeof value === "boolean" ||
    typeof value === "string" ||
    (typeof value === "number" && Number.isFinite(value))
  );
}

function nothing(span: Span): Located {
  const value: Json = null;
  return { value, span };
}

function spanOf(node: Node): Span {
  const [start = 0, end = 0] = node.range ?? [];
  return { start, end };
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? message;
}

function fault(code: string, message: string, file: string, span: Span, hint?: string): Diagnostic {
  return {
    code,
    severity: "error",
    message,
    place: { file, span },
    related: [],
    ...(hint === undefined ? {} : { hint }),
  };
}
