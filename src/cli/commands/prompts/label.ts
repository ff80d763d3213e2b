import { PROMPTS } from "../versions/kinds.ts";
import { labelCommand } from "../versions/label.ts";

export const command = labelCommand(PROMPTS);
