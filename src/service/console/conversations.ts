/** The conversations on a board: those in progress, and those that ended recently. */
import { sql } from "kysely";
import { groupBy } from "../../contract/group-by.ts";
import type { Clock } from "../clock.ts";
import { inChunks } from "../store/chunks.ts";
import type { Store } from "../store/store.ts";

/** Conversations of an organization. */
const SHOWN_MAXIMUM = 500;
/** How long an ended conversation is shown. */
const OVER_MS = 10 * 60_000;

/** Each conversation as JSON, by its id. */
export type Conversations = ReadonlyMap<string, string>;

/** The conversations of each of these organizations. */
export async function conversationsOf(
  { db, now }: Pick<Store, "db"> & Clock,
  organization_ids: readonly string[],
): Promise<Map<string, Conversations>> {
  const since = new Date(now().getTime() - OVER_MS).toISOString();
  const rows = await inChunks(organization_ids, (ids) =>
    db
      .selectFrom((query) =>
        query
          .selectFrom("simulation_result")
          .select(["id", "organization_id", "simulation_run_id", "agent_id", "digital_human_id"])
          .select(["repetition", "status", "outcome", "started_at", "ended_at"])
          .select(({ fn }) =>
            fn
              .agg<number>("row_number")
              .over((over) =>
                over
                  .partitionBy("organization_id")
                  // Those that have not begun never take the place of those that run.
                  .orderBy(sql`case when status = 'QUEUED' then 1 else 0 end`)
                  .orderBy("id", "desc"),
              )
              .as("place"),
          )
          .where("organization_id", "in", ids)
          .where(({ or, eb }) =>
            or([
              eb("status", "not in", ["COMPLETED", "INCOMPLETED", "REJECTED"]),
              eb("ended_at", ">", since),
            ]),
          )
          .as("result"),
      )
      .innerJoin("simulation_run_digital_human as human", (join) =>
        join
          .onRef("human.simulation_run_id", "=", "result.simulation_run_id")
          .onRef("human.digital_human_id", "=", "result.digital_human_id"),
      )
      .select(["result.organization_id", "human.record"])
      .select(["result.id", "result.simulation_run_id", "result.agent_id", "result.digital_human_id"])
      .select([
        "result.repetition",
        "result.status",
        "result.outcome",
        "result.started_at",
        "result.ended_at",
      ])
      .select(({ selectFrom }) =>
        selectFrom("conversation_entry as entry")
          .whereRef("entry.simulation_result_id", "=", "result.id")
          .select(({ fn }) => fn.countAll().as("turns"))
          .as("turns"),
      )
      .where("result.place", "<=", SHOWN_MAXIMUM)
      .orderBy("result.id", "desc")
      .execute(),
  );
  const rows_of = groupBy(rows, ({ organization_id }) => organization_id);
  return new Map(organization_ids.map((id) => [id, new Map((rows_of.get(id) ?? []).map(asJson))]));
}

interface Shown {
  readonly organization_id: string;
  readonly record: string;
  readonly id: number;
  readonly turns: number | string | bigint | null;
}

const asJson = ({ organization_id: _, record, id, turns, ...row }: Shown): [string, string] => [
  String(id),
  JSON.stringify({ id: String(id), name: nameIn(record), turns: Number(turns ?? 0), ...row }),
];

const nameIn = (record: string): string | null => {
  const { name } = JSON.parse(record) as { name?: unknown };
  return typeof name === "string" ? name : null;
};
