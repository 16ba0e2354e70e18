import { LLkLookaheadStrategy, type ILookaheadStrategy } from "chevrotain";

/**
 * Chevrotain's LL(k) lookahead, worked out for each decision when it is first met: a third of the parser's start-up,
 * and most files need few of them.
 */
export function lazyLookahead(maxLookahead: number): ILookaheadStrategy {
  const strategy = new LLkLookaheadStrategy({ maxLookahead });
  return {
    validate: (options) => strategy.validate(options),
    buildLookaheadForAlternation(options) {
      let decide: ReturnType<typeof strategy.buildLookaheadForAlternation> | undefined;
      return function (this: unknown, alternatives) {
        decide ??= strategy.buildLookaheadForAlternation(options);
        return decide.call(this, alternatives);
      };
    },
    buildLookaheadForOptional(options) {
      let decide: ReturnType<typeof strategy.buildLookaheadForOptional> | undefined;
      return function (this: unknown) {
        decide ??= strategy.buildLookaheadForOptional(options);
        return decide.call(this);
      };
    },
  };
}
