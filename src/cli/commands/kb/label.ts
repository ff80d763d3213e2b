import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { labelCommand } from "../versions/label.ts";

export const command = labelCommand(KNOWLEDGE_BASES);
