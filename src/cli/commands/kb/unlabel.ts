import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { unlabelCommand } from "../versions/unlabel.ts";

export const command = unlabelCommand(KNOWLEDGE_BASES);
