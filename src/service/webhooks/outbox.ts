/** Messages to webhooks and agents: stored together with the change that they report, then delivered by jobs. */
import type { Kysely } from "kysely";
import type { AnnouncedVersions } from "../../contract/rules/tested-versions.ts";
import type { Output } from "../../contract/types.ts";
import { MESSAGE_EVENT, type WEBHOOK_EVENTS } from "../../contract/values.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { Jobs } from "../jobs/promised.ts";
import { prepared } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";

type Outbox = Jobs & Clock & Ids;

export interface Event {
  readonly organization_id: string;
  readonly event: (typeof WEBHOOK_EVENTS)[number];
  /** Goes to the webhooks with this tag; without one, to those without a tag. */
  readonly tag?: string | null;
  /** The fields of the body, without `type`. Computed only if a webhook wants the event. */
  readonly fields: () => object | Promise<object>;
}

const selectWebhooks = prepared((db, { organization_id }: Pick<Event, "organization_id">) =>
  db
    .selectFrom("webhook")
    .select(["id", "tag", "events"])
    .where("organization_id", "=", organization_id)
    .orderBy("id"),
);

/** Sends an event to the registered webhooks that want it. The body is flat, and its `type` is the event's name. */
export async function sendEvent(
  transaction: Kysely<Database>,
  service: Outbox,
  { organization_id, event, tag = null, fields }: Event,
): Promise<void> {
  const webhooks = await selectWebhooks(transaction, { organization_id });
  const wanted = webhooks.filter((row) => row.tag === tag && JSON.parse(row.events).includes(event));
  if (wanted.length === 0) return;
  const body = JSON.stringify({ type: event, ...(await fields()) });
  await post(
    transaction,
    service,
    wanted.map(({ id }) => ({
      organization_id,
      event,
      body,
      webhook_id: id,
      agent_id: null,
      target_url: null,
      simulation_result_id: null,
    })),
  );
}

export interface Notification {
  readonly url: string;
  readonly body: object;
}

/** Sends messages to addresses that no webhook names, unsigned. */
export async function notify(
  transaction: Kysely<Database>,
  service: Outbox,
  about: Pick<Event, "organization_id" | "event">,
  notifications: readonly Notification[],
): Promise<void> {
  await post(
    transaction,
    service,
    notifications.map(({ url, body }) => ({
      ...about,
      body: JSON.stringify(body),
      webhook_id: null,
      agent_id: null,
      target_url: url,
      simulation_result_id: null,
    })),
  );
}

export interface DigitalHumanMessage {
  readonly organization_id: string;
  /** The agent, and the versions that the conversation tests. */
  readonly told: AnnouncedVersions & { readonly world_url?: string };
  readonly simulation_result_id: number;
  readonly message: string;
  readonly message_id: string;
  readonly end_conversation: boolean;
}

/**
 * Sends a turn of the digital human to the agent's http_webhook. An agent without one reads it in the transcript.
 */
export async function sendToAgent(
  transaction: Kysely<Database>,
  service: Outbox,
  agent: Pick<Output<"AgentCreate">, "http_webhook">,
  { organization_id, told, simulation_result_id, ...turn }: DigitalHumanMessage,
): Promise<void> {
  if (!agent.http_webhook) return;
  const letter = {
    organization_id,
    event: MESSAGE_EVENT,
    webhook_id: null,
    target_url: null,
    agent_id: told.agent_id,
    simulation_result_id,
  };
  const body = JSON.stringify({ simulation_result_id: String(simulation_result_id), ...turn, ...told });
  await post(transaction, service, [{ ...letter, body }]);
}

type Letter = Pick<
  Row<"webhook_delivery">,
  "organization_id" | "event" | "webhook_id" | "agent_id" | "target_url" | "simulation_result_id" | "body"
>;
type Promised = Letter & Pick<Row<"webhook_delivery">, "id" | "created_at" | "body_of">;

const insertDelivery = prepared((db, delivery: Promised) =>
  db.insertInto("webhook_delivery").values({
    id: delivery.id,
    organization_id: delivery.organization_id,
    event: delivery.event,
    webhook_id: delivery.webhook_id,
    agent_id: delivery.agent_id,
    target_url: delivery.target_url,
    simulation_result_id: delivery.simulation_result_id,
    body: delivery.body,
    body_of: delivery.body_of,
    status: "PENDING",
    attempts: 0,
    created_at: delivery.created_at,
  }),
);

/** Stores a body once, however many deliveries have it. */
async function post(transaction: Kysely<Database>, service: Outbox, letters: readonly Letter[]) {
  const created_at = service.now().toISOString();
  const stored = new Map<string, string>();
  const deliveries = letters.map((letter): Promised => {
    const id = service.newId();
    const body_of = stored.get(letter.body) ?? null;
    if (body_of === null) stored.set(letter.body, id);
    return { ...letter, ...(body_of !== null && { body: "" }), body_of, id, created_at };
  });
  for (const delivery of deliveries) await insertDelivery(transaction, delivery);
  await service.jobs.add(
    transaction,
    deliveries.map(({ id }) => ({ kind: "deliver_webhook", payload: { delivery_id: id } })),
  );
}
