/** Evaluations in the form of the hosted API, derived from Parley's own. */
import type { Kysely } from "kysely";
import { passesOrFails } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { explainVerdict } from "../../engine/explain-verdict.ts";
import { inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";

type Evaluation = Output<"Evaluation">;
type Verdict = Output<"Verdict">;
type Published = Output<"PublishedEvaluation">;

/**
 * What webhooks and alerts say about an evaluation. It has no evidence, so it stays short even if the
 * evaluation is large.
 */
export interface ReportedEvaluation extends Pick<Evaluation, "evaluated_at" | "counts"> {
  /** Only those whose value is a number, a text, true, or false. */
  readonly metrics: readonly Pick<Evaluation["metrics"][number], "id" | "status" | "value">[];
  readonly verdicts: readonly ReportedVerdict[];
}

interface ReportedVerdict
  extends Pick<
    Verdict,
    "metric_id" | "name" | "response_type" | "requested_by" | "status" | "reason" | "value"
  > {
  /** Why this verdict was reached, in one line. */
  readonly explanation: string | null;
}

export const reportedOf = ({ evaluated_at, counts, metrics, verdicts }: Evaluation): ReportedEvaluation => ({
  evaluated_at,
  counts,
  metrics: metrics
    .filter(({ value }) => value !== null && typeof value !== "object")
    .map(({ id, status, value }) => ({ id, status, value })),
  verdicts: verdicts.map((verdict) => {
    const { metric_id, name, response_type, requested_by, status, reason, value } = verdict;
    return {
      metric_id,
      name,
      response_type,
      requested_by,
      status,
      ...(reason !== undefined && { reason }),
      value,
      explanation: verdict.reasoning ?? explainVerdict(verdict) ?? reason ?? null,
    };
  }),
});

/** Custom metrics by id, for the fields that a verdict does not repeat. */
export type MetricRecords = ReadonlyMap<string, Partial<Output<"CustomMetricCreate">>>;

/** The ids of the metrics in the verdicts. */
export function metricsOf(
  evaluations: readonly ({ readonly verdicts: readonly Pick<Verdict, "metric_id">[] } | null)[],
): string[] {
  const verdicts = evaluations.flatMap((evaluation) => evaluation?.verdicts ?? []);
  return [...new Set(verdicts.flatMap(({ metric_id }) => metric_id ?? []))];
}

/** The metrics with these ids. Deleted ones are absent. */
export async function metricRecords(db: Kysely<Database>, ids: readonly string[]): Promise<MetricRecords> {
  const rows = await inChunks(ids, (chunk) =>
    db.selectFrom("custom_metric").select(["id", "record"]).where("id", "in", chunk).execute(),
  );
  return new Map(rows.map(({ id, record }) => [id, JSON.parse(record)]));
}

interface About {
  readonly id: string;
  /** The verdict on the conversation as a whole. */
  readonly goal_success: boolean | null;
  readonly goal_reasoning: string | null;
}

export function publishEvaluation(
  { id, goal_success, goal_reasoning }: About,
  { evaluated_at, verdicts, metrics }: ReportedEvaluation,
  records: MetricRecords,
): Published {
  const measured = (metric: string) => {
    const measured = metrics.find((candidate) => candidate.id === metric && candidate.status === "EVALUATED");
    return typeof measured?.value === "number" ? measured.value : null;
  };
  const seconds = (name: string) => {
    const ms = measured(`agent.response_latency.${name}`);
    return ms === null ? null : ms / 1000;
  };
  const latency = {
    avg_agent_latency: seconds("mean"),
    max_agent_latency: seconds("max"),
    p50_agent_latency: seconds("p50"),
    p90_agent_latency: seconds("p90"),
    p95_agent_latency: seconds("p95"),
    p99_agent_latency: null,
  };
  const hasLatency = Object.values(latency).some((value) => value !== null);
  return {
    id,
    created_at: evaluated_at,
    goal_success,
    goal_reasoning,
    custom_metrics: verdicts.map((verdict) => publishVerdict(verdict, records)),
    agent_speak_percentage: measured("talk_share_of_speech.agent"),
    avg_agent_latency: latency.avg_agent_latency,
    latency: hasLatency ? latency : null,
    num_turns: measured("turn_count"),
    ...NOT_JUDGED,
  };
}

/** An evaluation in the form in which it is stored, and what webhooks and alerts say about it. */
export const written = (evaluation: Evaluation) => ({
  evaluation: JSON.stringify(evaluation),
  reported: reportedOf(evaluation),
});

/**
 * The result for a call. It went well if everything that was judged passed. It is undecided if nothing was
 * judged, or not everything.
 */
export function publishCallEvaluation(
  id: string,
  evaluation: ReportedEvaluation,
  records: MetricRecords,
): Published {
  const { passed, failed, not_evaluated, error } = evaluation.counts;
  const all = passed > 0 && not_evaluated + error === 0 ? true : null;
  return publishEvaluation(
    { id, goal_success: failed > 0 ? false : all, goal_reasoning: null },
    evaluation,
    records,
  );
}

/** Fields that the hosted service judges with its own models. */
const NOT_JUDGED = {
  filler_ignored_latency: null,
  hallucination: null,
  hallucination_reasoning: null,
  redundancy: null,
  redundancy_reasoning: null,
  call_summary: null,
  custom_evals: null,
  custom_evals_success_rate: null,
  pronunciation_score: null,
  pronunciation_reasoning: null,
} as const;

function publishVerdict(verdict: ReportedVerdict, records: MetricRecords): Output<"FoundMetric"> {
  const { metric_id, name, response_type, status } = verdict;
  const record = records.get(metric_id ?? "") ?? {};
  return {
    metric_id,
    name,
    description: record.description ?? "",
    response_type,
    status,
    response_value: status === "EVALUATED" ? wordOf(verdict) : status.toLowerCase(),
    reasoning: verdict.explanation,
    min_value: record.min_value ?? null,
    max_value: record.max_value ?? null,
    category: record.category ?? null,
    tags: record.tags ?? null,
    scoring_guidance: record.scoring_guidance ?? null,
    enum_options: record.enum_options ?? null,
  };
}

function wordOf({ response_type, value }: Pick<Verdict, "response_type" | "value">): string {
  if (typeof value === "boolean") {
    const [yes, no] = passesOrFails({ response_type }) ? ["pass", "fail"] : ["yes", "no"];
    return value ? yes : no;
  }
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
