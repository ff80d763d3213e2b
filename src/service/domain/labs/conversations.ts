/** The conversations of a lab: submitted calls, and conversations of runs. */
import type { Kysely } from "kysely";
import { LIST_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import type { Document } from "../documents/documents.ts";
import { requireRows } from "../require-rows.ts";

type Named = Output<"LabConversations">["conversations"][number];
type Shown = Output<"LabConversationsAdded">["added_conversation_ids"][number];

interface Conversations {
  readonly call_ids: readonly string[];
  readonly result_ids: readonly number[];
}

/** Each of them once. 400 for one that names two conversations. */
function conversationsIn(named: readonly Named[]): Conversations {
  const calls = new Set<string>();
  const results = new Set<number>();
  for (const { call_id, test_result_id } of named) {
    if (call_id && test_result_id)
      throw badRequest(
        `give either call_id or test_result_id for a conversation, not both: ${call_id} and ${test_result_id}`,
      );
    if (call_id) calls.add(call_id.toLowerCase());
    else if (test_result_id) results.add(test_result_id);
  }
  return { call_ids: [...calls], result_ids: [...results] };
}

/** Adds those that the lab does not have yet, and returns them. 404 names those that do not exist. */
export async function addConversations(
  transaction: Kysely<Database>,
  { id: lab_id, organization_id }: Document,
  named: readonly Named[],
): Promise<Shown[]> {
  const { call_ids, result_ids } = conversationsIn(named);
  await requireRows(transaction, "call", organization_id, call_ids);
  await requireRows(transaction, "simulation_result", organization_id, result_ids);
  const calls = await inChunks(call_ids, (chunk) =>
    transaction
      .insertInto("lab_call")
      .values(chunk.map((call_id) => ({ lab_id, call_id })))
      .onConflict((known) => known.doNothing())
      .returning("call_id")
      .execute(),
  );
  const results = await inChunks(result_ids, (chunk) =>
    transaction
      .insertInto("lab_result")
      .values(chunk.map((simulation_result_id) => ({ lab_id, simulation_result_id })))
      .onConflict((known) => known.doNothing())
      .returning("simulation_result_id")
      .execute(),
  );
  await refuseTooMany(transaction, lab_id);
  return [
    ...calls.map(({ call_id }) => ({ call_id, test_result_id: null })),
    ...results.map((added) => ({ call_id: null, test_result_id: added.simulation_result_id })),
  ];
}

/** 400 if the lab has more conversations than it may, so that the transaction adds none. */
async function refuseTooMany(transaction: Kysely<Database>, lab_id: string): Promise<void> {
  let count = 0;
  for (const table of ["lab_call", "lab_result"] as const) {
    const { total } = await transaction
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("total"))
      .where("lab_id", "=", lab_id)
      .executeTakeFirstOrThrow();
    count += Number(total);
  }
  if (count > LIST_MAXIMUM)
    throw badRequest(
      `a lab has at most ${LIST_MAXIMUM} conversations, and this would make ${count}; remove some first, or use another lab`,
    );
}

/** Takes them out of the lab, and returns how many it had. Those that it lacks need not exist. */
export async function removeConversations(
  transaction: Kysely<Database>,
  { id: lab_id }: Document,
  named: readonly Named[],
): Promise<number> {
  const { call_ids, result_ids } = conversationsIn(named);
  const calls = await inChunks(call_ids, (chunk) =>
    transaction
      .deleteFrom("lab_call")
      .where("lab_id", "=", lab_id)
      .where("call_id", "in", chunk)
      .returning("call_id")
      .execute(),
  );
  const results = await inChunks(result_ids, (chunk) =>
    transaction
      .deleteFrom("lab_result")
      .where("lab_id", "=", lab_id)
      .where("simulation_result_id", "in", chunk)
      .returning("simulation_result_id")
      .execute(),
  );
  return calls.length + results.length;
}
