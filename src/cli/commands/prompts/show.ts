import { PROMPTS } from "../versions/kinds.ts";
import { showCommand } from "../versions/show.ts";

export const command = showCommand(PROMPTS, "prompt.txt", {
  read: (context, agent_id, query) => context.read("list_prompt_versions", { params: { agent_id }, query }),
  text: ({ prompt_text }) => prompt_text,
});
