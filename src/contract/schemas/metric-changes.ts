/** Changes of custom metrics, and several of them in one request. */
import { z } from "zod";
import { RESPONSE_TYPES } from "../values.ts";
import { identifier, integer, list, text, uuid } from "./common.ts";
import { CustomMetric, CustomMetricCreate } from "./metric.ts";

const {
  name: _,
  description: __,
  response_type: ___,
  agent_ids: ____,
  ...details
} = CustomMetricCreate.shape;

const unchanged = "null: unchanged";

/** A patch: omitted fields stay unchanged. Null clears an optional field. */
export const CustomMetricUpdate = z.strictObject({
  ...z.strictObject(details).partial().shape,
  name: text.min(1).nullish().describe(unchanged),
  description: text.nullish().describe(unchanged),
  response_type: z.enum(RESPONSE_TYPES).nullish().describe(unchanged),
  agent_ids: list(identifier).nullish().describe(`replaces the agents; ${unchanged}`),
  tags: list(text).nullish().describe(`replaces the tags; ${unchanged}`),
  eval_route: details.eval_route.unwrap(),
  allow_not_applicable: z.boolean().nullish().describe(unchanged),
});

/** The most metrics that are created together. */
const AT_ONCE = 100;

export const CustomMetricsCreate = z.strictObject({ metrics: list(CustomMetricCreate, AT_ONCE) });
export const CustomMetricsCreated = z.object({ metrics: z.array(CustomMetric) });

const { tags, agent_ids, eval_route, model, audio_model, temperature, allow_not_applicable } =
  CustomMetricUpdate.shape;

export const CustomMetricsUpdate = z.strictObject({
  metric_ids: list(uuid, AT_ONCE),
  updates: z.strictObject({
    tags,
    agent_ids,
    eval_route,
    model,
    audio_model,
    temperature,
    allow_not_applicable,
  }),
});
export const CustomMetricsUpdated = z.object({
  success: z.boolean(),
  message: z.string().nullable(),
  updated: integer.nullable(),
});
