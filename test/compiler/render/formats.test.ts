import { describe, expect, it } from "vitest";
import type { Report } from "../../../compiler/render/format.js";
import { formats } from "../../../compiler/render/index.gen.js";
import { faulty, loaded, reportOf } from "./reported.js";

/** A finding whose every text is somebody else's. */
function hostile(message: string, file = "a.playbook"): Report {
  return {
    diagnostics: [
      {
        code: "LB2001",
        severity: "error",
        message,
        place: { file, span: { start: 0, end: 1 } },
        related: [{ place: { file, span: { start: 0, end: 1 } }, message }],
        hint: message,
        fix: { title: message, safe: true, edits: [{ file, span: { start: 0, end: 1 }, text: message }] },
      },
    ],
    files: new Map([[file, message]]),
    prefix: "",
  };
}

const project = { "a.playbook": faulty, "b/clean.playbook": '/// R.\nartifact r at "r.md"\n' };

describe("a format", () => {
  it("is what the registry says of it", async () => {
    for (const { name, summary } of formats) expect(await loaded(name)).toMatchObject({ name, summary });
  });

  it.each(formats.map(({ name }) => name))("%s copes with no finding and with no text", async (name) => {
    const { render } = await loaded(name);
    expect(render({ diagnostics: [], files: new Map(), prefix: "" })).toMatch(/^$|\n$/);
    const { diagnostics } = hostile("gone", "");
    expect(render({ diagnostics, files: new Map(), prefix: "" })).toMatch(/gone[^]*\n$/);
  });

  it.each(["github", "junit"] as const)(
    "%s tells all of it, from the top of the repository",
    async (name) => {
      const { render } = await loaded(name);
      await expect(render(await reportOf(project, "agents/"))).toMatchFileSnapshot(`golden/${name}.txt`);
    },
  );
});

describe("annotations of GitHub Actions", () => {
  it("take no text for a command, a property or a line of their own", async () => {
    const { render } = await loaded("github");
    const text = render(hostile("100%\r\n::set-env name=X::y\u001b[31m", "a,b:c%.playbook"));
    expect(text.split("\n")).toHaveLength(2);
    expect(text).toBe(
      "::error file=a%2Cb%3Ac%25.playbook,line=1,endLine=1,col=1,endColumn=2,title=LB2001::" +
        "a,b:c%25.playbook:1:1: LB2001 100%25<U+000D>%0A::set-env name=X::y<U+001B>[31m%0A" +
        "hint: 100%25<U+000D>%0A::set-env name=X::y<U+001B>[31m\n",
    );
  });

  it("have no columns where more than one line is meant, and no file where the folder is", async () => {
    const { render } = await loaded("github");
    const [first] = hostile("x").diagnostics;
    const place = { file: "a.playbook", span: { start: 0, end: 3 } };
    const files = new Map([["a.playbook", "a\nb\n"]]);
    expect(render({ diagnostics: [{ ...first!, place }], files, prefix: "" })).toMatch(
      /^::error file=a\.playbook,line=1,endLine=2,title=LB2001::/,
    );
    expect(render({ ...hostile("x", ""), files: new Map() })).toMatch(/^::error title=LB2001::/);
  });
});

describe("a report of tests", () => {
  it("is well-formed whatever was written", async () => {
    const { render } = await loaded("junit");
    const text = render(hostile(`<a href="x">]]>&\u0000\u001b\ud800\uffff</a>\nb`, `"<&>.playbook`));
    // oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/);
    expect(text.replaceAll(/<\/?[\w-]+(?: [\w-]+="[^"<]*")*\/?>|<\?xml[^>]*\?>/g, "")).not.toMatch(/[<>]/);
    expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#10;)/);
  });

  it("names a test the same where lines move", async () => {
    const { render } = await loaded("junit");
    const names = (text: string): readonly string[] =>
      [...text.matchAll(/ name="([^"]*)"/g)].map(([, n]) => n!);
    const before = render(await reportOf({ "a.playbook": faulty }));
    const after = render(await reportOf({ "a.playbook": `// A note.\n\n${faulty}` }));
    expect(after).not.toBe(before);
    expect(names(after)).toEqual(names(before));
  });
});
