import type { Context } from "../../context.ts";
import type { Lenient, Output } from "../../contract/types.ts";
import { pickVersion } from "../versions/find.ts";
import type { VersionWord } from "../versions/words.ts";

export type PromptVersion = Lenient<Output<"PromptVersion">>;

/** The prompt version that a word names (E19); exit code 5 where there is none. */
export async function findPrompt(
  context: Context,
  agent_id: number,
  word: VersionWord,
): Promise<PromptVersion> {
  const answer = await context.read("list_prompt_versions", { params: { agent_id }, query: word });
  return pickVersion(answer, word, { agent_id, group: "prompts" });
}

/** The prompt version that holds a label (E19); undefined where none does. */
export async function holderOf(
  context: Context,
  agent_id: number,
  label: string,
): Promise<PromptVersion | undefined> {
  const [holder] = await context.read("list_prompt_versions", { params: { agent_id }, query: { label } });
  return holder;
}
