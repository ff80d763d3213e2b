/** The events that webhooks get about runs and their conversations. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import {
  type MetricRecords,
  metricRecords,
  metricsOf,
  publishEvaluation,
  type ReportedEvaluation,
} from "../../published/evaluation.ts";
import { groupCalls, reportedCalls } from "../../published/tool-calls.ts";
import type { Database, Row } from "../../store/schema.ts";
import { recordOf } from "../digital-humans/record.ts";
import { loadCaller } from "./caller.ts";
import { contentsOf, showResult } from "./results.ts";
import { updateOf } from "./updates.ts";
import { withoutRecorded } from "./world-recorded.ts";

type Result = Row<"simulation_result">;

/** An ended conversation. `simulation_result_id` and `end_reason` are Parley's own. */
export const endedFields = (result: Result) => ({
  id: result.id,
  digital_human_id: result.digital_human_id,
  status: result.status,
  simulation_run_id: result.simulation_run_id,
  created_at: result.created_at,
  start_time: result.started_at,
  end_time: result.ended_at,
  duration: durationOf(result),
  simulation_id: result.simulation_id,
  agent_id: result.agent_id,
  simulation_result_id: String(result.id),
  end_reason: result.end_reason,
});

/** Whole seconds. */
const durationOf = ({ started_at, ended_at }: Result) =>
  started_at === null || ended_at === null
    ? null
    : Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000);

/** An evaluated conversation with its results. `outcome` and `outcome_reason` are Parley's own. */
export async function evaluatedFields(
  db: Kysely<Database>,
  result: Result,
  reported: ReportedEvaluation | undefined,
) {
  const { outcome, outcome_reason } = result;
  const contents = await contentsOf(db, [result]);
  const { tool_calls } = showResult(result, contents);
  const { digital_human } = await loadCaller(db, result);
  const update = withoutRecorded(await updateOf(db, result.id), contents.tool_calls.get(result.id) ?? []);
  return {
    ...endedFields(result),
    folder_id: null,
    evaluations: reported
      ? [publishedOf(result, reported, await metricRecords(db, metricsOf([reported])))]
      : [],
    events: update.events ?? [],
    tool_calls: groupCalls(digital_human.expected_tool_calls ?? [], [
      ...tool_calls,
      ...reportedCalls(update.tool_calls),
    ]),
    tags: update.tags ?? [],
    metadata: update.metadata ?? {},
    outcome,
    outcome_reason,
  };
}

/** An evaluation of a conversation. The goal is its outcome. */
export const publishedOf = (
  { id, outcome, outcome_reason: goal_reasoning }: Result,
  evaluation: ReportedEvaluation,
  records: MetricRecords,
): Output<"PublishedEvaluation"> =>
  publishEvaluation(
    { id: String(id), goal_success: outcome === "incompleted" ? null : outcome === "passed", goal_reasoning },
    evaluation,
    records,
  );

/** The start of an outbound run. */
export function startedFields(
  { id, simulation_id, agent_id }: Row<"simulation_run">,
  members: readonly Row<"digital_human">[],
  planned: readonly { readonly digital_human_id: number }[],
  simulation_result_ids: readonly number[],
) {
  const conversations = planned.map(({ digital_human_id }, at) => ({
    digital_human_id,
    id: simulation_result_ids[at],
  }));
  return {
    agent_id,
    simulation_id,
    simulation_run_id: id,
    digital_humans: members.map((member) => {
      const { name = null, phone_number = null } = recordOf(member);
      const own = conversations.filter(({ digital_human_id }) => digital_human_id === member.id);
      return {
        id: member.id,
        name,
        phone_number,
        associated_simulation_result_ids: own.map((result) => result.id),
      };
    }),
  };
}
