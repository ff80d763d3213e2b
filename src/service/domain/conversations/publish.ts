/** Conversations of runs in the form of the hosted API, with Parley's additional fields. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import {
  type MetricRecords,
  metricRecords,
  metricsOf,
  publishEvaluation,
  reportedOf,
} from "../../published/evaluation.ts";
import { groupCalls, reportedCalls } from "../../published/tool-calls.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";
import { distinct } from "../ids.ts";
import { withStepIntent } from "./journey.ts";
import { contentsOf, type ShownResult, showResult } from "./results.ts";
import { type ResultUpdate, updatesOf } from "./updates.ts";
import { showVersions } from "./versions.ts";
import { withoutRecorded } from "./world-recorded.ts";

type Listed = Output<"ListedSimulationResult">;
type Evaluation = Output<"Evaluation">;

/** For how many evaluations metrics are looked up at once. */
const AT_ONCE = 20;

/** Conversations of runs, in their order, each with Parley's own evaluation. */
export async function publishResults(
  db: Kysely<Database>,
  rows: readonly Row<"simulation_result">[],
): Promise<{ readonly listed: Listed; readonly evaluation: Evaluation | null }[]> {
  const contents = await contentsOf(db, rows);
  const expected = await expectedCalls(db, rows);
  const versions = await versionsOfRuns(db, rows);
  const updates = await updatesOf(
    db,
    rows.map(({ id }) => id),
  );
  const published: { listed: Listed; evaluation: Evaluation | null }[] = [];
  // An evaluation may be large.
  const yieldIfDue = createYielder();
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const evaluations: (Evaluation | null)[] = [];
    for (const { evaluation } of some) {
      await yieldIfDue();
      evaluations.push(evaluation === null ? null : JSON.parse(evaluation));
    }
    const records = await metricRecords(db, metricsOf(evaluations));
    for (const [index, row] of some.entries()) {
      await yieldIfDue();
      const evaluation = evaluations[index] ?? null;
      const about = {
        expected: expected(row),
        told: withoutRecorded(updates.get(row.id) ?? {}, contents.tool_calls.get(row.id) ?? []),
        versions: showVersions(versions.get(row.simulation_run_id) ?? null, row.stated),
        evaluation,
        records,
      };
      published.push({ listed: publish(showResult(row, contents), about), evaluation });
    }
  }
  return published;
}

interface About {
  readonly expected: Expected;
  readonly told: ResultUpdate;
  readonly versions: Listed["versions"];
  readonly evaluation: Evaluation | null;
  readonly records: MetricRecords;
}

function publish(result: ShownResult, { expected, told, versions, evaluation, records }: About): Listed {
  const { started_at, ended_at, tool_calls, outcome, outcome_reason, ...others } = result;
  const published =
    evaluation &&
    publishEvaluation(
      { id: String(result.id), goal_success: successOf(outcome), goal_reasoning: outcome_reason },
      reportedOf(evaluation),
      records,
    );
  const { events, tool_calls: told_calls, ...told_fields } = told;
  return {
    ...others,
    versions,
    ...told_fields,
    outcome,
    outcome_reason,
    ...(evaluation?.suspicions && { suspicions: evaluation.suspicions }),
    start_time: started_at,
    end_time: ended_at,
    duration: started_at && ended_at ? secondsBetween(started_at, ended_at) : null,
    result: null,
    custom_metrics: published?.custom_metrics ?? null,
    latency: published?.latency ?? null,
    events: events ?? null,
    transcript_url: null,
    audio_url: null,
    evaluations: published && [published],
    tool_calls: groupCalls(expected, [...tool_calls, ...reportedCalls(told_calls)]),
  };
}

const successOf = (outcome: string | null) =>
  outcome === "passed" ? true : outcome === "failed" ? false : null;

const secondsBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000);

/** What the runs of these conversations test. */
async function versionsOfRuns(db: Kysely<Database>, rows: readonly Row<"simulation_result">[]) {
  const runs = await inChunks(distinct(rows.map((row) => row.simulation_run_id)), (chunk) =>
    db.selectFrom("simulation_run").select(["id", "versions"]).where("id", "in", chunk).execute(),
  );
  return new Map(runs.map(({ id, versions }) => [id, versions]));
}

type Expected = NonNullable<DigitalHumanRecord["expected_tool_calls"]>;

/** The tool calls that the digital humans expected when their run was queued. */
async function expectedCalls(db: Kysely<Database>, rows: readonly Row<"simulation_result">[]) {
  const keyOf = (row: { simulation_run_id: number; digital_human_id: number }) =>
    `${row.simulation_run_id}.${row.digital_human_id}`;
  const callers = await inChunks(distinct(rows.map((row) => row.simulation_run_id)), (chunk) =>
    db
      .selectFrom("simulation_run_digital_human")
      .select(["simulation_run_id", "digital_human_id", "record"])
      .where("simulation_run_id", "in", chunk)
      .execute(),
  );
  const byDigitalHuman = new Map<string, DigitalHumanRecord>();
  for (const row of callers) byDigitalHuman.set(keyOf(row), JSON.parse(row.record));
  return (row: Row<"simulation_result">): Expected => {
    const record = byDigitalHuman.get(keyOf(row));
    return (record && withStepIntent(record, row.journey_step).expected_tool_calls) ?? [];
  };
}
