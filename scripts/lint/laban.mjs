// The lint rules that no linter brings: what the pure rooms may not do, where naming a global is not enough.

const noCurrentTime = {
  meta: { type: "problem", schema: [] },
  /** @param {any} context */
  create(context) {
    /** @param {any} node @param {string} text */
    const refuse = (node, text) =>
      context.report({
        node,
        message: `${text} reads the clock; the time is given, as milliseconds in an event or argument.`,
      });
    return {
      /** @param {any} node */
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) refuse(node, "`new Date()`");
      },
      /** @param {any} node */
      CallExpression(node) {
        if (isDate(node.callee)) refuse(node, "`Date()`");
        const { callee } = node;
        if (callee.type !== "MemberExpression") return;
        const method = callee.computed ? callee.property.value : callee.property.name;
        if (method === "formatToParts" && node.arguments.length === 0)
          refuse(node, "`formatToParts()` without a date");
      },
    };
  },
};

/** @param {any} node */
function isDate(node) {
  return node.type === "Identifier" && node.name === "Date";
}

export const meta = { name: "laban" };
export const rules = { "no-current-time": noCurrentTime };
export default { meta, rules };
