import { diffCommand } from "../versions/diff.ts";
import { PROMPTS } from "../versions/kinds.ts";

export const command = diffCommand(PROMPTS);
