import { historyCommand } from "../versions/history.ts";
import { KNOWLEDGE_BASES } from "../versions/kinds.ts";

export const command = historyCommand(KNOWLEDGE_BASES);
