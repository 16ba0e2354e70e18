import { describe, expect, it } from "vitest";
import { check, checkProgram, compile, memoryHost, parse } from "../../compiler/index.js";

/** What JavaScript lets through, where no type is in the way. */
const loose: {
  readonly [name: string]: (...given: readonly unknown[]) => Promise<unknown>;
} = Object.fromEntries(
  Object.entries({ check, compile, checkProgram }).map(([name, call]) => [
    name,
    (...given) => Reflect.apply(call, undefined, [...given]),
  ]),
);

describe.each(Object.entries(loose))("`%s` called from JavaScript", (_name, call) => {
  const host = memoryHost({ "a.playbook": "/// What was found.\nevidence found\n" });

  it.each([
    [["a.playbook"]],
    [undefined],
    [{ "a.playbook": "/// What was found.\nevidence found\n" }],
    ["a.playbook"],
  ])("asks for a host where it gets %j", async (given) => {
    await expect(call(given, ["a.playbook"])).rejects.toThrow(
      new TypeError(
        "the first argument has to be a host: `memoryHost(files)`, or `nodeHost(folder)` of `laban/node`",
      ),
    );
  });

  it.each([["a.playbook"], [undefined], [[1]]])(
    "reads no letters where it gets %j for paths",
    async (given) => {
      await expect(call(host, given)).rejects.toThrow(
        new TypeError(
          'the second argument has to be an array of paths, as in `["a.playbook"]`; `[""]` is the whole project',
        ),
      );
    },
  );

  it("takes an array of paths", async () => {
    expect(await call(host, ["a.playbook"])).toMatchObject({ diagnostics: [] });
    expect(await call(host, [""])).toMatchObject({ diagnostics: [] });
  });
});

describe("`memoryHost` called from JavaScript", () => {
  it.each([["a.playbook"], [["a.playbook"]], [undefined], [null]])("refuses %j", (given) => {
    expect(() => Reflect.apply(memoryHost, undefined, [given])).toThrow(
      new TypeError('`memoryHost` takes an object of texts by path: `{ "a.playbook": text }`'),
    );
  });

  it("refuses what is no text, and names it", () => {
    expect(() => Reflect.apply(memoryHost, undefined, [{ "a.playbook": { text: "" } }])).toThrow(
      new TypeError("`memoryHost` takes texts or bytes, and `a.playbook` is neither"),
    );
  });
});

it("the grammar's parser is there for tools", () => {
  const { file, diagnostics } = parse("a.playbook", "/// What was found.\nevidence found\n");
  expect(diagnostics).toEqual([]);
  expect(file.declarations.map(({ kind, name }) => [kind, name.text])).toEqual([["evidence", "found"]]);
});
