import { z } from "zod";
import { dateTime, identifier, integer, list, text, uuid } from "./common.ts";

export const CommunityMembers = z.strictObject({ digital_human_ids: list(identifier) });
export const CommunityCreate = z.strictObject({
  title: text.min(1),
  description: text.nullish(),
  digital_human_ids: list(identifier).nullish(),
});
/** A patch: omitted fields stay unchanged. */
export const CommunityUpdate = z.strictObject({
  title: text.min(1).nullish().describe("null: unchanged"),
  description: text.nullish(),
  digital_human_ids: list(identifier).nullish().describe("replaces them; null: unchanged"),
});
export const Community = z.object({
  id: uuid,
  title: z.string(),
  description: z.string().nullable(),
  created_at: dateTime,
  digital_human_ids: z.array(integer),
});
export const Communities = z.object({ communities: z.array(Community), total_count: integer });
