import { nearest, pointer, type Finding, type Json } from "../../ir/index.js";

/** What a validator says of one misfit. */
export interface Misfit {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly data?: unknown;
  readonly parentSchema?: unknown;
}

/**
 * A misfit in the user's words: what is wrong, where, and what would fit. `undefined` where another misfit says it
 * better: one of the branches of a choice tells less than the choice does.
 */
export function describeMisfit(misfit: Misfit, all: readonly Misfit[], value: Json): Finding | undefined {
  if (isInsideChoice(misfit, all)) return undefined;
  const at = misfit.instancePath;
  const say = (message: string, where = at): Finding =>
    where === "" ? { message } : { message, pointer: where };
  const { params } = misfit;
  switch (misfit.keyword) {
    case "type":
      return say(`must be ${article(words(params["type"]))}, not ${kindOf(misfit.data)}`);
    case "enum":
      return say(
        `must be ${oneOf(params["allowedValues"])}${not(misfit.data)}${meant(misfit.data, params["allowedValues"])}`,
      );
    case "const":
      return say(`must be ${JSON.stringify(params["allowedValue"])}${not(misfit.data)}`);
    case "required":
      return say(`lacks \`${words(params["missingProperty"])}\``);
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = words(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      const near = nearest(name, propertiesOf(misfit.parentSchema));
      return say(
        `has no \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`,
        at + pointer(name),
      );
    }
    case "minLength":
      return say(`must have at least ${count(params["limit"], "character")}`);
    case "maxLength":
      return say(`must have at most ${count(params["limit"], "character")}`);
    case "minItems":
      return say(`must have at least ${count(params["limit"], "item")}`);
    case "maxItems":
      return say(`must have at most ${count(params["limit"], "item")}`);
    case "minProperties":
      return say(`must have at least ${count(params["limit"], "field")}`);
    case "maxProperties":
      return say(`must have at most ${count(params["limit"], "field")}`);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return say(`must be ${words(params["comparison"])} ${words(params["limit"])}${not(misfit.data)}`);
    case "multipleOf":
      return say(`must be a multiple of ${words(params["multipleOf"])}${not(misfit.data)}`);
    case "pattern":
      return say(`must match \`${words(params["pattern"])}\`${not(misfit.data)}`);
    case "format":
      return say(`must be ${article(words(params["format"]))}${not(misfit.data)}`);
    case "uniqueItems":
      return say(`has the same item twice, at ${words(params["j"])} and ${words(params["i"])}`);
    case "anyOf":
    case "oneOf":
      return choice(misfit, all, value, say);
    case "if":
      return undefined;
    case "false schema":
      return say("must not be given");
    default:
      return say(misfit.message ?? `does not fit \`${misfit.keyword}\``);
  }
}

function choice(
  misfit: Misfit,
  all: readonly Misfit[],
  value: Json,
  say: (message: string) => Finding,
): Finding | undefined {
  const branches = all.filter(
    (other) => other !== misfit && other.schemaPath.startsWith(`${misfit.schemaPath}/`),
  );
  const deepest = branches.filter((other) => other.instancePath.length > misfit.instancePath.length);
  // Where the value has the shape of one branch, what is wrong within that branch says more.
  const [only] = deepest;
  if (deepest.length === 1 && only !== undefined) return describeMisfit(only, [only], value);
  const types = branches.filter(
    (other) => other.keyword === "type" && other.instancePath === misfit.instancePath,
  );
  if (types.length > 0 && types.length === branches.length) {
    return say(
      `must be ${types.map((other) => article(words(other.params["type"]))).join(" or ")}, not ${kindOf(misfit.data)}`,
    );
  }
  return say("fits none of the forms that it may have");
}

function isInsideChoice(misfit: Misfit, all: readonly Misfit[]): boolean {
  return all.some(
    (other) =>
      other !== misfit &&
      (other.keyword === "anyOf" || other.keyword === "oneOf") &&
      misfit.schemaPath.startsWith(`${other.schemaPath}/`),
  );
}

const formatNames: Readonly<Record<string, string>> = {
  "date-time": "datetime, such as 2026-01-31T09:00:00Z",
  date: "date, such as 2026-01-31",
  duration: "duration, such as PT1H30M",
};

function article(noun: string): string {
  const name = formatNames[noun] ?? noun.replaceAll(",", " or ");
  if (name === "null") return name;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** What kind of JSON value something is, with an article. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function not(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? "" : `, not ${text}`;
}

function oneOf(values: unknown): string {
  if (!Array.isArray(values)) return "one of its values";
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return shown.length === 1
    ? `${shown[0]}`
    : `one of ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function meant(value: unknown, values: unknown): string {
  if (typeof value !== "string" || !Array.isArray(values)) return "";
  const near = nearest(
    value,
    values.filter((other) => typeof other === "string"),
  );
  return near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
}

function propertiesOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return [];
  return typeof schema.properties === "object" && schema.properties !== null
    ? Object.keys(schema.properties)
    : [];
}

function count(limit: unknown, noun: string): string {
  return `${words(limit)} ${noun}${limit === 1 ? "" : "s"}`;
}

function words(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}
