import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { rollbackCommand } from "../versions/rollback.ts";

export const command = rollbackCommand(KNOWLEDGE_BASES);
