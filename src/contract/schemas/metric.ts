import { z } from "zod";
import { EVAL_ROUTES, RESPONSE_TYPES } from "../values.ts";
import { dateTime, identifier, integer, list, text, uuid } from "./common.ts";

/** The most tools of one tool_call metric. */
const TOOLS = 100;

const details = {
  min_value: z.number().nullish(),
  max_value: z.number().nullish(),
  category: text.nullish(),
  tags: list(text).optional(),
  scoring_guidance: text.nullish(),
  eval_route: z.enum(EVAL_ROUTES).nullish(),
  model: text.nullish(),
  audio_model: text.nullish(),
  temperature: z.number().nullish(),
  enum_options: list(text).nullish(),
  tool_names: list(text.min(1), TOOLS)
    .nullish()
    .describe("the tools that the agent must call, all of them, for a metric of type tool_call to pass"),
  allow_not_applicable: z.boolean().optional(),
};

/** A custom metric in the lists of E1 and E8. */
export const CustomMetric = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  response_type: z.enum(RESPONSE_TYPES),
  created_at: dateTime,
  agent_ids: z.array(integer).optional(),
  ...details,
});

/** A page of custom metrics: the answer of E1 and E8. */
export const CustomMetricPage = z.object({
  metrics: z.array(CustomMetric),
  total_count: integer.describe("total across all pages"),
  page: integer.describe("current page"),
  page_size: integer.describe("requested items per page"),
  items_in_page: integer.describe("actual items in this page"),
  total_pages: integer,
});

/** The record that E12 answers with. */
export const DeletedCustomMetric = z.object({
  id: uuid.nullish(),
  name: z.string(),
  description: z.string(),
  response_type: z.enum(RESPONSE_TYPES),
  created_at: dateTime.nullish(),
  agent_id: integer.nullish(),
  organization_id: uuid.nullish(),
  ...details,
});

export const CustomMetricCreate = z.strictObject({
  ...details,
  tags: list(text).nullish(),
  name: text.min(1),
  description: text.default(""),
  response_type: z.enum(RESPONSE_TYPES),
  agent_ids: list(identifier).nullish().describe("without any, no agent uses the metric automatically"),
  agent_id: identifier.nullish().describe("one agent; another way to write agent_ids"),
  eval_route: details.eval_route.default("AUTO"),
  allow_not_applicable: z.boolean().default(false),
});

/** The result of checking a metric's guidance. */
export const MetricLint = z.object({
  method: z
    .enum(["rule", "judge"])
    .describe("rule: the guidance holds rules; judge: it is for a language model"),
  mistakes: z
    .array(
      z.object({
        line: integer.describe("line of the guidance, from 1"),
        column: integer.describe("from 1, in UTF-16 units"),
        message: z.string(),
        expected: z.array(z.string()).optional(),
        near_miss: z.string().optional(),
      }),
    )
    .describe("mistakes in the rules, in the order of the text"),
});
