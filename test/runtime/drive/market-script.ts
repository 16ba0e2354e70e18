/** Replies for the market analysis: a tool call and an answer that does not fit among them. */
export const marketScript = `
playbooks:
  market-research:
    - calls: [{ tool: web-search, input: { query: competitors } }]
    - "Competitors: 140 bakeries."
    - returns: "Buyers: households, offices."
  market-evidence-adequacy:
    - returns: { verdict: thin, gaps: [buyers] }
    - says: "adequate, I think"
    - returns: { verdict: adequate, gaps: [] }
  market-snapshot-produce:
    - lands: { summary: A dense market., segments: [households, offices] }
tools:
  web-search:
    - { gives: { results: ["140"] } }
`;

export const marketRun = {
  playbook: "top_down.market-analysis",
  inputs: { brief: "Bakeries in Lyon" },
} as const;
