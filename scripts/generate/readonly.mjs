// Makes a generated file of interfaces and type aliases readonly all through: properties, index signatures, arrays
// and tuples. It reads only what json-schema-to-typescript writes, which has no functions and no generics.

/** @param {string} text @returns {string} */
export function makeReadonly(text) {
  const { masked, comments } = maskComments(text);
  const properties = masked.replace(
    /^(\s+)((?:[A-Za-z_$][\w$]*|"(?:[^"\\]|\\.)*"|\[k: string\])\??: )/gm,
    "$1readonly $2",
  );
  const arrays = readonlyArrays(properties);
  return arrays.replace(/\/\*(\d+)\*\//g, (_, index) => comments[Number(index)] ?? "");
}

/** Comments may hold anything that looks like a type. @param {string} text */
function maskComments(text) {
  /** @type {string[]} */
  const comments = [];
  const masked = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => `/*${comments.push(comment) - 1}*/`);
  return { masked, comments };
}

const stringLiteral = /"(?:[^"\\\n]|\\.)*"/y;

/** @param {string} text */
function readonlyArrays(text) {
  let done = "";
  for (let at = 0; at < text.length;) {
    stringLiteral.lastIndex = at;
    const string = stringLiteral.exec(text);
    if (string !== null) {
      done += string[0];
      at += string[0].length;
    } else if (text.startsWith("[]", at)) {
      const start = operandStart(done);
      const operand = done.slice(start);
      done =
        done.slice(0, start) +
        (operand.startsWith("readonly ") ? `readonly (${operand})[]` : `readonly ${operand}[]`);
      at += 2;
    } else if (text[at] === "[" && !text.startsWith("[k: string]", at)) {
      done += "readonly [";
      at += 1;
    } else {
      done += text[at];
      at += 1;
    }
  }
  return done;
}

/** Where the type that ends `text` starts. @param {string} text */
function operandStart(text) {
  const atom = /(?:readonly )?(?:[A-Za-z_$][\w$]*|"(?:[^"\\\n]|\\.)*")(?:\[\])?$/.exec(text);
  if (atom !== null) return atom.index;
  /** @type {Record<string, string>} */
  const openers = { ")": "(", "}": "{", "]": "[" };
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const character = text.charAt(at);
    if (character in openers) depth += 1;
    if (character === "(" || character === "{" || character === "[") depth -= 1;
    if (depth > 0) continue;
    return text.slice(0, at).endsWith("readonly ") ? at - "readonly ".length : at;
  }
  throw new Error("an array of nothing in a generated type");
}
