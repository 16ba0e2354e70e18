import { describe, expect, it } from "vitest";
import { parse, parseTemplate, type Template, walk } from "../../grammar/index.js";
import { messages, readClause, readSteps, shapeOf } from "../support/reading.js";

function promptOf(text: string): Template {
  const { prompt } = readClause("prompt", `prompt ${text}`);
  if (prompt.kind !== "template") throw new Error(text);
  return prompt;
}

/** The holes of a file as they are written. */
function holesIn(text: string): readonly string[] {
  const { file, diagnostics } = parse("a.playbook", text);
  expect(diagnostics).toEqual([]);
  const holes: string[] = [];
  walk(file, (node) => {
    if (node.kind === "hole") {
      holes.push(text.slice(node.span.start, node.span.end));
      holes.push(text.slice(node.expression.span.start, node.expression.span.end));
    }
  });
  return holes;
}

describe("interpolation", () => {
  it.each([
    ['"a {{ b }} c"', '(template "a " b " c")'],
    ['"{{b}}{{ c.d ?? \\"none\\" }}"', '(template b (?? c.d "none"))'],
    ['"{{{{ b }}"', '(template "{{ b }}")'],
    ['"{{{{{{ b }}"', '(template "{{" b)'],
    ['"}} {"', '(template "}} {")'],
    ['"\\u007b\\u007b b }}"', "(template b)"],
    ['"{{ { a: { b: 1 } } }}"', "(template {a: {b: 1}})"],
    ['"{{{ a: 1 }}}"', "(template {a: 1})"],
    ['"{{ f(a[\\"}}\\"]) }}"', '(template (f a["}}"]))'],
    ['""', "(template )"],
    ['"""\n    a\n      {{ b }}\n    """', '(template "a\\n  " b)'],
    ['"""\n  {{\n    a\n      ?? "x"\n  }}\n  """', '(template (?? a "x"))'],
  ])("[L-20] %j is %s", (text, shape) => {
    expect(shapeOf(promptOf(text))).toBe(shape);
  });

  it("[L-20] a hole is spanned exactly, whatever the escapes and the indentation before it", () => {
    expect(
      holesIn(
        'playbook p {\n  prompt """\r\n      Über {{ a.b }}\r\n        {{\n      c }}\n      """\n' +
          '  do { advise "\\t\\"é\\u00e9 {{ d ?? \\"x\\" }}\\n {{e}}" }\n}',
      ),
    ).toEqual([
      "{{ a.b }}",
      "a.b",
      "{{\n      c }}",
      "c",
      '{{ d ?? \\"x\\" }}',
      'd ?? \\"x\\"',
      "{{e}}",
      "e",
    ]);
  });

  it("[L-20] a fault in a hole is told at its place in the file", () => {
    const text = 'playbook p { do { advise "\\"quoted\\" {{ a ?? }}" } }';
    const [fault] = parse("a.playbook", text).diagnostics;
    expect(fault?.message).toBe("expected a value after `??`");
    expect(text.slice(fault?.place.span.start, fault?.place.span.end)).toBe("??");
  });

  it.each([
    ["x {{ }}", "LB1001 expected a value between `{{` and `}}`"],
    ["x {{ y", "LB1012 `{{` is never closed in this text"],
    ["{{ x | upper }}", "LB1001 unexpected `|` after `x`"],
    ["{{ x y }}", "LB1001 unexpected `y` after `x`"],
    ["{{ 3days }}", "LB1006 `3days` has a unit that is spelled out"],
    ["{{ a // b }}", "LB1009 `//` means nothing here"],
  ])("[L-20] %s is one fault", (text, message) => {
    expect(messages(`playbook p { prompt """${text}""" }`)).toEqual([message]);
  });

  it("[L-42] prompts, questions, advice and step values interpolate", () => {
    const steps = readSteps(
      'ask W "{{ a }}" advise "{{ a }}" call t { x: "{{ a }}" y: ["{{ a }}"] z: { q: "plain" r: "{{{{" } }\n' +
        'land b { x: "{{ a }}" } return v from "{{ a }}"',
    );
    expect(
      steps.map((step) => {
        switch (step.kind) {
          case "ask":
            return shapeOf(step.question);
          case "advise":
            return shapeOf(step.text);
          case "call":
            return step.arguments.map(({ value }) => shapeOf(value)).join(" ");
          case "land":
          case "return":
            return shapeOf(step.value);
          default:
            return step.kind;
        }
      }),
    ).toEqual([
      "(template a)",
      "(template a)",
      '(template a) [(template a)] {q: "plain" r: "{{"}',
      "{x: (template a)}",
      "(template a)",
    ]);
    const { questions } = readClause("interview", 'interview { q: text ask "{{ a }}" }');
    expect(questions.map(({ question }) => shapeOf(question))).toEqual(["(template a)"]);
  });

  it("[L-42] intents, places, globs, reasons and predicates do not", () => {
    expect(readClause("intent", 'intent "{{ a }}"').text.text).toBe("{{ a }}");
    expect(readClause("writes", 'writes "{{ a }}", "b"').globs.map(({ text }) => text)).toEqual([
      "{{ a }}",
      "b",
    ]);
    const [step] = readSteps('advise "x" when a == "{{ b }}"');
    expect(step?.when === undefined ? "" : shapeOf(step.when)).toBe('(== a "{{ b }}")');
  });

  it("[L-20] a file of its own is a template without escapes, in which CRLF is LF", () => {
    const text = 'One \\n\r\n  {{ a }}\r\n{{{{ {{ b.c ?? "x" }}';
    const { template, diagnostics } = parseTemplate("p.md", text);
    expect(diagnostics).toEqual([]);
    expect(shapeOf(template)).toBe(String.raw`(template "One \\n\n  " a "\n{{ " (?? b.c "x"))`);
    const written = template.parts.map(({ span }) => text.slice(span.start, span.end));
    expect(written.join("")).toBe(text);
  });
});
