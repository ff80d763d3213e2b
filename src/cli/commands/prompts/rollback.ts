import { PROMPTS } from "../versions/kinds.ts";
import { rollbackCommand } from "../versions/rollback.ts";

export const command = rollbackCommand(PROMPTS);
