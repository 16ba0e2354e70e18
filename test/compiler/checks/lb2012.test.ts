import { describe, expect, it } from "vitest";
import { told } from "./diagnosed.js";

const playbook = (steps: string, clauses = "", more = ""): string => `
tool fetch { input { token: string } output { amount: number } }
artifact statement at "statement.md"
${more}
playbook statement-write {
  intent "Write the statement"
  input token: secret
  ${clauses}
  outputs statement
  do {
    call fetch { token: token } as found
    ${steps}
  }
}
`;
const written = 'generate statement { prompt "It is {{ found.amount }}." }';

describe("LB2012 secret-let-out", () => {
  it("[R-13] lets a secret go to a tool and to an effect, in a text too", async () => {
    const source = playbook(
      `perform pay { token: token, note: "Bearer {{ token }}" }\n${written}`,
      "performs pay",
      "effect pay { input { token: secret  note: string } output { receipt: string } key note }",
    );
    expect(await told(source)).toEqual([]);
  });

  it.each([
    [
      "a prompt",
      'generate statement { prompt "Use {{ token }}, {{ found.amount }}." }',
      "would be shown to a model",
    ],
    ["a question", `ask Approval "Is {{ token }} right?"\n${written}`, "would be shown to whoever is asked"],
    ["a notice", `advise "It is {{ token }}."\n${written}`, "would be shown in a notice"],
    ["a landing", "land statement from token", "would be kept in a result"],
    ["a landing with a fallback", 'land statement from token ?? "none"', "would be kept in a result"],
  ])("[R-13] refuses a secret in %s", async (_, steps, why) => {
    const imports = steps.includes("Approval") ? 'import { Approval } from "std:waits"' : "";
    expect(await told(playbook(steps, "", imports))).toEqual([`LB2012 «token» the secret \`token\` ${why}`]);
  });

  it("[R-13] refuses it once in a prompt that makes several results", async () => {
    const source = `
artifact statement at "statement.md"
evidence notes
playbook statement-write {
  intent "Write the statement"
  input token: secret
  outputs statement
  returns notes
  prompt "Use {{ token }}."
}
`;
    expect(await told(source)).toEqual(["LB2012 «token» the secret `token` would be shown to a model"]);
  });

  it("[R-13] finds it in a prompt's file", async () => {
    const files = {
      "main.playbook": `
artifact statement at "statement.md"
playbook statement-write {
  intent "Write the statement"
  input token: secret
  outputs statement
  prompt file "./prompt.md"
}
`,
      "prompt.md": "Use {{ token }}.\n",
    };
    expect(await told(files)).toEqual(["LB2012 «token» the secret `token` would be shown to a model"]);
  });

  it("[R-13] refuses it as a key and in the place of what is landed", async () => {
    expect(await told(playbook(written, "key token"))).toEqual([
      "LB2012 «token» the secret `token` would be kept as the run's key",
    ]);
    expect(await told(playbook(written).replace("statement.md", "{token}.md"))).toEqual([
      "LB2012 «statement» the secret `token` would be kept in the path `{token}.md`",
    ]);
  });

  it.each([
    ["an artifact", 'artifact kept at "kept.json" { token: secret }', "secret", "`kept`"],
    ["an inner field", 'artifact kept at "kept.json" { all: { token?: secret }[] }', "secret", "`kept`"],
    ["a verdict", "verdict kept { token: secret }", "secret", "`kept`"],
    ["a tool's output", "tool kept { output { token: secret } }", "secret", "`kept`"],
  ])("[R-13] refuses the type in %s", async (_, declaration, at, owner) => {
    const lines = await told(
      `${declaration}\nplaybook p { intent "Go" uses kept do { advise "Go." } }`.replace(
        declaration.startsWith("tool") ? "" : "uses kept ",
        "",
      ),
    );
    expect(lines).toEqual([`LB2012 «${at}» a secret would be kept in ${owner}`]);
  });

  it("[R-13] refuses it in an answer, an interview, a question's fields and a value made on the way", async () => {
    const source = `
wait Login { class intervention answer secret }
artifact draft at "draft.md"
playbook p {
  intent "Go"
  interview { password: secret ask "Which password?" }
  outputs draft
  do {
    ask Login "Which?" { password: secret }
    generate made: secret { prompt "Make one up." }
    land draft from "Done."
  }
}
`;
    expect(await told(source)).toEqual([
      "LB2012 «secret» a secret would be kept in `Login`",
      "LB2012 «secret» a secret would be kept in `p`",
      "LB2012 «secret» a secret would be kept in `p`",
      "LB2012 «secret» a secret would be kept in `p`",
    ]);
  });

  it("[R-13] follows names, and tells where they are used", async () => {
    const source = `
type Token = secret
type Login { user: string  token: Token }
artifact kept at "kept.json" { login: Login }
playbook p { intent "Go" input token: Token do { call fetch { token: token } } }
tool fetch { input { token: Token } }
`;
    expect(await told(source)).toEqual([
      "LB2012 «Login» `Login`, which holds a secret, would be kept in `kept`",
    ]);
  });

  it.each(["secret[]", "{ token: secret }", "secret | null"])(
    "[R-13] wants a secret to be an input of its own, not `%s`",
    async (type) => {
      const source = `playbook p { intent "Go" input login: ${type} do { advise "Go." when not absent login } }`;
      expect(await told(source)).toEqual(["LB2012 «secret» a secret stands inside another type"]);
    },
  );

  it("[R-13] takes a default that names where it is kept, and refuses the secret itself", async () => {
    const source = (value: string): string =>
      playbook(written).replace("token: secret", `token: secret = ${value}`);
    expect(await told(source('"env:BANK_TOKEN"'))).toEqual([]);
    expect(await told(source('"hunter2"'))).toEqual([
      'LB2012 «"hunter2"» the secret `token` itself stands here',
    ]);
  });
});
