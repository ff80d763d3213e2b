import type { MetricSettings } from "../rules-language/input.ts";

/** A JSON Schema, limited to what structured output needs. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Answers that a judge may give instead of a value. */
export const NOT_APPLICABLE = "not_applicable";
export const INSUFFICIENT_EVIDENCE = "insufficient_evidence";
export const SCORED = "scored";

/** The statuses that an answer may have. `not_applicable` is one only if the metric allows it. */
export function statusesOf({ allow_not_applicable }: MetricSettings): string[] {
  return allow_not_applicable
    ? [SCORED, NOT_APPLICABLE, INSUFFICIENT_EVIDENCE]
    : [SCORED, INSUFFICIENT_EVIDENCE];
}

/**
 * The schema of an answer, in the subset of JSON Schema that servers with strict structured output accept:
 * every property is required, others are not allowed, and bounds of numbers are checked later. Evidence and
 * reasoning come before the verdict, because a model writes in this order.
 */
export function answerSchema(settings: MetricSettings): JsonSchema {
  const properties = {
    nonce: { type: "string" },
    control_1: { type: "boolean" },
    control_2: { type: "boolean" },
    evidence: {
      type: "array",
      items: objectOf({ turn: { type: "integer" }, quote: { type: "string" } }),
    },
    reasoning: { type: "string" },
    status: { type: "string", enum: statusesOf(settings) },
    value: valueSchema(settings),
  };
  return objectOf(properties);
}

/** Whether servers can enforce the schema. They cannot for an object with arbitrary keys. */
export function isStrict({ response_type }: MetricSettings): boolean {
  return response_type !== "json";
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** The value may be null, for statuses other than `scored`. */
function valueSchema({ response_type, enum_options }: MetricSettings): JsonSchema {
  switch (response_type) {
    case "pass_fail":
    case "tool_call":
    case "yes_no":
      return { type: ["boolean", "null"] };
    case "quantitative":
      return { type: ["number", "null"] };
    case "enum":
      return { type: ["string", "null"], enum: [...(enum_options ?? []), null] };
    case "qualitative":
      return { type: ["string", "null"] };
    case "json":
      return { type: ["object", "null"] };
  }
}
