/** Words that authors try, by what they call the thing elsewhere, and what it is called here. */
import type { EntryRule } from "../parser.js";

const synonyms: Partial<Readonly<Record<EntryRule, Readonly<Record<string, readonly string[]>>>>> = {
  item: {
    type: ["interface", "class", "struct", "record", "schema", "enum", "model"],
    artifact: ["document", "file"],
    evidence: ["fact", "facts", "finding", "findings", "knowledge"],
    verdict: ["decision", "judgement", "judgment", "assessment"],
    playbook: ["agent", "workflow", "flow", "task", "job", "pipeline", "process", "procedure"],
    tool: ["function", "fn", "def", "func"],
    scenario: ["test", "spec", "describe"],
    wait: ["signal", "question"],
  },
  clause: {
    intent: ["description", "desc", "purpose", "summary", "title"],
    input: ["inputs", "param", "params", "parameter", "parameters", "arg", "args"],
    interview: ["questions", "asks"],
    requires: ["needs", "when", "if", "precondition", "depends"],
    outputs: ["produces", "creates", "lands", "artifacts"],
    returns: ["result", "results", "yields"],
    admits: ["members", "children", "includes", "playbooks"],
    until: ["goal", "done"],
    limits: ["budget", "ceilings"],
    uses: ["tools"],
    performs: ["effects"],
    prompt: ["instructions", "system", "template"],
    do: ["steps", "run", "body"],
  },
  step: {
    ask: ["question", "input"],
    together: ["parallel", "all"],
    generate: ["prompt", "llm", "complete"],
    call: ["invoke", "use", "tool"],
    perform: ["effect", "execute"],
    land: ["write", "save", "output"],
    advise: ["notify", "say", "log", "print", "tell"],
  },
  scenarioLine: {
    run: ["start", "begin"],
    expect: ["assert", "check", "should", "verify", "ensure"],
    after: ["sleep", "advance", "later"],
    person: ["user", "human", "someone"],
  },
};

/** What a word was meant to be where a unit of that rule begins. */
export function synonymOf(rule: EntryRule, word: string): string | undefined {
  const meant = Object.entries(synonyms[rule] ?? {}).find(([, words]) => words.includes(word.toLowerCase()));
  return meant?.[0];
}
