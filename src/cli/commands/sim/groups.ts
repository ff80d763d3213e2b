/** The failures of a run, grouped by their cause. */
import { type PublishedConversation, readConversation } from "../../../contract/readings/conversation.ts";
import { type Cause, causesOf, type FailedConversation } from "../../../engine/groups/causes.ts";
import type { Context } from "../../context.ts";
import type { View } from "../../render/view.ts";
import { eachOf } from "../shared/each-of.ts";

interface Grouped {
  readonly conversations: number;
  readonly failed: number;
  readonly groups: readonly Cause[];
}

/**
 * Asks for the verdicts of conversations that failed, several at the same time, unless the list has them: Parley's own
 * leaves them out, because one answer with those of a thousand conversations would be too large.
 */
export async function groupedFailures(
  context: Context,
  results: readonly PublishedConversation[],
): Promise<Grouped> {
  const listed = results.map(readConversation).filter(({ outcome }) => outcome === "failed");
  const failed = await eachOf(listed, async ({ id, outcome_reason, evaluation }) => ({
    id,
    reason: outcome_reason ?? null,
    verdicts: ((evaluation ?? (await evaluationOf(context, id)))?.verdicts ??
      []) as FailedConversation["verdicts"],
  }));
  return { conversations: results.length, failed: failed.length, groups: causesOf(failed) };
}

async function evaluationOf(context: Context, simulation_result_id: string) {
  const params = { simulation_result_id };
  const { simulation_result } = await context.read("get_simulation_result", { params });
  return readConversation(simulation_result).evaluation;
}

export const groupView: View<Grouped> = {
  kind: "text",
  wraps: true,
  text: ({ conversations, failed, groups }) =>
    [
      `${failed} of ${conversations} conversations failed`,
      ...groups.flatMap((cause) => [
        `${cause.conversations.length} of ${failed}: ${[cause.criterion, cause.clause].filter((one) => one !== null).join(": ") || "no reason is known"}`,
        `  ${[
          ...(cause.tool === null ? [] : [`tool ${cause.tool}`]),
          ...(cause.turn === null ? [] : [`turn ${cause.turn}`]),
          `${cause.conversations.length === 1 ? "result" : "results"} ${cause.conversations.map((id) => id || "without an id").join(", ")}`,
        ].join("; ")}`,
      ]),
    ].join("\n"),
};
