import { PROMPTS } from "../versions/kinds.ts";
import { unlabelCommand } from "../versions/unlabel.ts";

export const command = unlabelCommand(PROMPTS);
