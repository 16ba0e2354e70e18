import { check, memoryHost } from "../../../compiler/index.js";
import type { Diagnostic } from "../../../ir/index.js";

export type Files = Readonly<Record<string, string>>;

/** What the compiler says about the files, or about one file. That the sources of tests have no docs is left out. */
export async function diagnosed(source: string | Files): Promise<readonly Diagnostic[]> {
  return (await allDiagnosed(source)).filter(({ code }) => code !== "LB8001");
}

export async function allDiagnosed(source: string | Files): Promise<readonly Diagnostic[]> {
  const files = filesOf(source);
  const paths = Object.keys(files).filter((path) => path.endsWith(".playbook"));
  return (await check(memoryHost(files), paths)).diagnostics;
}

/** Each diagnostic in one line: its code, the text that it points at, and its message. */
export async function told(source: string | Files): Promise<readonly string[]> {
  const files = filesOf(source);
  return (await diagnosed(source)).map(({ code, place, message }) => {
    const text = (files[place.file] ?? "").slice(place.span.start, place.span.end).replaceAll(/\s+/g, " ");
    return `${code} «${text}» ${message}`;
  });
}

/** The file after the fix of its only diagnostic. */
export async function mended(source: string): Promise<string> {
  const [diagnostic, ...others] = await diagnosed(source);
  if (diagnostic?.fix === undefined || others.length > 0) {
    throw new Error(
      `one diagnostic with a fix is wanted, not ${JSON.stringify([diagnostic, ...others], undefined, 2)}`,
    );
  }
  const edits = diagnostic.fix.edits.toSorted((a, b) => b.span.start - a.span.start);
  return edits.reduce(
    (text, { span, text: put }) => text.slice(0, span.start) + put + text.slice(span.end),
    source,
  );
}

function filesOf(source: string | Files): Files {
  return typeof source === "string" ? { "main.playbook": source } : source;
}
