import { type Artifact, nearest } from "../../ir/index.js";
import type { ArtifactDeclaration } from "../../grammar/tree.js";
import { keysOf, refusePlace } from "../../runtime/core/places.js";
import type { Checking } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { mismatch } from "../checks/lb2004.js";
import { type Declared, placeIn } from "../names.js";
import { withoutDot } from "../paths.js";
import type { ArtifactThing } from "../things.js";
import { readType } from "../types/read-type.js";
import { show } from "../types/show.js";
import {
  alternatives,
  anyType,
  type Property,
  resolved,
  textType,
  type Type,
  unionOf,
  unknownType,
} from "../types/type.js";

const formats = ["json", "yaml", "markdown", "text"] as const;
type Format = Artifact["format"];

const byExtension: Readonly<Record<string, Format>> = {
  json: "json",
  yaml: "yaml",
  yml: "yaml",
  md: "markdown",
  markdown: "markdown",
  txt: "text",
};

/** `[L-11]` */
export function artifactThing(
  checking: Checking,
  declared: Declared,
  syntax: ArtifactDeclaration,
): ArtifactThing {
  const at = withoutDot(syntax.at?.text ?? "");
  const format = formatOf(checking, declared, syntax, at);
  const written =
    syntax.broken || format === undefined ? unknownType : writtenType(checking, declared, syntax, format);
  const rest = { at, keys: keysMeant(at), format: format ?? "json", given: syntax.given };
  if (format !== "markdown") return { kind: "artifact", declared, type: written, ...rest };
  // What a name in the type means is known only once every declaration was read.
  let type: Type | undefined;
  return {
    kind: "artifact",
    declared,
    ...rest,
    get type() {
      return (type ??= withBody(written));
    },
  };
}

/** Of a place whose braces do not pair, whatever looks like a name beside one: nothing else follows from that (`[L-34]`). */
function keysMeant(at: string): readonly string[] {
  const names = [...at.matchAll(/\{\s*([A-Za-z_][\w-]*)|([A-Za-z_][\w-]*)\s*\}/g)].map(
    ([, open, closed]) => open ?? closed ?? "",
  );
  return refusePlace(at) === undefined ? keysOf(at) : [...new Set(names)];
}

/** As written, else by the place's ending, else `text` where nothing is said of its content, and `json` where it is. */
function formatOf(
  checking: Checking,
  { module }: Declared,
  syntax: ArtifactDeclaration,
  at: string,
): Format | undefined {
  const written = syntax.format;
  if (written !== undefined) {
    const format = formats.find((each) => each === written.text);
    if (format === undefined && !syntax.broken) {
      const near = nearest(written.text, formats);
      checking.report(unknownWord(placeIn(module, written.span), written.text, "format", formats, near));
    }
    return format;
  }
  const extension = /\.([A-Za-z]+)$/.exec(at)?.[1]?.toLowerCase() ?? "";
  const known = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  return known ?? (syntax.type === undefined ? "text" : "json");
}

function writtenType(
  checking: Checking,
  declared: Declared,
  syntax: ArtifactDeclaration,
  format: Format,
): Type {
  const isProse = format === "markdown" || format === "text";
  if (syntax.type === undefined) return isProse ? textType : anyType;
  const type = readType(checking, declared.module, syntax.type);
  if (!isProse) return type;
  const { type: use } = syntax;
  checking.later.push(() => {
    const fits = (each: Type): boolean =>
      ["string", "unknown"].includes(each.kind) ||
      (each.kind === "enum" && each.values.every((value) => typeof value === "string")) ||
      (format === "markdown" && each.kind === "object");
    if (alternatives(type).every(fits)) return;
    const wanted =
      format === "text" ? textType : unionOf([textType, { kind: "object", fields: new Map(), open: true }]);
    checking.report(
      mismatch(placeIn(declared.module, use.span), `\`${show(type)}\``, wanted, {
        hint:
          format === "text"
            ? "a text is `text`: write `as json` for anything else"
            : "Markdown is `text`, or fields (its front matter) and a `body`",
      }),
    );
  });
  return type;
}

/** Markdown with fields has them as front matter, and a `body`. */
function withBody(written: Type): Type {
  const type = resolved(written);
  if (type.kind !== "object" || type.fields.has("body")) return type.kind === "object" ? type : written;
  const body: Property = { type: textType, optional: false };
  return { ...type, fields: new Map([...type.fields, ["body", body]]) };
}
