import { suggestion } from "../ir/nearest.js";
import { found, misuse, type Found } from "./problem.js";

/** One option of a command: what help says of it, and how what was given is read. */
export interface Option<T> {
  readonly name: string;
  readonly short?: string;
  /** How its value is called in help; an option without one is a flag. */
  readonly value?: string;
  readonly summary: string;
  /** Reads every value given, in order; a flag is given as `""`. */
  read(given: readonly string[]): Found<T>;
}

interface Naming {
  readonly name: string;
  readonly short?: string;
  readonly summary: string;
}

/** Given or not. */
export function flag(naming: Naming): Option<boolean> {
  return { ...naming, read: (given) => found(given.length > 0) };
}

/** One text, the last one given. */
export function text(naming: Naming & { readonly value: string }): Option<string | undefined> {
  return {
    ...naming,
    read: (given) =>
      given.at(-1) === ""
        ? misuse(`\`--${naming.name}\` needs a value (${naming.value})`)
        : found(given.at(-1)),
  };
}

/** Any number of texts. */
export function texts(naming: Naming & { readonly value: string }): Option<readonly string[]> {
  return { ...naming, read: found };
}

/** A whole number from `minimum` (default 0) up. */
export function whole(
  naming: Naming & { readonly value: string; readonly minimum?: number },
): Option<number | undefined> {
  const minimum = naming.minimum ?? 0;
  return {
    ...naming,
    read(given) {
      const last = given.at(-1);
      if (last === undefined) return found(undefined);
      const number = /^\d{1,15}$/.test(last) ? Number(last) : -1;
      return number >= minimum
        ? found(number)
        : misuse(`\`--${naming.name}\` needs a whole number from ${String(minimum)} up, not \`${last}\``);
    },
  };
}

/** One of several words. */
export function choice<const C extends string>(
  naming: Naming & { readonly value: string; readonly choices: readonly C[] },
): Option<C | undefined> {
  return {
    ...naming,
    read(given) {
      const last = given.at(-1);
      if (last === undefined) return found(undefined);
      const match = naming.choices.find((one) => one === last);
      return match === undefined
        ? misuse(`\`--${naming.name}\` does not know \`${last}\`${suggestion(last, naming.choices)}`, {
            hint: `it is one of ${naming.choices.join(", ")}`,
          })
        : found(match);
    },
  };
}

/** What every command that reports something takes. */
export const json = flag({ name: "json", summary: "the result as JSON on standard output" });
