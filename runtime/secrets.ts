/** Secrets are references until they are used, and never come back out (`[R-13]`). */
import { readFileSync } from "node:fs";
import { type Json, isJsonObject } from "../ir/index.js";

/** What a reference to a secret is resolved to, when it is used. */
export type Resolved = { readonly value: string } | { readonly problem: string };

/** `env:NAME` or `file:PATH` (without its last line end). The problem names the reference, never the secret. */
export function resolveSecret(
  reference: string,
  env: Readonly<Record<string, string | undefined>>,
): Resolved {
  const name = reference.slice(reference.indexOf(":") + 1);
  if (reference.startsWith("env:")) {
    const value = env[name];
    return value === undefined || value === ""
      ? { problem: `the variable \`${name}\` is not set` }
      : { value };
  }
  if (!reference.startsWith("file:"))
    return { problem: `\`${reference}\` is no reference to a secret: write \`env:NAME\` or \`file:PATH\`` };
  try {
    return { value: readFileSync(name, "utf8").replace(/\r?\n$/, "") };
  } catch {
    return { problem: `the file \`${name}\` cannot be read` };
  }
}

/** The value with every text in it, keys too, replaced by what `replace` makes of it. */
export function mapTexts(value: Json, replace: (text: string) => string): Json {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [replace(key), mapTexts(item, replace)]),
  );
}

/** Replaces each secret by what stands for it, wherever it appears. A secret of one letter would take all words apart. */
export function redact(text: string, secrets: ReadonlyMap<string, string>): string {
  let redacted = text;
  for (const [secret, reference] of secrets)
    if (secret.length > 1) redacted = redacted.replaceAll(secret, `[${reference}]`);
  return redacted;
}
