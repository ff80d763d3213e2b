/** Which passages of the knowledge bases that runs tested are seen in their conversations. */
import { fieldsOf } from "../contract/is-object.ts";
import { type Passages, passagesOf, textsIn } from "../engine/coverage/passages.ts";
import type { AskGround } from "./ask-ground.ts";
import type { Conversation } from "./check/conversation.ts";
import { textOf } from "./read.ts";

interface Read extends Pick<Passages, "names" | "unrecognizable"> {
  seenIn(conversation: Conversation): string[];
}

/** Undefined if the conversations name no knowledge base, or the service does not have it. */
export async function readPassages(
  agent_id: number | string,
  conversations: readonly Conversation[],
  ask: AskGround,
): Promise<Read | undefined> {
  const passages_of = new Map<string, Passages>();
  for (const { versions } of conversations) {
    const key = keyOf(versions);
    if (key === undefined || passages_of.has(key)) continue;
    const [kb_id, prompt_id] = [versions?.knowledge_base_id, versions?.prompt_id];
    const agent = { agent_id: String(agent_id) };
    const { kb_text } = fieldsOf(await ask("get_knowledge_base", { ...agent, kb_id: kb_id ?? "" }));
    if (typeof kb_text !== "string") return undefined;
    const prompt = prompt_id == null ? undefined : await ask("get_prompt", { ...agent, prompt_id });
    passages_of.set(key, passagesOf(kb_text, textOf(fieldsOf(prompt)["prompt_text"]) ?? ""));
  }
  if (passages_of.size === 0) return undefined;
  const all = [...passages_of.values()];
  return {
    names: all.flatMap(({ names }) => names),
    unrecognizable: Math.max(...all.map(({ unrecognizable }) => unrecognizable)),
    seenIn({ versions, transcript, tool_calls }) {
      const key = keyOf(versions);
      const saidBy = (role: string) =>
        (transcript ?? []).flatMap((said) => (said.role === role ? [String(said.message)] : []));
      const retrieved = (tool_calls ?? []).flatMap(({ output }) => [...textsIn(output)]);
      const passages = key === undefined ? undefined : passages_of.get(key);
      return passages?.seenIn([...saidBy("AGENT"), ...retrieved], saidBy("USER")) ?? [];
    },
  };
}

const keyOf = (versions: Conversation["versions"]) =>
  versions?.knowledge_base_id == null ? undefined : `${versions.knowledge_base_id} ${versions.prompt_id}`;
