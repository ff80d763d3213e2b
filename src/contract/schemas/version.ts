import { z } from "zod";
import { anyObject, dateTime, document, freeObject, integer, list, text, uuid } from "./common.ts";

const record = {
  version: integer,
  agent_id: integer,
  id: uuid.nullish(),
  commit_message: z.string().nullish(),
  labels: z.array(z.string()).nullish(),
  metadata: freeObject.optional(),
};

const draft = {
  commit_message: text.nullish(),
  labels: list(text.min(1)).nullish(),
  metadata: freeObject.nullish(),
};

export const PromptVersion = z.object({ prompt_text: z.string(), ...record });
export const PromptVersionList = z.array(PromptVersion);
export const PromptVersionCreate = z.strictObject({ prompt_text: document, ...draft });

export const KnowledgeBaseVersion = z.object({ kb_text: z.string(), ...record });
export const KnowledgeBaseVersionList = z.array(KnowledgeBaseVersion);
/** Body of E9. */
export const KnowledgeBaseVersionCreate = z.strictObject({ kb_text: document, ...draft });

/** Answer of E16, E17 and E20. */
export const DeletedVersion = z.object({
  deleted: z.literal(true),
  agent_id: integer,
  id: uuid,
  version: integer,
  latest_version: integer.nullable().describe("the version that is now the latest"),
});

export const Label = z.object({
  agent_id: integer,
  label_text: z.string(),
  id: uuid.nullish(),
  created_at: dateTime.nullish(),
  prompt_id: uuid.nullish(),
  knowledge_base_id: uuid.nullish(),
  color: z.string().nullish(),
});
export const LabelList = z.array(Label);
export const LabelCreate = z.strictObject({ label_text: text.min(1), color: text.nullish() });

/** Body of E10. */
export const LabelRename = z.strictObject({ label_text: text.min(1).describe("the new text") });

/** Answer of E13. */
export const DeletedLabel = z.object({
  deleted: z.literal(true),
  agent_id: integer,
  id: uuid,
  label_text: z.string(),
});

/** Body of E14 and E15. */
export const LabelOperation = z.strictObject({
  labels: list(text.min(1))
    .nullish()
    .describe("empty or null: no change when adding, all labels when removing"),
  override_label: z
    .boolean()
    .nullish()
    .default(false)
    .describe("true: a label that is on another version moves to the requested one"),
});

/** Answer of E14 and E15: the labels that the version has now. */
export const LabelOperationAnswer = z.object({ labels: z.array(z.string()) });

const KINDS = ["prompt", "knowledge_base"] as const;

/** A label was put on a version, or removed from one. */
export const LabelMove = z.object({
  at: dateTime,
  agent_id: integer,
  kind: z.enum(KINDS),
  label: z.string(),
  action: z.enum(["label", "unlabel", "promote", "rollback"]),
  previous_version: integer.nullable().describe("the version that had the label before; null if none had"),
  version: integer.nullable().describe("the version that has it since; null if none has"),
  evidence: anyObject.nullable().describe("the proof that was required for the move; null if none was"),
  key_id: z.string().describe("the API key that moved it"),
  moved_by: z.string().nullable().describe("the name of that key; null if it has none or is gone"),
});
export const LabelMovePage = z.object({
  moves: z.array(LabelMove),
  total_count: z.int(),
  page: z.int(),
  page_size: z.int(),
  items_in_page: z.int(),
  total_pages: z.int(),
});
/** The reason for moving a label. */
export const LabelMoveReason = z.strictObject({
  kind: z.literal(KINDS),
  label: text.min(1),
  version: integer.describe("the version that it was moved to"),
  action: z.literal(["promote", "rollback"]),
  evidence: freeObject.nullish().describe("the proof that was required"),
});
