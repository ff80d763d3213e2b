/** Tries metrics on conversations that are stored. Their own evaluations stay as they are. */
import type { Output } from "../../contract/types.ts";
import { isEvaluable, whyNot } from "../domain/conversations/evaluate-again.ts";
import { requireResult } from "../domain/conversations/results.ts";
import type { LabConversation } from "../domain/labs/membership.ts";
import { conflict } from "../errors.ts";
import { tryOnCall } from "./evaluate-call.ts";
import { tryOnResult } from "./evaluate-result.ts";
import type { Evaluating } from "./evaluator.ts";
import type { SelectedMetrics } from "./select-metrics.ts";

type Verdict = Output<"Verdict">;

/**
 * The verdicts of these metrics on a conversation, in their order. 409 for a conversation of a run that is not over, or
 * that says nothing about its agent.
 */
export async function tryMetrics(
  service: Evaluating,
  organization_id: string,
  { call_id, simulation_result_id }: LabConversation,
  selected: SelectedMetrics,
): Promise<Verdict[]> {
  const { signal } = new AbortController();
  const { evaluation } =
    call_id === null
      ? await tryOnResult(
          service,
          await settled(service, organization_id, simulation_result_id),
          selected,
          signal,
        )
      : await tryOnCall(service, call_id, selected, signal);
  const { verdicts }: Pick<Output<"Evaluation">, "verdicts"> = JSON.parse(evaluation);
  return selected.requested.map(({ id }) => {
    const verdict = verdicts.find(({ metric_id }) => metric_id === id);
    if (!verdict) throw new Error(`metric ${id} has no verdict`);
    return verdict;
  });
}

async function settled({ db }: Evaluating, organization_id: string, id: number | null) {
  const result = await requireResult(db, organization_id, String(id));
  if (result.outcome === null)
    throw conflict(`conversation ${result.id} is not over and evaluated yet; try again when it is`);
  if (!isEvaluable(result))
    throw conflict(`conversation ${result.id} cannot be evaluated: ${whyNot(result)}`);
  return result;
}
