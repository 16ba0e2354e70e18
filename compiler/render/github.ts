/**
 * Annotations of a pull request: workflow commands, which GitHub Actions reads from a step's output. All that was written
 * by somebody is escaped, so that no text of a playbook is taken for a command of its own.
 */
import type { Diagnostic, Severity } from "../../ir/index.js";
import { indexOf } from "./frame.js";
import { type Format, fromTop, type Report } from "./format.js";
import { visible } from "./width.js";

export const format: Format = {
  name: "github",
  summary: "annotations of GitHub Actions",
  render: github,
};

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

function github({ diagnostics, files, prefix }: Report): string {
  const index = indexOf(files);
  return diagnostics.map((each) => `${one(each, prefix, index)}\n`).join("");
}

function one(
  { code, severity, message, place, hint }: Diagnostic,
  prefix: string,
  index: ReturnType<typeof indexOf>,
): string {
  const file = fromTop(prefix, place.file);
  const lines = index(place.file);
  const start = lines?.position(place.span.start);
  const end = lines?.position(place.span.end);
  const properties: [name: string, value: string | number][] = [];
  if (place.file !== "") properties.push(["file", file]);
  if (start !== undefined && end !== undefined) {
    properties.push(["line", start.line], ["endLine", end.line]);
    // Columns are for what stands in one line.
    if (start.line === end.line) properties.push(["col", start.column], ["endColumn", end.column]);
  }
  properties.push(["title", code]);
  // The log shows the text alone, without the place.
  const at = start === undefined ? file : `${file}:${start.line}:${start.column}`;
  const text = [`${at}: ${code} ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n");
  const list = properties.map(([name, value]) => `${name}=${escapedProperty(String(value))}`).join(",");
  return `::${commands[severity]} ${list}::${escaped(text)}`;
}

function escaped(text: string): string {
  return visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
