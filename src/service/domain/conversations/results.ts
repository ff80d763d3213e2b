/** The conversations of a run, with what was said and which tools were called. */
import type { Kysely } from "kysely";
import { groupBy } from "../../../contract/group-by.ts";
import type { Output } from "../../../contract/types.ts";
import { notFound } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database, Row } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";
import { readUnknownFields } from "../unknown-fields.ts";
import { worldStepsIn } from "../worlds/recorded-call.ts";
import type { CallerReport } from "./caller-report.ts";
import { NO_REPORT } from "./report.ts";

type Result = Row<"simulation_result">;

/** The organization's conversation with this id, or 404. Text that is not a number never matches. */
export async function requireResult(
  db: Kysely<Database>,
  organization_id: string,
  simulation_result_id: string,
): Promise<Result> {
  const id = numberOf(simulation_result_id);
  const row =
    id === undefined
      ? undefined
      : await db
          .selectFrom("simulation_result")
          .selectAll()
          .where("id", "=", id)
          .where("organization_id", "=", organization_id)
          .executeTakeFirst();
  if (!row) throw notFound("simulation result", simulation_result_id);
  return row;
}

/** What was said and which tools were called, by conversation id, in the order of arrival. */
export async function contentsOf(db: Kysely<Database>, rows: readonly Result[]) {
  const ids = rows.map((row) => row.id);
  const entries = await inChunks(ids, (chunk) =>
    db
      .selectFrom("conversation_entry")
      .selectAll()
      .where("simulation_result_id", "in", chunk)
      .orderBy("id")
      .execute(),
  );
  const tool_calls = await inChunks(ids, (chunk) =>
    db
      .selectFrom("logged_tool_call")
      .selectAll()
      .where("simulation_result_id", "in", chunk)
      .orderBy("id")
      .execute(),
  );
  return {
    entries: groupBy(entries, (row) => row.simulation_result_id),
    tool_calls: groupBy(tool_calls, (row) => row.simulation_result_id),
  };
}

export type ShownResult = ReturnType<typeof showResult>;

/** A conversation without its evaluation, which is its largest part. */
export function showResult(
  { organization_id, opens_at, report, criteria, evaluation, revision, stated, world_key, ...shown }: Result,
  { entries, tool_calls }: Awaited<ReturnType<typeof contentsOf>>,
) {
  const { id } = shown;
  const parsed: Output<"SimulationResult">["criteria"] = criteria === null ? null : JSON.parse(criteria);
  const calls = tool_calls.get(id) ?? [];
  return {
    ...shown,
    ...(world_key !== null && shown.ended_at === null && { world_path: `/worlds/${world_key}` }),
    ...(world_key !== null && { world_steps: worldStepsIn(calls) }),
    ...readReport(report),
    criteria: parsed,
    transcript: (entries.get(id) ?? []).map(showEntry),
    tool_calls: calls.map(showToolCall),
  };
}

/** The digital human's report on its conversation. */
export const readReport = (report: string | null): CallerReport =>
  report === null ? NO_REPORT : { ...NO_REPORT, ...JSON.parse(report) };

const showEntry = ({
  role,
  message,
  message_id,
  start_offset_ms,
  unknown_fields,
}: Row<"conversation_entry">) => ({
  ...readUnknownFields(unknown_fields),
  role,
  message,
  message_id,
  start_offset_ms,
});

const showToolCall = ({
  name,
  parameters,
  output,
  start_offset_ms,
  unknown_fields,
}: Row<"logged_tool_call">) => ({
  ...readUnknownFields(unknown_fields),
  name,
  parameters: (parameters === null ? null : JSON.parse(parameters)) as Record<string, unknown> | null,
  output: JSON.parse(output) as unknown,
  start_offset_ms,
});
