import { z } from "zod";
import { freeObject, list, text, uuid } from "./common.ts";

/** A day, if the unit is seconds. */
const DURATION_MAXIMUM = 86_400;

const percentage = z.int().min(0).max(100).nullish();

/** The simulation settings for its runs, in addition to the limits of their conversations. */
export const simulationSettings = {
  max_call_duration: z
    .int()
    .min(1)
    .max(DURATION_MAXIMUM)
    .nullish()
    .describe("how long a conversation may take, in max_call_duration_units; answers are in seconds"),
  max_call_duration_units: z.enum(["minutes", "seconds"]).nullish().describe("default: minutes"),
  runs_per_digital_human: z
    .int()
    .min(1)
    .nullish()
    .describe("conversations of each digital human in a run; default: its own num_runs"),
  sequential_calling: z.boolean().nullish().describe("true: one conversation after the other"),
  hangup_on_transfer: z
    .boolean()
    .nullish()
    .describe("true: a conversation ends when the agent calls a tool that transfers it"),
  prompt_id: uuid.nullish().describe("the version that runs test; default: the one labelled production"),
  knowledge_base_id: uuid.nullish().describe("the same for the knowledge base"),
  selected_custom_metrics: list(uuid)
    .nullish()
    .describe("the custom metrics that results are evaluated by; default: those of the agent"),
  custom_metrics_passing_threshold: percentage.describe(
    "percentage of the pass_fail custom metrics that has to be met for a conversation to pass; default: all",
  ),
  custom_metrics_failing_threshold: percentage.describe(
    "a conversation fails if this percentage or less is met, and is inconclusive above; default: below the passing threshold it fails",
  ),
  digital_humans_settings: freeObject
    .nullish()
    .describe("stored; num_runs is used as runs_per_digital_human"),
  ringing_timeout: z.int().min(1).nullish().describe("seconds; stored for voice"),
  always_on: z.boolean().nullish().describe("stored for voice"),
  tags: list(text).nullish(),
  pinned: z.boolean().nullish(),
};
