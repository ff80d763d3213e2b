import type { Kysely } from "kysely";
import type { Service } from "../../handler.ts";
import type { Database, Row } from "../../store/schema.ts";
import { takeStacked } from "./entries.ts";
import { takeStep } from "./step.ts";

/**
 * The agent has finished its turn: the messages that were stacked for it are one batch, and the digital human answers
 * it. A turn without any text is none. Returns whether the digital human has ended the conversation.
 */
export async function onAgentTurn(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId">,
  result: Row<"simulation_result">,
  at: Date,
): Promise<boolean> {
  const heard = (await takeStacked(transaction, result.id)).join("\n");
  if (heard === "") return false;
  const { end } = await takeStep(transaction, service, result, { event: "message", heard }, at);
  return end !== undefined;
}
