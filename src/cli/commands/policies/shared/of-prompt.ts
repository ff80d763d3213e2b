import { nearestSentence, sentenceFinder } from "../../../../engine/policies/has-sentence.ts";
import { statements } from "../../../../engine/policies/read/statements.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { flag } from "../../command.ts";
import { type FilePolicy, readPolicies } from "./file.ts";

export const allowMissing = flag(
  "--allow-missing",
  "store the decisions even if the prompt lacks the sentence of an accepted policy, which then does not apply",
);

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
  if (prompt !== "") requireSentences(file, policies, prompt);
  return policies;
}

/**
 * @param way_out the flag that stores them all the same, if the command has it
 * @throws Failure (usage) if an accepted policy would never apply, because the prompt has no such sentence
 */
export function requireSentences(
  file: string,
  policies: readonly FilePolicy[],
  prompt: string,
  way_out?: "--allow-missing",
): void {
  const sentences = statements(prompt);
  const has = sentenceFinder(sentences);
  const missing = policies.filter(({ status, sentence }) => status === "accepted" && !has(sentence));
  if (missing.length === 0) return;
  const details = missing.map(({ sentence }) => {
    const near = nearestSentence(sentences, sentence);
    const hint = near === undefined ? "" : `; it has ${JSON.stringify(near)}`;
    return { where: file, message: `the prompt has no sentence ${JSON.stringify(sentence)}${hint}` };
  });
  throw usage(`${missing.length} of ${policies.length} policies would not apply`, {
    details,
    hint: `write each sentence as the prompt has it, or remove its policy from ${file}${way_out ? `; ${way_out} stores the decisions all the same` : ""}`,
  });
}
