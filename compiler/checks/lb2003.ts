import { type Diagnostic, nearest, type Place } from "../../ir/index.js";
import { type Check, diagnose, replaceWith } from "../check.js";
import type { ReadFailure } from "../host.js";

export const check: Check = {
  code: "LB2003",
  name: "import",
  severity: "error",
  summary:
    "a file or module that is not there or leads out of the project, or an import that it does not declare",
  why: "What cannot be read cannot be checked. Files outside the project root are never read, so that a program means the same wherever its folder lies.",
  fix: "Correct the path, which is relative to the file that it stands in, or the name. Move a file that lies outside the project root into it.",
  bad: `import { market-evidense } from "./evidence.playbook"

/// Look it up.
playbook look-up {
  intent "Look it up"
  returns market-evidense
  prompt "Look it up."
}
`,
  good: `import { market-evidence } from "./evidence.playbook"

/// Look it up.
playbook look-up {
  intent "Look it up"
  returns market-evidence
  prompt "Look it up."
}
`,
  files: { "evidence.playbook": "/// What was found.\nevidence market-evidence\n" },
};

const failures: Readonly<Record<ReadFailure, string>> = {
  missing: "does not exist",
  unreadable: "cannot be read",
  outside: "leads out of the project root",
  directory: "is a folder",
};

/**
 * A file that something names and that cannot be read. `what`: `the prompt file`, or nothing for a playbook.
 * `candidates`: paths as they would be written here.
 */
export function fileNotRead(
  place: Place,
  path: string,
  failure: ReadFailure,
  what: string,
  candidates: Iterable<string>,
): Diagnostic {
  const known = failure === "missing" ? [...candidates] : [];
  const near = known.find((each) => each === `${path}.playbook`) ?? nearest(path, known);
  return diagnose(check, place, `${what === "" ? "" : `${what} `}\`${path}\` ${failures[failure]}`, {
    hint: near === undefined ? hints[failure] : `did you mean \`${near}\`?`,
    fix: near === undefined ? undefined : replaceWith(place, JSON.stringify(near)),
  });
}

const hints: Readonly<Record<ReadFailure, string | undefined>> = {
  missing: "a path is relative to the file that it stands in",
  unreadable: undefined,
  outside: "only files below the project root are read: move the file into the project",
  directory: "name the file in it that declares what you need",
};

/** A path that names nothing in the project. `what` as above. */
export function pathOutside(place: Place, path: string, what: string): Diagnostic {
  const isRelative = !path.startsWith("/") && !/^[A-Za-z]+:/.test(path);
  if (isRelative) return fileNotRead(place, path, "outside", what, []);
  return diagnose(check, place, `\`${path}\` is not a path relative to this file`, {
    hint: 'write it with `/` and from this file on, as in `"./other.playbook"`',
  });
}

export function standardModuleUnknown(place: Place, path: string, modules: readonly string[]): Diagnostic {
  const near = nearest(path, modules);
  return diagnose(check, place, `there is no standard module \`${path}\``, {
    hint:
      near === undefined
        ? `there are ${modules.map((name) => `\`${name}\``).join(", ")}`
        : `did you mean \`${near}\`?`,
    fix: near === undefined ? undefined : replaceWith(place, JSON.stringify(near)),
  });
}

export function notDeclaredThere(
  place: Place,
  name: string,
  path: string,
  declared: readonly string[],
): Diagnostic {
  const near = nearest(name, declared);
  return diagnose(check, place, `\`${path}\` declares no \`${name}\``, {
    hint: near === undefined ? undefined : `did you mean \`${near}\`?`,
    fix: near === undefined ? undefined : replaceWith(place, near),
  });
}

/** A path that the compiler was given, and not one that stands in a file. */
export function rootNotRead(path: string, failure: ReadFailure): Diagnostic {
  return diagnose(check, { file: path, span: { start: 0, end: 0 } }, `\`${path}\` ${failures[failure]}`);
}

export function folderWithoutPlaybooks(path: string): Diagnostic {
  const shown = path === "" ? "." : path;
  return diagnose(
    check,
    { file: shown, span: { start: 0, end: 0 } },
    `there is no \`*.playbook\` file in \`${shown}\``,
    {
      hint: "name a file or a folder that has playbooks in it; `node_modules` and folders whose name starts with a dot are left out",
    },
  );
}

export function declaresNothing(path: string): Diagnostic {
  return diagnose(check, { file: path, span: { start: 0, end: 0 } }, `\`${path}\` declares nothing`, {
    severity: "warning",
    hint: "write a playbook in it, or delete it",
  });
}
