/** The words of the language by the place where they stand, for messages, completion and docs. */

export const declarationWords = [
  "type",
  "artifact",
  "evidence",
  "verdict",
  "playbook",
  "wait",
  "tool",
  "effect",
  "scenario",
  "import",
  "namespace",
] as const;

export const clauseWords = [
  "intent",
  "input",
  "interview",
  "requires",
  "reads",
  "outputs",
  "returns",
  "writes",
  "once",
  "admits",
  "until",
  "ends",
  "limits",
  "clarifies",
  "offers",
  "uses",
  "performs",
  "on",
  "mode",
  "key",
  "model",
  "select",
  "prompt",
  "do",
] as const;

export const stepWords = [
  "ask",
  "together",
  "generate",
  "call",
  "perform",
  "land",
  "return",
  "advise",
] as const;

export const generateWords = ["prompt", "attempts", "offers", "uses", "model"] as const;

export const waitWords = ["class", "answer", "declinable", "expires"] as const;
export const toolWords = ["input", "output"] as const;
export const effectWords = [
  "input",
  "output",
  "key",
  "irreversible",
  "lookup",
  "permit",
  "approve",
  "refuse",
  "terminate",
] as const;

export const limitWords = [
  "rounds",
  "lanes",
  "duration",
  "deadline",
  "attempts",
  "tokens",
  "failures",
] as const;
export const clarifyWords = ["rounds", "questions"] as const;
export const loopWords = ["rounds", "lanes"] as const;

export const scenarioLineWords = [
  "run",
  "loop",
  "tool",
  "effect",
  "artifact",
  "choose",
  "person",
  "signal",
  "after",
  "crash",
  "expect",
] as const;
export const replyWords = ["returns", "lands", "fails", "refuses", "asks", "raises"] as const;
export const calleeReplyWords = ["gives", "is", "fails"] as const;
export const personWords = [
  "answers",
  "declines",
  "cancels",
  "approves",
  "retries",
  "resumes",
  "clarifies",
  "reviews",
] as const;
export const expectWords = [
  "rounds",
  "stopped",
  "status",
  "waiting",
  "held-back",
  "order",
  "never",
  "recovery",
  "written",
  "dispatched",
] as const;

/** Words that are read as themselves at the start of a value or predicate; in backticks they are names (`[L-3]`). */
export const valueWords = [
  "landed",
  "delivered",
  "absent",
  "stale",
  "every",
  "some",
  "not",
  "and",
  "or",
  "in",
  "contains",
  "true",
  "false",
  "null",
] as const;

export const decoratorWords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "examples",
  "deprecated",
] as const;

export const formatWords = ["json", "yaml", "markdown", "text"] as const;
export const modeWords = ["reject", "queue", "replace", "parallel"] as const;
export const selectWords = ["all", "first", "model"] as const;
export const waitClasses = ["intervention", "signal", "schedule"] as const;
