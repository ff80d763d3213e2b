import { historyCommand } from "../versions/history.ts";
import { PROMPTS } from "../versions/kinds.ts";

export const command = historyCommand(PROMPTS);
