/** Webhooks: registered addresses to which the service reports events, each with a key for signatures. */
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { WebhookCreate } from "../../contract/schemas/index.ts";
import type { Output } from "../../contract/types.ts";
import { WEBHOOK_EVENTS } from "../../contract/values.ts";
import { notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import type { Database, Row } from "../store/schema.ts";
import { furtherOf, readFurther } from "./further.ts";

export const webhookHandlers = {
  async create_webhook({ organization_id, body }, service) {
    const row = await service.write((transaction) =>
      insertWebhook(transaction, service, organization_id, body),
    );
    return { ...show(row), secret: row.secret };
  },

  async list_webhooks({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("webhook")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return { webhooks: rows.map(show), total: rows.length };
  },

  async delete_webhook({ organization_id, params: { id } }, { write }) {
    const deleted = await write((transaction) =>
      transaction
        .deleteFrom("webhook")
        .where("id", "=", id)
        .where("organization_id", "=", organization_id)
        .returning("id")
        .executeTakeFirst(),
    );
    if (!deleted) throw notFound("webhook", id);
    return { deleted: true, id };
  },
} satisfies Partial<Handlers>;

/** Inserts a webhook. Creates a random secret if none is given. */
export async function insertWebhook(
  transaction: Kysely<Database>,
  { now, newId }: Pick<Service, "now" | "newId">,
  organization_id: string,
  body: Output<"WebhookCreate">,
): Promise<Row<"webhook">> {
  const { tag, url, events, secret } = body;
  return transaction
    .insertInto("webhook")
    .values({
      id: newId(),
      organization_id,
      tag: tag ?? null,
      url,
      events: JSON.stringify([...new Set(events ?? WEBHOOK_EVENTS)]),
      secret: secret ?? `whsec_${randomBytes(24).toString("base64")}`,
      further: furtherOf(WebhookCreate, body),
      created_at: now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const show = ({ id, tag, url, events, further, created_at }: Row<"webhook">): Output<"Webhook"> => ({
  ...readFurther(further),
  id,
  tag,
  url,
  events: JSON.parse(events),
  created_at,
});
