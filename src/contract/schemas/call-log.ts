/** Operations on a call after it was submitted. */
import { z } from "zod";
import { freeObject, integer, list, text } from "./common.ts";
import { CallEvent, ToolCall } from "./evaluation.ts";

export const CallLogUpdate = z.strictObject({
  tool_calls: list(ToolCall).nullish().describe("replaces the tool calls; null: unchanged"),
  events: list(CallEvent).nullish().describe("replaces the events; null: unchanged"),
  metadata: freeObject.nullish().describe("replaces the metadata; null: unchanged"),
  reevaluate: z.boolean().nullish().default(false).describe("true: evaluate the call again"),
});

/** The answer to deleting or changing a call. */
export const CallLogDone = z.object({ message: z.string(), status: z.literal("200") });

export const CallLogsDelete = z.strictObject({ call_ids: list(text.min(1)) });
export const CallLogsDeleted = z.object({
  message: z.string(),
  deleted_count: integer.describe("ids of no call are not counted"),
  status: z.literal("200"),
});
