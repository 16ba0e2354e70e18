import { describe, expect, it } from "vitest";
import { diagnosed, mended, told } from "./diagnosed.js";

const playbook = (steps: string, answer = "text"): string => `
wait Wish { class intervention answer ${answer} declinable }
artifact plan at "plan.md"
${steps.includes("Name") ? "wait Name { class intervention answer text }" : ""}
${steps.includes("look") ? "tool look { input { q: string  n?: integer } }" : ""}
playbook plan-write {
  intent "Write the plan"
  outputs plan
  do {
    ask Wish "What do you wish?" as wish
    ${steps}
  }
}
`;
const generate = (text: string, when = ""): string => `generate plan { prompt """${text}""" } ${when}`;
const declined = (text: string): string =>
  `LB6002 «${text}» \`wish\` may be declined, and there is no answer to use then`;

describe("LB6002 declined-answer", () => {
  it("[L-23] wants a fallback where a declinable answer is interpolated", async () => {
    expect(await told(playbook(generate("{{ wish }}")))).toEqual([declined("wish")]);
    expect(await told(playbook(generate('{{ wish ?? "none" }}')))).toEqual([]);
  });

  it("[L-23] wants it for a part of the answer, once", async () => {
    const answer = "{ place: text  budget?: integer }";
    expect(await told(playbook(generate("{{ wish.place }}, {{ wish.budget }}"), answer))).toEqual([
      declined("wish.place"),
      declined("wish.budget"),
    ]);
    expect(await told(playbook(generate('{{ wish.place ?? "-" }}, {{ wish.budget ?? 0 }}'), answer))).toEqual(
      [],
    );
  });

  it("[L-23] is content where the step is taken only after an answer", async () => {
    const steps = (when: string): string => `advise "{{ wish }}" ${when}\n${generate("x")}`;
    expect(await told(playbook(steps("when not wish.declined")))).toEqual([]);
    expect(await told(playbook(steps('when not wish.declined and wish == "sun"')))).toEqual([]);
    expect(await told(playbook(steps('when wish == "sun"')))).toEqual([]);
    expect(await told(playbook(steps("when wish.declined")))).toEqual([declined("wish")]);
    expect(await told(playbook(steps('when not wish.declined or wish == "sun"')))).toEqual([]);
    expect(await told(playbook(steps("when not (wish.declined and true)")))).toEqual([declined("wish")]);
  });

  it("[L-23] knows that an optional part may be missing all the same", async () => {
    const source = playbook(
      `advise "{{ wish.budget }}" when not wish.declined\n${generate("x")}`,
      "{ budget?: integer }",
    );
    expect(await told(source)).toEqual(["LB2011 «wish.budget» `wish.budget` may be unavailable here"]);
  });

  it("[L-23] wants it where the answer is an argument", async () => {
    const source = playbook(`call look { q: wish }\n${generate("x")}`);
    expect(await told(source)).toEqual([declined("wish")]);
    const [diagnostic] = await diagnosed(source);
    expect(diagnostic).toMatchObject({
      hint: "write `?? …` behind it, or `when not wish.declined` behind the step",
      related: [{ message: "it is asked here, and may be declined" }],
    });
    expect(diagnostic).not.toHaveProperty("fix");
  });

  it("[L-23] says nothing of answers that nobody may decline, of `.declined` itself and of conditions", async () => {
    expect(
      await told(
        playbook(
          `ask Name "Who are you?" as who\n${generate('{{ who }} {{ wish.declined }} {{ wish ?? "" }}')}`,
        ),
      ),
    ).toEqual([]);
    expect(await told(playbook(`advise "Sun!" when wish == "sun"\n${generate("x")}`))).toEqual([]);
  });

  it("[L-20] calls an answer that was not asked for in every case unavailable, as before", async () => {
    const source = playbook(`ask Name "Who?" as who when wish == "sun"\n${generate("{{ who }}")}`);
    expect(await told(source)).toEqual(["LB2011 «who» `who` may be unavailable here"]);
  });

  it("[L-34] says nothing of the answer to a wait that is not known", async () => {
    const source = playbook(`ask Nam "Who?" as who\n${generate('{{ who }} {{ wish ?? "" }}')}`);
    expect((await told(source)).map((line) => line.slice(0, 6))).toEqual(["LB6001"]);
  });

  it("[L-23] writes a fallback", async () => {
    expect(await mended(playbook(generate("{{ wish }}")))).toBe(playbook(generate('{{ wish ?? "none" }}')));
    expect(await mended(playbook('generate plan { prompt "{{ wish }}" }'))).toBe(
      playbook(String.raw`generate plan { prompt "{{ wish ?? \"none\" }}" }`),
    );
  });
});
