import { readFileSync } from "node:fs";

/** What a reference to a secret is resolved to, when it is used (`[R-13]`). */
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
