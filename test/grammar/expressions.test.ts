import { describe, expect, it } from "vitest";
import { messages, readExpression, shapeOf } from "../support/reading.js";

describe("predicates and expressions", () => {
  it.each([
    ["a", "a"],
    ['a.b["odd key"].c[0]', 'a.b["odd key"].c[0]'],
    [
      "landed a and delivered b or absent c and stale d.e",
      "(or (and (landed a) (delivered b)) (and (absent c) (stale d.e)))",
    ],
    ["not a == b", "(not (== a b))"],
    ["not not a", "(not (not a))"],
    ["not a and b", "(and (not a) b)"],
    ["a and not b or c", "(or (and a (not b)) c)"],
    ["a and b and c or d or e", "(or (and a b c) d e)"],
    ["(a or b) and c", "(and (group (or a b)) c)"],
    ["a ?? b == c", "(== (?? a b) c)"],
    ["a == b ?? c", "(== a (?? b c))"],
    ["a ?? b ?? c", "(?? (?? a b) c)"],
    ["a.b ?? c.d", "(?? a.b c.d)"],
    ['x in ["a", "b"] and xs contains "a"', '(and (in x ["a" "b"]) (contains xs "a"))'],
    ["a < 1 and b <= 2 and c > 3 and d >= 4 and e != 5", "(and (< a 1) (<= b 2) (> c 3) (>= d 4) (!= e 5))"],
    ["count(e) >= 2", "(>= (count e) 2)"],
    ['matches(x.y, "^a$")', '(matches x.y "^a$")'],
    ["f()", "(f)"],
    ["every v", "(every v)"],
    ['every v.p == "x" and some v.q > 3', '(and (every v.p == "x") (some v.q > 3))'],
    ["not some v.p in [1]", "(not (some v.p in [1]))"],
    ["every v.p == a ?? b", "(every v.p == (?? a b))"],
    ['{ a: [1, -2,], "b c": { d: null } } == true', "(== {a: [1 -2] `b c`: {d: null}} true)"],
    ["2h < limit", "(< 2h limit)"],
  ])("%s is %s", (text, shape) => {
    expect(shapeOf(readExpression(text))).toBe(shape);
  });

  it.each([
    ["1 < n < 3", "LB1011 comparisons cannot be chained"],
    ["a == b in c == d", "LB1011 comparisons cannot be chained"],
    ["a == not b", "LB1001 `not` cannot stand inside a comparison or after `??`"],
    ["a ?? not b", "LB1001 `not` cannot stand inside a comparison or after `??`"],
    ["a == every b", "LB1001 `every` cannot stand inside a comparison or after `??`"],
    ["some a ?? b", "LB1001 `some` cannot stand inside a comparison or after `??`"],
    ["a = b", "LB1001 `=` gives a default; a comparison is written `==`"],
    ["a and", "LB1001 expected a predicate after `and`"],
    ["a b", "LB1001 expected an operator such as `==` or `and`, found `b`"],
    ["landed", "LB1001 expected a name after `landed`"],
    ["(a", "LB1010 `(` is never closed"],
    ["a.1", "LB1006 `.1` has no digit before its point"],
    ["a + b", "LB1009 `+` means nothing here"],
    ["!a", "LB1009 `!` is written `not` here"],
  ])("%s is one fault", (text, message) => {
    expect(messages(`playbook p {\n  requires ${text}\n  outputs b\n}`)).toEqual([message]);
  });

  it("a comparison is spanned with its operator", () => {
    const [text, offset] = ["a  ==  b", "playbook p {\nrequires ".length];
    expect(readExpression(text)).toMatchObject({
      span: { start: offset, end: offset + text.length },
      operatorSpan: { start: offset + 3, end: offset + 5 },
    });
  });
});
