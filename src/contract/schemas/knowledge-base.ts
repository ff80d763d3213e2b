import { z } from "zod";
import { anyObject, dateTime, document, integer, list, text, uuid } from "./common.ts";

const documents = list(z.strictObject({ name: text.min(1), text: document }))
  .nullish()
  .describe("extension: its documents, which replace those before");

export const KnowledgeBaseCreate = z.strictObject({
  name: text.min(1),
  description: text.nullish(),
  documents,
});

/** A patch: omitted fields stay unchanged, and so does what is null, except for the description. */
export const KnowledgeBaseUpdate = z.strictObject({
  name: text.min(1).nullish(),
  description: text.nullish(),
  documents,
});

const listed = {
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  document_count: integer,
  agent_ids: z.array(integer),
  created_at: dateTime,
};

export const ListedKnowledgeBases = z.array(z.object(listed));

/** A document has a name, a text, and the status `ready`. */
export const KnowledgeBase = z.object({ ...listed, documents: z.array(anyObject) });

/** The answer of an operation that has none: 204, without a body. */
export const Nothing = z.null();
