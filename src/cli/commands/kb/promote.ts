import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { promoteCommand } from "../versions/promote.ts";

export const command = promoteCommand(KNOWLEDGE_BASES);
