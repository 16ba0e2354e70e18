/**
 * Where documents stand (`[L-11]`). A key is NFC, and is percent-encoded in paths outside `[A-Za-z0-9_-]` (`[L-35]`), so
 * that no key leads out of its folder.
 */
import { isJsonObject, type Artifact, type Json } from "../../ir/index.js";
import { escapeGlob } from "./scope/glob.js";
import { refuseSyntax } from "./scope/permission.js";

const hole = /\{([^{}]+)\}/g;
const plain = /^[A-Za-z0-9_-]+$/;

/** A key as it stands in a path. */
export function encodeKey(key: string): string {
  if (plain.test(key)) return key;
  return encodeURIComponent(key.normalize("NFC")).replace(
    /[!'()*.~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The names in braces in a place, in order, each once. */
export function keysOf(at: string): readonly string[] {
  return [...new Set([...at.matchAll(hole)].map(([, name]) => name ?? ""))];
}

/**
 * Why no document can stand at a place, whatever fills its holes, or `undefined`: the braces do not pair, or the guard of
 * writing refuses it by its text (`[R-7]`).
 */
export function refusePlace(at: string): string | undefined {
  const odd = /\{\}|[{}]/.exec(at.replace(hole, "_"))?.[0];
  if (odd === "{}" && !/\{\{/.test(at)) return `\`${at}\` has \`{}\`, which names nothing`;
  if (odd !== undefined)
    return `\`${at}\` has a \`${odd[0] ?? ""}\` without its partner: a name stands in one pair of braces`;
  // No name is refused for a `_` that another key could have saved.
  const refused = refuseSyntax(at.replace(hole, "_"));
  return refused === undefined ? undefined : (refuseSyntax(at) ?? refused);
}

/** What fills a place's holes, asked in this order: the fan-out's key, the input, the field. */
export interface Filling {
  readonly instance: { readonly name: string; readonly key: string } | undefined;
  readonly inputs: Readonly<Record<string, Json>>;
  readonly value: Json | undefined;
}

export type Place =
  { readonly path: string; readonly key: string | undefined } | { readonly missing: string };

/** The path of one document, and its key where the family has many; or the hole that nothing fills. */
export function placeOf(artifact: Artifact, filling: Filling): Place {
  if (artifact.keys.length === 0) return { path: artifact.at, key: undefined };
  const keys: string[] = [];
  for (const name of artifact.keys) {
    const key = fill(name, filling);
    if (key === undefined) return { missing: name };
    keys.push(key);
  }
  return { path: pathOf(artifact, keys), key: keys.join("/") };
}

/** The path of the document with this key. */
export function pathOfKey(artifact: Artifact, key: string | undefined): string {
  if (key === undefined || artifact.keys.length === 0) return artifact.at;
  return pathOf(artifact, artifact.keys.length === 1 ? [key] : key.split("/"));
}

function pathOf(artifact: Artifact, keys: readonly string[]): string {
  return artifact.at.replace(hole, (_, name: string) => encodeKey(keys[artifact.keys.indexOf(name)] ?? ""));
}

function fill(name: string, filling: Filling): string | undefined {
  if (filling.instance?.name === name) return filling.instance.key;
  if (Object.hasOwn(filling.inputs, name)) return asKey(filling.inputs[name]);
  return isJsonObject(filling.value) && Object.hasOwn(filling.value, name)
    ? asKey(filling.value[name])
    : undefined;
}

function asKey(value: Json | undefined): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value.normalize("NFC") : undefined;
}

/** The key of the document at `path`, `undefined` where it is not of this family. */
export function keyAt(artifact: Artifact, path: string): { readonly key: string | undefined } | undefined {
  if (artifact.keys.length === 0) return path === artifact.at ? { key: undefined } : undefined;
  const keys = new Map<string, string>();
  const expression = new RegExp(
    `^${artifact.at
      .split(hole)
      .map((part, index) => (index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : "([^/]+)"))
      .join("")}$`,
    "u",
  );
  const match = expression.exec(path);
  if (match === null) return undefined;
  const names = [...artifact.at.matchAll(hole)].map(([, name]) => name ?? "");
  for (const [index, name] of names.entries()) {
    const key = decodeKey(match[index + 1] ?? "");
    if (key === undefined || (keys.has(name) && keys.get(name) !== key)) return undefined;
    keys.set(name, key);
  }
  return { key: artifact.keys.map((name) => keys.get(name) ?? "").join("/") };
}

function decodeKey(text: string): string | undefined {
  try {
    const key = decodeURIComponent(text);
    return encodeKey(key) === text ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The glob of all places of a family; with a key's name and value, of those that it has. */
export function placeGlob(
  artifact: Artifact,
  instance?: { readonly name: string; readonly key: string },
): string {
  let glob = "";
  for (const [index, part] of artifact.at.split(hole).entries()) {
    if (index % 2 === 0) glob += escapeGlob(part);
    else glob += instance?.name === part ? escapeGlob(encodeKey(instance.key)) : "*";
  }
  return glob;
}
