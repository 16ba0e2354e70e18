/** What was expected, as an author would call it. */
import type { IToken, TokenType } from "chevrotain";
import * as t from "../tokens.js";
import {
  clarifyWords,
  clauseWords,
  declarationWords,
  formatWords,
  limitWords,
  modeWords,
  scenarioLineWords,
  stepWords,
  waitClasses,
} from "../words.js";

/** `` `a`, `b` or `c` `` */
export function either(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

/** What stands in a place, by the rule that reads it. `such as` words are examples. */
const placeNouns: Readonly<Record<string, string>> = {
  item: `a declaration such as ${either(declarationWords.slice(1, 5))}`,
  file: `a declaration such as ${either(declarationWords.slice(1, 5))}`,
  clause: `a clause such as ${either([clauseWords[3], clauseWords[5]])}`,
  step: `a step such as ${either(stepWords.slice(0, 3))}`,
  togetherAsk: "an `ask`",
  generateSetting: "`prompt`, `attempts`, `offers`, `uses` or `model`",
  question: 'a question such as `market: text ask "Which market?"`',
  setting: "a setting such as `rounds 10`",
  field: "a field such as `summary: text`",
  entry: 'an entry such as `summary: "…"`',
  waitMember: "`class`, `answer`, `declinable` or `expires`",
  toolMember: "`input` or `output`",
  effectMember: "a member such as `input`, `key` or `permit`",
  scenarioLine: `a line such as ${either([scenarioLineWords[0], "expect"])}, or the name of a playbook`,
  typeTerm: "a type",
  typeUse: "a type",
  body: "`{` or `:`",
  typeDeclaration: "`{` or `=`",
  clarifiesClause: "`{` or `none`",
  resultStep: "`{` or `from`",
  reply: "what it does: `returns`, `lands`, `fails`, `refuses`, `asks` or `raises`",
  nextReply: "a value, or a verb such as `returns`",
  calleeReply: "`gives`, `is lost` or `fails`",
  calleeLine: "a value, or `gives`, `is lost` or `fails`",
  personLine: "what the person does, such as `answers` or `approves`",
  chooseLine: "the name of a playbook, or `stop`",
  expectLine: "something to expect",
  value: "a value",
  moment: "a moment",
};

/** What a name names, by the rule that reads it and, where that is not enough, the word before it. */
const nameNouns: Readonly<Record<string, string>> = {
  namespaceItem: "a name for the namespace",
  importName: "the name of a declaration",
  importItem: "the name of a declaration",
  typeDeclaration: "a name for the type",
  artifactDeclaration: "a name for the artifact",
  evidenceDeclaration: "a name for the evidence",
  verdictDeclaration: "a name for the verdict",
  "verdictDeclaration per": "the name of a fan-out's element",
  playbookDeclaration: "a name for the playbook",
  waitDeclaration: "a name for the wait",
  toolDeclaration: "a name for the tool",
  effectDeclaration: "a name for the effect",
  alias: "a name",
  "alias artifact": `a format: ${either(formatWords)}`,
  "names reads": "the name of an artifact, evidence or a verdict",
  "names outputs": "the name of an artifact",
  "names returns": "the name of evidence or a verdict",
  "names offers": "the name of a wait",
  "names uses": "the name of a tool",
  "names performs": "the name of an effect",
  "names expect": "the name of a playbook",
  admitsEntry: "the name of a playbook",
  each: "a name for the element",
  askStep: "the name of a wait",
  exhaustedClause: "the name of a wait",
  generateStep: "the name of an output or return",
  "callStep call": "the name of a tool",
  "callStep perform": "the name of an effect",
  "resultStep land": "the name of an artifact",
  "resultStep return": "the name of evidence or a verdict",
  "wordClause mode": `a mode: ${either(modeWords)}`,
  "wordClause model": "the alias of a model",
  generateSetting: "the alias of a model",
  selectClause: "`all`, `first`, `model` or a name in quotes",
  decorator: "the name of a decorator",
  segment: "the name of a field",
  field: "a name for the field",
  inputClause: "a name for the input",
  question: "a name for the answer",
  setting: "a setting",
  entry: "a name for the entry",
  path: "a name",
  waitMember: `a class: ${either(waitClasses)}`,
  runLine: "the name of a playbook",
  "calleeLine tool": "the name of a tool",
  "calleeLine effect": "the name of an effect",
  artifactLine: "the name of an artifact",
  signalLine: "the name of a wait",
  personLine: "the name of a wait",
  reply: "the name of a wait",
  subject: "the name of a playbook",
  crashLine: "the name of an event",
  suppression: "a code such as `LB4001`",
  "expectLine stopped": "a reason",
  "expectLine status": "a status",
  "expectLine waiting": "the name of a wait",
  "expectLine held-back": "the name of a playbook",
  "expectLine never": "the name of a playbook",
  "expectLine recovery": "a recovery",
  "expectLine dispatched": "the name of an effect",
};

const stringNouns: Readonly<Record<string, string>> = {
  suppression: "the reason",
  importItem: "the path of a file",
  externalSchema: "the path of a schema",
  artifactDeclaration: "a place in the workspace",
  scenarioDeclaration: "a title",
  intentClause: "the intent",
  writesClause: "a glob",
  endsClause: "a reason",
  question: "a question",
  askStep: "a question",
  promptText: "a prompt",
  moment: "a cron expression",
  "moment zone": "a time zone",
  adviseStep: "a text",
  loopLine: "a goal",
  instance: "a key",
  reply: "a reason",
  expectLine: "a path",
};

const nameTypes: ReadonlySet<TokenType> = new Set([
  t.Name,
  t.FieldKey,
  t.PathRoot,
  t.TypeName,
  t.LineName,
  t.ReplyName,
]);

/** What the rule `rule` wanted after `previous`, `head` being the first word of the whole. */
export function nounFor(
  rule: string,
  expected: readonly TokenType[],
  previous: IToken | undefined,
  head: IToken | undefined,
): string {
  const [only] = expected;
  if (only !== undefined && expected.length === 1) {
    if (nameTypes.has(only)) return pick(nameNouns, rule, previous, head) ?? "a name";
    if (only === t.String)
      return `${pick(stringNouns, rule, previous, head) ?? "a string"}${rule === "promptText" ? "" : ", in quotes"}`;
    if (only === t.Duration) return "a duration such as `40m`";
    if (only === t.Amount) return amountNoun(previous?.image ?? "");
    if (only === t.Comparison) return "a comparison such as `==`";
    return only.LABEL ?? only.name;
  }
  if (expected.includes(t.TypeName)) return "a type";
  if (rule === "operand" || rule === "expression") {
    return isPredicate(head) || previous?.tokenType === t.When ? "a predicate" : "a value";
  }
  return placeNouns[rule] ?? labels(expected);
}

function amountNoun(setting: string): string {
  if (setting === "duration" || setting === "deadline") return "a duration such as `40m`";
  return [...limitWords, ...clarifyWords].some((word) => word === setting)
    ? "a whole number"
    : "a number or a duration";
}

/** What stands where the rule `rule` begins. */
export function placeNoun(rule: string): string {
  return placeNouns[rule] ?? "something else";
}

function pick(
  nouns: Readonly<Record<string, string>>,
  rule: string,
  previous: IToken | undefined,
  head: IToken | undefined,
): string | undefined {
  return nouns[`${rule} ${previous?.image}`] ?? nouns[`${rule} ${head?.image}`] ?? nouns[rule];
}

function isPredicate(head: IToken | undefined): boolean {
  return head?.tokenType === t.Requires || head?.tokenType === t.Until || head?.tokenType === t.Expect;
}

function labels(expected: readonly TokenType[]): string {
  const all = [...new Set(expected.map((type) => type.LABEL ?? type.name))];
  if (all.length === 0) return "something else";
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
