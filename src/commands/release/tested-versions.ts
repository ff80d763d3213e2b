/** Which versions a run is to test. */
import type { Context } from "../../context.ts";
import { option } from "../command.ts";
import { findVersion, holderOf } from "../versions/find.ts";
import { KNOWLEDGE_BASES, PROMPTS, type Version, type VersionKind } from "../versions/kinds.ts";
import { type VersionWord, versionWord } from "../versions/words.ts";

export const kbOption = option(
  "--kb <version|label>",
  "the knowledge base version to test (default: that in production)",
  versionWord,
);

export interface TestedVersions {
  readonly prompt: Version | undefined;
  readonly knowledge_base: Version | undefined;
}

/** The versions that the words name, else those in production: named now, so that a label may move meanwhile. */
export async function testedVersions(
  context: Context,
  agent_id: number,
  words: { readonly prompt: VersionWord | undefined; readonly kb: VersionWord | undefined },
): Promise<TestedVersions> {
  const [prompt, knowledge_base] = await Promise.all([
    named(context, PROMPTS, agent_id, words.prompt),
    named(context, KNOWLEDGE_BASES, agent_id, words.kb),
  ]);
  return { prompt, knowledge_base };
}

const named = (context: Context, kind: VersionKind, agent_id: number, word: VersionWord | undefined) =>
  word === undefined
    ? holderOf(context, kind, agent_id, "production")
    : findVersion(context, kind, agent_id, word);
