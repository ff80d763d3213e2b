import type { MetricSettings } from "../rules-language/input.ts";

/** A JSON Schema, as far as structured output needs one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a judge may say about a criterion instead of a value. */
export const NOT_APPLICABLE = "not_applicable";
export const INSUFFICIENT_EVIDENCE = "insufficient_evidence";
export const SCORED = "scored";

/** The statuses that an answer may have; `not_applicable` only if the metric allows it. */
export function statusesOf({ allow_not_applicable }: MetricSettings): string[] {
  return allow_not_applicable
    ? [SCORED, NOT_APPLICABLE, INSUFFICIENT_EVIDENCE]
    : [SCORED, INSUFFICIENT_EVIDENCE];
}

/**
 * The schema of an answer, in the subset of JSON Schema that servers with strict structured output take: every
 * property is required, none is added, and bounds of numbers are left to the check of the answer. Evidence and
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

/** Whether servers can enforce the schema: they can't for an object with arbitrary keys. */
export function isStrict({ response_type }: MetricSettings): boolean {
  return response_type !== "json";
}

function objectOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** null stands in for the value where the status is not `scored`. */
function valueSchema({ response_type, enum_options }: MetricSettings): JsonSchema {
  switch (response_type) {
    case "pass_fail":
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
