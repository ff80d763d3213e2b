/** The conversations of a lab: submitted calls, and conversations of runs. */
import type { Kysely } from "kysely";
import { LIST_MAXIMUM } from "../../../contract/limits.ts";
import type { Output } from "../../../contract/types.ts";
import { badRequest } from "../../errors.ts";
import { inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import type { Document } from "../documents/documents.ts";
import { requireRows } from "../require-rows.ts";
import type { LabConversation, NamedConversation } from "./membership.ts";

type Named = Output<"LabConversations">["conversations"][number];
type Shown = Output<"LabConversationsAdded">["added_conversation_ids"][number];

interface Conversations {
  readonly call_ids: readonly string[];
  readonly result_ids: readonly number[];
}

/** The one conversation that a body names. 400 if it names two. */
export function requireOne({ call_id, test_result_id }: Named): NamedConversation {
  if (call_id && test_result_id)
    throw badRequest(
      `give either call_id or test_result_id for a conversation, not both: ${call_id} and ${test_result_id}`,
    );
  return call_id ? { type: "call", id: call_id } : { type: "test_result", id: String(test_result_id) };
}

/** Each of them once. */
function conversationsIn(named: readonly Named[]): Conversations {
  const calls = new Set<string>();
  const results = new Set<number>();
  for (const { type, id } of named.map(requireOne))
    if (type === "call") calls.add(id.toLowerCase());
    else results.add(Number(id));
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
      .onConflict((conflict) => conflict.doNothing())
      .returning("call_id")
      .execute(),
  );
  const results = await inChunks(result_ids, (chunk) =>
    transaction
      .insertInto("lab_result")
      .values(chunk.map((simulation_result_id) => ({ lab_id, simulation_result_id })))
      .onConflict((conflict) => conflict.doNothing())
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
  const count = await countConversations(transaction, lab_id);
  if (count > LIST_MAXIMUM)
    throw badRequest(
      `a lab has at most ${LIST_MAXIMUM} conversations, and this would make ${count}; remove some first, or use another lab`,
    );
}

async function countConversations(db: Kysely<Database>, lab_id: string): Promise<number> {
  let count = 0;
  for (const table of ["lab_call", "lab_result"] as const) {
    const { total } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as("total"))
      .where("lab_id", "=", lab_id)
      .executeTakeFirstOrThrow();
    count += Number(total);
  }
  return count;
}

/** A lab's conversations up to a number, always the same ones first, and how many it has. */
export async function someConversations(
  db: Kysely<Database>,
  { id: lab_id }: Document,
  limit: number,
): Promise<{ conversations: LabConversation[]; total: number }> {
  const calls = await db
    .selectFrom("lab_call")
    .select("call_id")
    .where("lab_id", "=", lab_id)
    .orderBy("call_id")
    .limit(limit)
    .execute();
  const results = await db
    .selectFrom("lab_result")
    .select("simulation_result_id")
    .where("lab_id", "=", lab_id)
    .orderBy("simulation_result_id")
    .limit(limit)
    .execute();
  const conversations = [
    ...results.map((row) => ({ ...row, call_id: null })),
    ...calls.map((row) => ({ ...row, simulation_result_id: null })),
  ];
  return { conversations: conversations.slice(0, limit), total: await countConversations(db, lab_id) };
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
