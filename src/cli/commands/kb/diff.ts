import { diffCommand } from "../versions/diff.ts";
import { KNOWLEDGE_BASES } from "../versions/kinds.ts";

export const command = diffCommand(KNOWLEDGE_BASES);
