/** The links of a page of Markdown, those in code left out. */
export function linksIn(page: string): readonly string[] {
  const prose = page.replaceAll(/```[\s\S]*?```/g, "").replaceAll(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}
