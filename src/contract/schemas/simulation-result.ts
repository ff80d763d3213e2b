/** Operations on the conversation of a run, during it or after it. */
import { z } from "zod";
import { freeObject, identifier, integer, list, text } from "./common.ts";
import { CallEvent, ToolCall, Transcript } from "./evaluation.ts";

/**
 * What the agent's side knows about a conversation. A named field replaces the value of an earlier request.
 */
export const ResultUpdateFields = z.strictObject({
  events: list(CallEvent).nullish(),
  tool_calls: list(ToolCall).nullish().describe("tool calls in addition to those logged with type tool_call"),
  recorded_transcript: Transcript.nullish().describe(
    "what the agent's side recorded; evaluated where the service has no messages of its own",
  ),
  tags: list(text).nullish(),
  metadata: freeObject.nullish().describe("each key is a dynamic variable for the custom metrics"),
  trace_ids: list(text.min(1)).nullish().describe("traces of the conversation"),
});

export const SimulationResultUpdate = z.strictObject({
  simulation_result_id: z.union([text.min(1), identifier]),
  ...ResultUpdateFields.shape,
});
export const SimulationResultUpdated = z.object({
  status: z.literal("success"),
  message: z.string().nullable(),
});

export const SimulationResultReEvaluated = z.object({
  status: z.string(),
  simulation_result_id: integer,
  message: z.string(),
});

export const DeletedSimulationResult = z.object({
  message: z.string(),
  deleted_simulation_result_id: integer,
});
export const DeletedSimulationRun = z.object({ message: z.string(), deleted_simulation_run_id: integer });
