import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { type Diagnostic, type Json, invariant } from "../../ir/index.js";
import type { Located } from "./located.js";

export type ReadSettings =
  | { readonly kind: "read"; readonly located: Located }
  | { readonly kind: "broken"; readonly diagnostics: readonly [Diagnostic, ...Diagnostic[]] };

/** Reads strict JSON: no comments, no commas too many, no key twice. One fault, one error: the first is told. */
export function readJson(text: string, file: string): ReadSettings {
  const errors: ParseError[] = [];
  const source = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  const root = parseTree(source, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined) return { kind: "broken", diagnostics: [syntaxError(error, source, file)] };
  invariant(root !== undefined, "JSON without an error has a value");
  const doubled: Diagnostic[] = [];
  const located = locate(root, file, doubled);
  const [first, ...others] = doubled;
  return first === undefined
    ? { kind: "read", located }
    : { kind: "broken", diagnostics: [first, ...others] };
}

function locate(node: Node, file: string, doubled: Diagnostic[]): Located {
  const span = { start: node.offset, end: node.offset + node.length };
  switch (node.type) {
    case "array": {
      const items = (node.children ?? []).map((item) => locate(item, file, doubled));
      return { value: items.map(({ value }) => value), span, items };
    }
    case "object": {
      const fields = (node.children ?? []).flatMap(({ children }) => {
        const [key, value] = children ?? [];
        if (key === undefined || value === undefined) return [];
        const name = String(key.value);
        return [
          {
            name,
            span: { start: key.offset, end: key.offset + key.length },
            value: locate(value, file, doubled),
          },
        ];
      });
      doubled.push(...fields.flatMap((field, index) => twice(fields, field, index, file)));
      return {
        value: Object.fromEntries(fields.map(({ name, value }) => [name, value.value])),
        span,
        fields,
      };
    }
    default: {
      const value: Json = node.value;
      return { value, span };
    }
  }
}

function twice(
  fields: NonNullable<Located["fields"]>,
  { name, span }: NonNullable<Located["fields"]>[number],
  index: number,
  file: string,
): readonly Diagnostic[] {
  const first = fields.findIndex((other) => other.name === name);
  const earlier = fields[first];
  if (first === index || earlier === undefined) return [];
  return [
    {
      code: "LB2002",
      severity: "error",
      message: `\`${name}\` is given twice`,
      place: { file, span },
      related: [{ place: { file, span: earlier.span }, message: "first here" }],
      hint: "keep one of them",
    },
  ];
}

function syntaxError(error: ParseError, text: string, file: string): Diagnostic {
  const [message, hint] = words(error, text);
  const end = Math.min(text.length, error.offset + Math.max(1, error.length));
  return {
    code: "LB1001",
    severity: "error",
    message,
    place: { file, span: { start: Math.min(error.offset, text.length), end } },
    related: [],
    ...(hint === undefined ? {} : { hint }),
  };
}

function words({ error, offset }: ParseError, text: string): readonly [string, string | undefined] {
  if (text.trim() === "") return ["the file is empty", "write at least `{}`"];
  const before = text.slice(0, offset).trimEnd();
  switch (printParseErrorCode(error)) {
    case "InvalidCommentToken":
      return ["comments are not JSON", "take the comment away"];
    case "PropertyNameExpected":
    case "ValueExpected":
      return before.endsWith(",")
        ? ["a comma too many", "take the comma away"]
        : ["a value was expected here", undefined];
    case "CommaExpected":
      return ["a comma is missing here", "put a `,` between the two"];
    case "ColonExpected":
      return ["a colon is missing here", "put a `:` behind the key"];
    case "CloseBraceExpected":
      return ["the object is not closed", "close it with `}`"];
    case "CloseBracketExpected":
      return ["the array is not closed", "close it with `]`"];
    case "EndOfFileExpected":
      return ["something follows the end of the JSON", "take it away"];
    case "UnexpectedEndOfString":
      return ["the string is not closed", 'close it with `"`'];
    case "InvalidEscapeCharacter":
    case "InvalidUnicode":
      return ["this is no escape of JSON", "double the `\\`"];
    default:
      return ["this is not JSON", "text stands in double quotes"];
  }
}
