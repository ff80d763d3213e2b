import { z } from "zod";
import { WEBHOOK_EVENTS } from "../values.ts";
import { dateTime, uuid } from "./common.ts";

const record = {
  tag: z.string().nullable().describe("selected by webhook_tag; null: receives what names no tag"),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
};

export const Webhook = z.object({ id: uuid, ...record, created_at: dateTime });
export const Webhooks = z.object({ webhooks: z.array(Webhook), total: z.int() });

export const WebhookCreate = z.strictObject({
  tag: z.string().min(1).nullish(),
  url: z.url({ protocol: /^https?$/ }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).nullish().describe("default: all"),
  secret: z.string().min(1).nullish().describe("key of the signature; default: one is made"),
});

/** The only answer that shows the secret. */
export const CreatedWebhook = z.object({ ...Webhook.shape, secret: z.string() });
export const DeletedWebhook = z.object({ deleted: z.literal(true), id: uuid });
