import { KNOWLEDGE_BASES } from "../versions/kinds.ts";
import { showCommand } from "../versions/show.ts";

export const command = showCommand(KNOWLEDGE_BASES, "kb.md", {
  read: (context, agent_id, query) =>
    context.read("list_knowledge_base_versions", { params: { agent_id }, query }),
  text: ({ kb_text }) => kb_text,
});
