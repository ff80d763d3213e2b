import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { WebhookCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import { WEBHOOK_EVENTS } from "../../../contract/values.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { unknownFieldsOf } from "../unknown-fields.ts";

/** Inserts a webhook. Creates a random secret if none is given. */
export async function insertWebhook(
  transaction: Kysely<Database>,
  { now, newId }: Clock & Ids,
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
      unknown_fields: unknownFieldsOf(WebhookCreate, body),
      created_at: now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
