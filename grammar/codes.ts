/**
 * What each code of a text-level fault means: the compiler registers these beside its own checks. `bad` is reported
 * with the code and no other; `good` is without fault.
 */
import type { SyntaxCode } from "./fault.js";

export interface SyntaxCheck {
  readonly code: SyntaxCode;
  /** kebab-case */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  readonly bad: string;
  readonly good: string;
  /** How the bad example is to be written to bytes; UTF-8 where absent. */
  readonly encoding?: "latin1";
  /** How often the bad example has to be repeated. */
  readonly times?: number;
}

export const syntaxChecks: readonly SyntaxCheck[] = [
  {
    code: "LB1001",
    name: "syntax",
    summary: "something stands where something else was expected",
    why: "What does not follow the grammar cannot be read. The message says what was expected, and what was found instead. The declarations around it are checked all the same, and nothing is said about what merely follows from the fault.",
    fix: "Write what was expected, or take out what does not belong there. Many of these faults have a fix.",
    bad: `/// The plan.
artifact plan "plan.json" { title: text }
`,
    good: `/// The plan.
artifact plan at "plan.json" { title: text }
`,
  },
  {
    code: "LB1002",
    name: "not-closed",
    summary: "a string, a comment or a name in backticks is not closed",
    why: 'All that follows would be taken for its text. A string in `"` ends on its line; a text of several lines stands between `"""` and `"""`.',
    fix: "Close it.",
    bad: `/// Greets.
playbook greeting {
  intent "Greet
  outputs text-of-greeting
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
    good: `/// Greets.
playbook greeting {
  intent "Greet"
  outputs text-of-greeting
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
  },
  {
    code: "LB1003",
    name: "escape",
    summary: "an escape that strings do not have",
    why: 'Strings have the escapes of JSON: `\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t` and `\\u` with four digits. A backslash before anything else is most often a regular expression whose backslash has to be doubled; to guess would change what it matches.',
    fix: "Double the backslash. Half of a character (a lone surrogate) has to be written whole.",
    bad: `/// The plan.
artifact plan at "plan.json" { version: string @pattern("^\\d+$") }
`,
    good: `/// The plan.
artifact plan at "plan.json" { version: string @pattern("^\\\\d+$") }
`,
  },
  {
    code: "LB1004",
    name: "not-utf-8",
    summary: "a file that is not UTF-8",
    why: "Playbooks are UTF-8, whatever machine they were written on; a byte-order mark is skipped. The message names the first byte that belongs to no character, or the encoding that the file seems to have.",
    fix: "Save the file as UTF-8.",
    bad: `/// The menu of the café.
artifact menu at "menu.txt"
`,
    good: `/// The menu of the café.
artifact menu at "menu.txt"
`,
    encoding: "latin1",
  },
  {
    code: "LB1005",
    name: "look-alike",
    summary: "a character that cannot be seen, or that passes for another",
    why: "A Cyrillic `а` is not a Latin `a`, and a right-to-left mark makes text read otherwise than it is run. Both can hide what a playbook does from whoever reviews it, and so they may stand in strings and comments only.",
    fix: "Write the character that it looks like, or take it out.",
    bad: `/// What was found.
evidence m\u0430rket-evidence
`,
    good: `/// What was found.
evidence market-evidence
`,
  },
  {
    code: "LB1006",
    name: "number",
    summary: "a number or a duration that is not one",
    why: "A number is written like `3`, `-1`, `1.5`, `1e3` or `10_000`, and is held exactly. A duration is made of whole numbers with the units `w`, `d`, `h`, `m`, `s` and `ms`, from the largest to the smallest, each once.",
    fix: "Write it so; where the meaning is clear there is a fix.",
    bad: `/// Greets.
playbook greeting {
  intent "Greet"
  outputs text-of-greeting
  limits { duration 1.5h }
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
    good: `/// Greets.
playbook greeting {
  intent "Greet"
  outputs text-of-greeting
  limits { duration 1h30m }
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
  },
  {
    code: "LB1007",
    name: "too-deep",
    summary: "brackets, or other things that nest, go too deep",
    why: "What is nested a hundred levels deep was not written by a person, and would exhaust the stack of every program that reads it.",
    fix: "Give the inner part a name of its own.",
    bad: `/// Far too deep.
type Deep = ${"(".repeat(101)}string${")".repeat(101)}
`,
    good: `/// A list of names.
type Names = (string @minLength(1))[]

/// Who came.
artifact guests at "guests.json": Names
`,
  },
  {
    code: "LB1008",
    name: "too-large",
    summary: "a file of more than 8 MB, or of more than 1 500 000 words and marks",
    why: "Files so large are not playbooks: most often one was given by mistake. They are refused before they are read.",
    fix: "Spread the declarations over several files.",
    bad: `/// The plan, and after it eight megabytes more.
artifact plan at "plan.json" { title: text }
`,
    good: `/// The plan.
artifact plan at "plan.json" { title: text }
`,
    times: 100_000,
  },
  {
    code: "LB1009",
    name: "unknown-character",
    summary: "a character, or a mark of another language, that means nothing here",
    why: "There is no arithmetic, nothing ends with `;`, comments begin with `//`, strings stand in double quotes, names are made of ASCII letters, digits, `_` and `-`, and `and`, `or` and `not` are words.",
    fix: "Take it out, or write what the message names.",
    bad: `/// The plan.
artifact plan at 'plan.json' { title: text }
`,
    good: `/// The plan.
artifact plan at "plan.json" { title: text }
`,
  },
  {
    code: "LB1010",
    name: "brackets",
    summary: "a bracket that is never closed, or one that closes nothing",
    why: "Where a bracket is missing, the indentation tells which one: declarations begin at the left, and what stands in their braces is deeper. What follows is read on that ground.",
    fix: "Add the bracket that is missing, or take out the one too many.",
    bad: `/// Greets.
playbook greeting {
  intent "Greet"
  outputs text-of-greeting
  prompt "Say hello."

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
    good: `/// Greets.
playbook greeting {
  intent "Greet"
  outputs text-of-greeting
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
  },
  {
    code: "LB1011",
    name: "chained-comparison",
    summary: "a comparison of a comparison",
    why: "`1 < n < 3` compares the outcome of `1 < n`, which is true or false, with 3: never what was meant.",
    fix: "Join two comparisons with `and`.",
    bad: `/// Greets.
playbook greeting {
  intent "Greet"
  input age: integer
  requires 5 < age < 18
  outputs text-of-greeting
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
    good: `/// Greets.
playbook greeting {
  intent "Greet"
  input age: integer
  requires 5 < age and age < 18
  outputs text-of-greeting
  prompt "Say hello."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
  },
  {
    code: "LB1012",
    name: "interpolation",
    summary: "a `{{` in a text without its `}}`",
    why: 'In prompts, questions, advice and the values of steps `{{ }}` holds an expression. Without its end the rest of the text would belong to it. In a string in `"`, a quote inside ends the string unless it is escaped.',
    fix: "Close it with `}}`, or write `{{{{` for the braces themselves.",
    bad: `/// Greets.
playbook greeting {
  intent "Greet"
  input person: string
  outputs text-of-greeting
  prompt "Say hello to {{ person."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
    good: `/// Greets.
playbook greeting {
  intent "Greet"
  input person: string
  outputs text-of-greeting
  prompt "Say hello to {{ person }}."
}

/// The greeting.
artifact text-of-greeting at "greeting.txt"
`,
  },
];
