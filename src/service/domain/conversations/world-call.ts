/** A call of a tool of a conversation's world: answered, recorded as the conversation's tool call, and what it changed. */
import type { Kysely } from "kysely";
import { isObject } from "../../../contract/is-object.ts";
import { TOOL_NAME_MAXIMUM, WORLD_LIMITS } from "../../../contract/limits.ts";
import { handsOver } from "../../../engine/metrics/tools/effectful.ts";
import { callTool, type ToolAnswer } from "../../../engine/world/call.ts";
import { stateAfter } from "../../../engine/world/state.ts";
import type { Clock } from "../../clock.ts";
import { Refused } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { WorldCall } from "../worlds/recorded-call.ts";
import type { WithWorlds } from "../worlds/stored.ts";
import { loadConversation } from "./conversation.ts";
import { endConversations } from "./end.ts";
import { logToolCall } from "./entries.ts";

export type Calling = Store & Clock & Ids & Jobs & WithWorlds;

export interface CalledTool {
  readonly tool: string;
  readonly arguments: unknown;
}

interface ConversationKey {
  readonly simulation_result_id: number;
}

const hold = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .updateTable("simulation_result")
    .set({ status: "RUNNING" })
    .where("id", "=", simulation_result_id)
    .where("ended_at", "is", null),
);

const selectByKey = prepared((db, { world_key }: { readonly world_key: string }) =>
  db.selectFrom("simulation_result").select("id").where("world_key", "=", world_key),
);

const selectCalls = prepared((db, { simulation_result_id }: ConversationKey) =>
  db
    .selectFrom("logged_tool_call")
    .select(["name", "world"])
    .where("simulation_result_id", "=", simulation_result_id)
    .where("world", "is not", null)
    .orderBy("id"),
);

/** @throws Refused (404, 409, 410) if the conversation has no world, has not begun, or has ended */
export async function callWorld(
  service: Calling,
  simulation_result_id: number,
  { tool, arguments: given }: CalledTool,
): Promise<ToolAnswer> {
  // A world that has to be read and compiled first keeps no other writer waiting.
  const { world } = await openWorld(service, service.db, simulation_result_id);
  return service.write(async (transaction) => {
    // Calls of one conversation wait for one another: each sees what the one before has changed.
    await hold(transaction, { simulation_result_id });
    await service.worlds.yieldIfDue();
    const { conversation } = await openWorld(service, transaction, simulation_result_id);
    const calls_before = await worldCallsOf(transaction, simulation_result_id);
    if (calls_before.length >= WORLD_LIMITS.calls)
      return overLimit(
        `the conversation has made ${calls_before.length} calls, and it can make no more (limit: calls)`,
      );
    const state = stateAfter(
      world.tables,
      calls_before.flatMap(({ changes }) => changes),
    );
    const nth = calls_before.filter(({ name }) => name === tool).length + 1;
    const began_at = conversation.result.started_at ?? service.now().toISOString();
    const answer = callTool(world, state, { tool, arguments: given, nth, began_at });
    const { status, changes, fault, ran, failed } = answer;
    const recorded: WorldCall = { status, changes, fault, ran, failed };
    await logToolCall(
      transaction,
      conversation,
      {
        name: tool.slice(0, TOOL_NAME_MAXIMUM),
        parameters: isObject(given) ? given : null,
        output: answer.answer,
      },
      service.now(),
      JSON.stringify(recorded),
    );
    if (status === 200 && handsOver(tool) && conversation.caller().hangup_on_transfer === true)
      await endConversations(transaction, service, [simulation_result_id], "transferred", service.now());
    return answer;
  });
}

const overLimit = (error: string): ToolAnswer => ({
  status: 429,
  answer: { error },
  changes: [],
  wait_ms: 0,
});

/** The world of a conversation that is in progress. */
export async function openWorld(service: WithWorlds, db: Kysely<Database>, simulation_result_id: number) {
  const conversation = await loadConversation(db, simulation_result_id);
  if (!conversation || conversation.world_id === null)
    throw new Refused(404, "this conversation has no world");
  const { status, ended_at } = conversation.result;
  if (ended_at !== null) throw new Refused(410, "the conversation has ended, and its world with it");
  if (status === "QUEUED") throw new Refused(409, "the conversation has not begun");
  return { conversation, ...(await service.worlds.stored(db, conversation.world_id)) };
}

/** The conversation that a key opens. */
export async function conversationOfKey(
  { db }: Pick<Store, "db">,
  world_key: string,
): Promise<number | undefined> {
  const [row] = await selectByKey(db, { world_key });
  return row?.id;
}

/** The calls that the world has recorded, in their order. */
async function worldCallsOf(db: Kysely<Database>, simulation_result_id: number) {
  const rows = await selectCalls(db, { simulation_result_id });
  return rows.map(({ name, world }) => ({ name, ...(JSON.parse(world ?? "{}") as WorldCall) }));
}
