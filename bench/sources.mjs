// Sources of like size and density in three languages: declarations with docs, fields and references, repeated under other
// names until a size is reached.

/** @param {number} i */
const playbook = (i) => `
/// What work ${i} has found so far.
evidence found-${i}

/// Landed once the evidence of work ${i} carries it.
artifact report-${i} at "reports/${i}.json" {
  summary: text
  segments: string[] @minItems(1)
  score: number @minimum(0) @maximum(100)
}

verdict enough-${i} {
  verdict: "adequate" | "thin"
  gaps: string[]
}

playbook work-${i} {
  intent "Understand subject ${i} well enough to decide on it"
  input brief: text

  admits write-${i}, search-${i}, judge-${i}
  until landed report-${i}
  limits { rounds 10  duration 40m }
}

playbook write-${i} {
  intent "Write report ${i}"
  requires enough-${i}.verdict == "adequate"
  outputs report-${i}

  prompt """
    Write the report from this evidence:

    {{ found-${i} }}
    """
}

playbook search-${i} {
  intent "Find evidence where it is thin"
  input brief: text
  returns found-${i}

  prompt "Research {{ brief }}. Gaps named so far: {{ enough-${i}.gaps ?? \\"none\\" }}"
}

playbook judge-${i} {
  intent "Judge whether the evidence is enough"
  requires found-${i}
  returns enough-${i}

  prompt "Is this evidence enough? Name what is missing. {{ found-${i} }}"
}
`;

/** @param {number} i */
const graphql = (i) => `
"""
What work ${i} has found so far.
"""
type Found${i} implements Node & Entity @key(fields: "id") {
  id: ID!
  author: String!
  round: Int! @deprecated(reason: "use lane")
  text(first: Int = 10, after: String): [String!]!
}

"""
Landed once the evidence of work ${i} carries it.
"""
type Report${i} {
  summary: String!
  segments: [String!]!
  score: Float!
  found: [Found${i}!]! @list(min: 1)
}

enum Enough${i} {
  ADEQUATE
  THIN
}

input Work${i}Input {
  brief: String!
  rounds: Int = 10
  gaps: [String!] = []
}

extend type Mutation {
  work${i}(input: Work${i}Input!): Report${i}
  judge${i}(found: [ID!]!): Enough${i}!
}
`;

/** @param {number} i */
const typespec = (i) => `
/** What work ${i} has found so far. */
model Found${i} {
  @key id: string;
  author: string;
  round: int32;
  text: string[];
}

/** Landed once the evidence of work ${i} carries it. */
model Report${i} {
  summary: string;
  @minItems(1) segments: string[];
  @minValue(0) @maxValue(100) score: float64;
  found: Found${i}[];
}

enum Enough${i} { adequate, thin }

model Work${i}Input {
  brief: string;
  rounds?: int32 = 10;
  gaps?: string[];
}

@doc("Judge whether the evidence is enough")
op judge${i}(found: string[]): Enough${i};

/** Understand subject ${i} well enough to decide on it. */
op work${i}(input: Work${i}Input): Report${i} | { error: string };
`;

/** @param {(i: number) => string} one @param {number} bytes @param {string} head */
function fill(one, bytes, head) {
  let text = head;
  for (let i = 0; text.length < bytes; i += 1) text += one(i);
  return text;
}

/** @param {number} bytes */
export const sources = (bytes) => ({
  laban: fill(playbook, bytes, "namespace bench\n"),
  graphql: fill(graphql, bytes, ""),
  typespec: fill(typespec, bytes, ""),
});

/** One file of `count` choreographies of three members. @param {number} count @param {number} first */
export function choreographies(count, first = 0) {
  let text = `namespace bench_${first}\n`;
  for (let i = 0; i < count; i += 1) text += playbook(first + i);
  return text;
}
