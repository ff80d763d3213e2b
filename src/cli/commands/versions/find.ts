import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { Version, VersionKind } from "./kinds.ts";
import { spell, type VersionWord } from "./words.ts";

type Named = Pick<VersionKind, "group" | "noun">;

/**
 * Takes the version that a word names from the answer to its query. The exit code is 5 if it is not found.
 */
export function pickVersion<V extends { readonly version: number }>(
  answer: readonly V[],
  word: VersionWord,
  { group, noun }: Named,
  agent_id: number,
): V {
  const match = "version" in word ? answer.find(({ version }) => version === word.version) : answer[0];
  if (match) return match;
  throw new Failure("not_found", `agent ${agent_id} has no ${noun} ${spell(word)}`, {
    hint: `\`parley ${group} list --agent ${agent_id}\` shows the versions and their labels`,
  });
}

/** The version that a word names. The exit code is 5 if it does not exist. */
export async function findVersion(
  context: Context,
  kind: VersionKind,
  agent_id: number,
  word: VersionWord,
): Promise<Version> {
  return pickVersion(await kind.list(context, agent_id, word), word, kind, agent_id);
}

/** The version that has a label; undefined if none has. */
export async function holderOf(
  context: Context,
  kind: VersionKind,
  agent_id: number,
  label: string,
): Promise<Version | undefined> {
  const [holder] = await kind.list(context, agent_id, { label });
  return holder;
}
