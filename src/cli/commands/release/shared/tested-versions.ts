/** Decides which versions a run tests. */
import type { Context } from "../../../context.ts";
import { option } from "../../command.ts";
import { findVersion, holderOf } from "../../versions/find.ts";
import type { Version, VersionKind } from "../../versions/kinds.ts";
import { type VersionWord, versionWord } from "../../versions/words.ts";

export const kbOption = option(
  "--kb <version|label>",
  "the knowledge base version to test (default: the one in production)",
  versionWord,
);

/**
 * The version that a word names, or else the one in production. The label is resolved now, because it may
 * move meanwhile.
 */
export const testedVersion = (
  context: Context,
  kind: VersionKind,
  agent_id: number,
  word: VersionWord | undefined,
): Promise<Version | undefined> =>
  word === undefined
    ? holderOf(context, kind, agent_id, "production")
    : findVersion(context, kind, agent_id, word);

/**
 * The part of a run request that says what to test. Without an id, the service tests what is in production.
 */
export const idsOf = (prompt: Version | undefined, knowledge_base: Version | undefined) => ({
  ...(prompt?.id && { prompt_id: prompt.id }),
  ...(knowledge_base?.id && { knowledge_base_id: knowledge_base.id }),
});
