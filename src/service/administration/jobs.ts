import type { Output } from "../../contract/types.ts";
import { unsettleResult } from "../domain/conversations/evaluate-again.ts";
import { conflict, notFound } from "../errors.ts";
import type { JobKind, JobPayloads } from "../jobs/promised.ts";
import type { Row } from "../store/schema.ts";
import type { Administration } from "./administration.ts";

/** How many jobs of one kind there are. */
export interface JobCount {
  readonly kind: string;
  /** Not started yet. */
  readonly waiting: number;
  /** Started and not finished: running, or left over from a process that died. */
  readonly running: number;
  readonly set_aside: number;
}

/** A job that is no longer worked on. */
export interface SetAside {
  readonly id: number;
  readonly kind: string;
  /** The id of the call, or of the conversation of a run. */
  readonly call_id: string | null;
  readonly simulation_result_id: number | null;
  readonly added_at: string | null;
  readonly set_aside_at: string;
  /** Attempts in which a process died. */
  readonly crashes: number;
}

/** The jobs that are not done yet, by kind. */
export async function countJobs({ db }: Administration): Promise<JobCount[]> {
  const rows = await db
    .selectFrom("job")
    .select(["kind", "worker", "unfinished", "set_aside_at"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(["kind", "worker", "unfinished", "set_aside_at"])
    .orderBy("kind")
    .execute();
  const counts = new Map<string, JobCount>();
  for (const { kind, worker, unfinished, set_aside_at, count } of rows) {
    const of_kind = counts.get(kind) ?? { kind, waiting: 0, running: 0, set_aside: 0 };
    const state = set_aside_at ? "set_aside" : worker !== null || unfinished > 0 ? "running" : "waiting";
    counts.set(kind, { ...of_kind, [state]: of_kind[state] + Number(count) });
  }
  return [...counts.values()];
}

/** Jobs that were set aside, oldest first. */
export async function listSetAside({ db }: Pick<Administration, "db">): Promise<SetAside[]> {
  const rows = await db
    .selectFrom("job")
    .selectAll()
    .where("set_aside_at", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(show);
}

function show({ id, kind, payload, added_at, set_aside_at, unfinished }: Row<"job">): SetAside {
  const { call_id = null, simulation_result_id = null } = JSON.parse(payload);
  return {
    id,
    kind,
    call_id,
    simulation_result_id,
    added_at,
    set_aside_at: set_aside_at ?? "",
    crashes: unfinished,
  };
}

/**
 * Puts jobs back as if they had never been tried. Their calls and conversations wait for evaluation again.
 * 404 for an unknown job, 409 for one that was not set aside; then none is put back.
 */
export async function retryJobs(
  { write, now, jobs }: Administration,
  ids: readonly number[],
): Promise<SetAside[]> {
  return write(async (transaction) => {
    const retried: SetAside[] = [];
    const kinds = new Set<JobKind>();
    for (const id of new Set(ids)) {
      const job = await transaction.selectFrom("job").selectAll().where("id", "=", id).executeTakeFirst();
      if (!job) throw notFound("job", String(id));
      if (job.set_aside_at === null)
        throw conflict(`job ${id} is not set aside; the service is still working on it`);
      const reopen = reopeners[job.kind as JobKind];
      await reopen?.(transaction, JSON.parse(job.payload));
      await transaction
        .updateTable("job")
        .set({ set_aside_at: null, unfinished: 0, attempts: 0, due_at: now().toISOString() })
        .where("id", "=", id)
        .execute();
      retried.push(show(job));
      kinds.add(job.kind as JobKind);
    }
    await jobs.tell(transaction, kinds);
    return retried;
  });
}

type Reopener<K extends JobKind> = (
  transaction: Administration["db"],
  payload: JobPayloads[K],
) => Promise<void>;

/** Reverts what setting the job aside had closed. */
const reopeners: { readonly [K in JobKind]?: Reopener<K> } = {
  async evaluate_call(transaction, { call_id }) {
    const status: Output<"CallLog">["status"] = "QUEUED";
    await transaction
      .updateTable("call")
      .set({ status, evaluation: null })
      .where("id", "=", call_id)
      .where("status", "=", "INCOMPLETED")
      .execute();
  },
  evaluate_result: (transaction, { simulation_result_id }) =>
    unsettleResult(transaction, simulation_result_id, ["incompleted"]),
};
