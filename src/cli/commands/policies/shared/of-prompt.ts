import { nearestSentence, sentenceFinder } from "../../../../engine/policies/has-sentence.ts";
import { statements } from "../../../../engine/policies/read/statements.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { type FilePolicy, readPolicies } from "./file.ts";

/**
 * The policies of a file for a prompt. An empty prompt has whatever the file says.
 * @throws Failure (usage) if an accepted policy would never apply, because the prompt has no such sentence
 */
export async function policiesOfPrompt(
  context: Context,
  file: string,
  prompt: string,
): Promise<readonly FilePolicy[]> {
  const { policies } = await readPolicies(context, file);
  if (prompt === "") return policies;
  const sentences = statements(prompt);
  const has = sentenceFinder(sentences);
  const strange = policies.filter(({ status, sentence }) => status === "accepted" && !has(sentence));
  if (strange.length === 0) return policies;
  const details = strange.map(({ sentence }) => {
    const near = nearestSentence(sentences, sentence);
    const hint = near === undefined ? "" : `; it has ${JSON.stringify(near)}`;
    return { where: file, message: `the prompt has no sentence ${JSON.stringify(sentence)}${hint}` };
  });
  throw usage(`${strange.length} of ${policies.length} policies would not apply`, {
    details,
    hint: `write each sentence as the prompt has it, or remove its policy from ${file}`,
  });
}
