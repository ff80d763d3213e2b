import { z } from "zod";
import { anyObject, dateTime, freeObject, integer, list, text, uuid } from "./common.ts";
import {
  ConversationType,
  EvaluatedMetric,
  labId as id,
  labConversation,
  requireConversation,
} from "./lab-evaluation.ts";

const LabConversation = z.strictObject(labConversation).superRefine(requireConversation);

const name = z.string().min(1).max(255);
const lab_id = id.nullish().describe("the lab in the path; it cannot be another");

export const LabCreate = z.strictObject({
  name,
  description: text.nullish(),
  tags: list(text).nullish(),
  conversations: list(LabConversation),
  metric_ids: list(id),
});

/** A patch: omitted fields stay unchanged, and so does a name that is null. */
export const LabUpdate = z.strictObject({ name: name.nullish(), description: text.nullish() });

export const Lab = z.object({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  created_at: dateTime,
  updated_at: dateTime.nullable(),
  tags: z.array(z.string()).describe("extension"),
  settings: anyObject.describe("extension: as they were set"),
});

export const DeletedLab = z.object({ message: z.string(), deleted_lab_id: uuid });

export const LabConversations = z.strictObject({
  lab_id,
  conversations: list(LabConversation).min(1),
});

/** A conversation as a lab names it: one of the two is null. */
const NamedConversation = z.object({
  call_id: z.string().nullable(),
  test_result_id: integer.nullable(),
});

export const LabConversationsAdded = z.object({
  added_count: integer,
  skipped_count: integer.describe("conversations that the lab had, or that the request repeats"),
  added_conversation_ids: z.array(NamedConversation),
  message: z.string().nullable(),
});

export const LabConversationsRemoved = z.object({
  removed_count: integer,
  skipped_count: integer.describe("conversations that the lab did not have, or that the request repeats"),
  message: z.string(),
});

export const LabMetrics = z.strictObject({
  lab_id,
  metric_ids: list(id).min(1),
  evaluate_conversations: z.boolean().nullish(),
});

export const LabMetricsAdded = z.object({
  added_count: integer,
  skipped_count: integer.describe("metrics that the lab had, or that the request repeats"),
  added_metric_ids: z.array(z.string()),
  evaluation_triggered: z.boolean(),
  evaluation_count: integer.nullable().describe("verdicts that were asked for, of these metrics"),
  message: z.string().nullable(),
  evaluations: z
    .array(EvaluatedMetric.extend({ conversation_id: z.string(), conversation_type: ConversationType }))
    .optional()
    .describe("extension: what was found"),
});

/** Named fields replace those of before; the others stay. What they say is the client's own. */
export const LabSettingsChange = z.looseObject({ fuzzy_alignment: freeObject.nullish() });

export const LabSettingsUpdated = z.object({ success: z.boolean(), message: z.string() });
