import { PROMPTS } from "../versions/kinds.ts";
import { promoteCommand } from "../versions/promote.ts";

export const command = promoteCommand(PROMPTS);
