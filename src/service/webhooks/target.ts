import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import type { Database, Row } from "../store/schema.ts";

export interface Target {
  readonly url: string;
  readonly secret: string | undefined;
}

/**
 * Where a delivery goes now: an agent's address may have changed since the message was written, and the new one is
 * right. Undefined when there is no address any more.
 */
export async function targetOf(
  db: Kysely<Database>,
  { webhook_id, agent_id }: Pick<Row<"webhook_delivery">, "webhook_id" | "agent_id">,
): Promise<Target | undefined> {
  if (webhook_id !== null)
    return db.selectFrom("webhook").select(["url", "secret"]).where("id", "=", webhook_id).executeTakeFirst();
  if (agent_id === null) return undefined;
  const agent = await db
    .selectFrom("agent")
    .select("record")
    .where("id", "=", agent_id)
    .executeTakeFirstOrThrow();
  const { http_webhook, http_webhook_key }: Output<"AgentCreate"> = JSON.parse(agent.record);
  return http_webhook ? { url: http_webhook, secret: http_webhook_key ?? undefined } : undefined;
}
