import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database } from "../../store/schema.ts";
import { endConversations } from "./end.ts";

/** The agent did not accept a turn of the digital human, so it cannot answer it. The conversation ends. */
export async function onAgentUnreachable(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids,
  simulation_result_id: number,
): Promise<void> {
  await endConversations(transaction, service, [simulation_result_id], "agent_unreachable", service.now());
}
