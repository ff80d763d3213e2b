import { WEBHOOKS_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import { requireRoom } from "../domain/require-rows.ts";
import { readUnknownFields } from "../domain/unknown-fields.ts";
import { insertWebhook } from "../domain/webhooks/insert.ts";
import { notFound } from "../errors.ts";
import type { Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const webhookHandlers = {
  async create_webhook({ organization_id, body }, service) {
    const row = await service.write(async (transaction) => {
      await requireRoom(transaction, "webhook", organization_id, WEBHOOKS_MAXIMUM);
      return insertWebhook(transaction, service, organization_id, body);
    });
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

const show = ({ id, tag, url, events, unknown_fields, created_at }: Row<"webhook">): Output<"Webhook"> => ({
  ...readUnknownFields(unknown_fields),
  id,
  tag,
  url,
  events: JSON.parse(events),
  created_at,
});
