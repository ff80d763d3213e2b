import { z } from "zod";
import { dateTime, identifier, integer, text, uuid } from "./common.ts";

export const FolderCreate = z.strictObject({ name: text.min(1) });
export const Folder = z.object({
  id: uuid,
  name: z.string(),
  organization_id: z.string(),
  created_at: dateTime,
});
export const FolderList = z.array(Folder);
export const DeletedFolder = z.object({ folder_id: uuid, status: z.literal("success") });

export const AgentMove = z.strictObject({
  agent_id: identifier,
  folder_id: uuid.nullish().describe("null: out of every folder"),
});
export const AgentMoved = z.object({
  agent_id: integer,
  folder_id: uuid.nullable(),
  status: z.literal("success"),
});
