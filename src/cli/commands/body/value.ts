import { acceptUnknown } from "../../../contract/accept-unknown.ts";
import { findIssues } from "../../../contract/check.ts";
import { type Schema, withoutWrappers } from "../../../contract/fields.ts";
import { parseJson } from "../../../contract/json.ts";
import { usage } from "../../../lib/failure.ts";
import { issuesBeyond, wayOut } from "../../manifest/check.ts";
import { type Openness, STRICT } from "../../manifest/openness.ts";
import { suggestion } from "../../nearest.ts";

/**
 * Converts the text of a flag to the type of its field.
 * @throws Failure (usage) that says what was expected
 */
export function readValue(field: Schema, text: string, openness: Openness = STRICT): unknown {
  const schema = withoutWrappers(field);
  const value = convert(schema, text);
  const { issues: broken, more } = findIssues(openness.strict ? schema : acceptUnknown(schema), value);
  const beyond = issuesBeyond(schema, value, openness).filter(({ words }) => words === undefined);
  const issues = [...broken, ...beyond.map(({ issue }) => issue)];
  if (issues.length === 0) return value;
  const faults = issues.map(({ path, message, ctx }) => {
    const { expected } = ctx;
    const near = path.length === 0 && Array.isArray(expected) ? suggestion(text, expected) : "";
    return [...(path.length > 0 ? [path.map(String).join(".")] : []), message + near + wayOut({ ctx })].join(
      ": ",
    );
  });
  throw usage([...faults, ...(more > 0 ? [`${more} more errors`] : [])].join("; "));
}

function convert(schema: Schema, text: string): unknown {
  const { type } = schema._zod.def;
  if (type === "string" || type === "enum") return text;
  if (text === "null") throw usage("to send null, use --unset");
  if (type === "number") return toNumber(text);
  if (type === "boolean") return toBoolean(text);
  const value = parseJson(text);
  if (type === "unknown" || type === "union") return value ?? text;
  if (value === undefined)
    throw usage(
      `must be JSON: ${type === "array" ? 'a list such as ["a","b"]' : 'an object such as {"key":"value"}'}`,
    );
  return value;
}

function toNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw usage(`must be a number, not "${text}"`);
  return number;
}

function toBoolean(text: string): boolean {
  if (text !== "true" && text !== "false") throw usage(`must be true or false, not "${text}"`);
  return text === "true";
}
