import { Failure } from "../../failure.ts";
import { spell, type VersionWord } from "./words.ts";

interface Sought {
  readonly agent_id: number;
  /** The command's own group, which is also what the versions are called. */
  readonly group: "prompts" | "kb";
}

const NOUNS = { prompts: "prompt", kb: "knowledge base" } as const;

/** The version that a word names, out of the answer to it. Not found is exit code 5. */
export function pickVersion<V extends { readonly version: number }>(
  answer: readonly V[],
  word: VersionWord,
  { agent_id, group }: Sought,
): V {
  const found = "version" in word ? answer.find(({ version }) => version === word.version) : answer[0];
  if (found) return found;
  throw new Failure("not_found", `agent ${agent_id} has no ${NOUNS[group]} ${spell(word)}`, {
    hint: `\`parley ${group} list --agent ${agent_id}\` shows the versions and their labels`,
  });
}
