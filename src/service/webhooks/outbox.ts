/** What the service tells others: written to the store with the change that it tells of, then delivered by jobs. */
import type { Kysely } from "kysely";
import { MESSAGE_EVENT, type WEBHOOK_EVENTS } from "../../contract/values.ts";
import type { Service } from "../handler.ts";
import type { Database, NewRow } from "../store/schema.ts";
import { targetOf } from "./target.ts";

type Outbox = Pick<Service, "jobs" | "now" | "newId">;

export interface Event {
  readonly organization_id: string;
  readonly event: (typeof WEBHOOK_EVENTS)[number];
  /** Goes to the webhooks with this tag; without one, to those without a tag. */
  readonly tag?: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sends an event to the registered webhooks that want it. The body is `{event, created_at, data}`. */
export async function sendEvent(
  transaction: Kysely<Database>,
  service: Outbox,
  { organization_id, event, tag = null, data }: Event,
): Promise<void> {
  const webhooks = await transaction
    .selectFrom("webhook")
    .select(["id", "events"])
    .where("organization_id", "=", organization_id)
    .where("tag", tag === null ? "is" : "=", tag)
    .orderBy("id")
    .execute();
  const created_at = service.now().toISOString();
  const body = JSON.stringify({ event, created_at, data });
  const wanted = webhooks.filter(({ events }) => JSON.parse(events).includes(event));
  await post(
    transaction,
    service,
    wanted.map(({ id }) => ({ organization_id, event, webhook_id: id, body })),
  );
}

export interface DigitalHumanMessage {
  readonly organization_id: string;
  readonly agent_id: number;
  readonly simulation_result_id: number;
  readonly message: string;
  readonly message_id: string;
  readonly end_conversation: boolean;
}

/**
 * Sends a turn of the digital human to the agent's http_webhook. An agent without one finds it in the transcript.
 */
export async function sendToAgent(
  transaction: Kysely<Database>,
  service: Outbox,
  { organization_id, agent_id, simulation_result_id, ...turn }: DigitalHumanMessage,
): Promise<void> {
  const letter = { organization_id, event: MESSAGE_EVENT, webhook_id: null, agent_id, simulation_result_id };
  if (!(await targetOf(transaction, letter))) return;
  const body = JSON.stringify({ simulation_result_id: String(simulation_result_id), ...turn });
  await post(transaction, service, [{ ...letter, body }]);
}

type Letter = Pick<
  NewRow<"webhook_delivery">,
  "organization_id" | "event" | "webhook_id" | "agent_id" | "simulation_result_id" | "body"
>;

async function post(transaction: Kysely<Database>, service: Outbox, letters: readonly Letter[]) {
  if (letters.length === 0) return;
  const created_at = service.now().toISOString();
  const deliveries = letters.map((letter) => ({
    ...letter,
    id: service.newId(),
    status: "PENDING" as const,
    attempts: 0,
    created_at,
  }));
  await transaction.insertInto("webhook_delivery").values(deliveries).execute();
  await service.jobs.add(
    transaction,
    deliveries.map(({ id }) => ({ kind: "deliver_webhook", payload: { delivery_id: id } })),
  );
}
