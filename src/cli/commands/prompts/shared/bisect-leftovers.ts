/** Temporary versions that a killed search has left. They are known by what they say of themselves. */
import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { PROMPTS } from "../../versions/kinds.ts";

/** A killed search leaves one version. So many newer ones may have been pushed since. */
const LOOKED_AT = 100;

/** What temporary versions say of themselves. */
export const aboutTemporary = (digital_human_id: number): string =>
  `temporary, of \`parley prompts bisect --digital-human ${digital_human_id}\`; may be deleted`;

/**
 * Deletes what an earlier search with the same digital human has left. Otherwise it would be the `latest`, which is searched
 * by default. A version that somebody has given a label stays.
 * @returns the numbers of the versions that were deleted
 */
export async function deleteLeftOver(
  context: Context,
  { agent_id, digital_human_id }: { readonly agent_id: number; readonly digital_human_id: number },
): Promise<number[]> {
  const about = aboutTemporary(digital_human_id);
  const deleted: number[] = [];
  for (const { version, commit_message, labels } of await PROMPTS.list(context, agent_id, {
    limit: LOOKED_AT,
  })) {
    if (commit_message !== about || labels.some((label) => label !== "latest")) continue;
    try {
      await context.change("delete_prompt_version", { params: { agent_id, version } });
      deleted.push(version);
    } catch (error) {
      // Somebody else has deleted it meanwhile.
      if (!(error instanceof Failure) || error.outcome !== "not_found") throw error;
    }
  }
  return deleted;
}
