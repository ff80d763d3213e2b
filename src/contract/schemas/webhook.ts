import { z } from "zod";
import { DELIVERY_STATUSES, URL_MAXIMUM, WEBHOOK_EVENTS, WEBHOOK_HEADERS } from "../values.ts";
import { dateTime, list, secret, text, uuid } from "./common.ts";

const record = {
  tag: z.string().nullable().describe("selected by webhook_tag; null: receives results without a tag"),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
};

export const Webhook = z.object({ id: uuid, ...record, created_at: dateTime });
export const Webhooks = z.object({ webhooks: z.array(Webhook), total: z.int() });

export const WebhookCreate = z.strictObject({
  tag: text.min(1).nullish(),
  url: z.url({ protocol: /^https?$/ }).max(URL_MAXIMUM),
  events: list(z.enum(WEBHOOK_EVENTS)).min(1).nullish().describe("default: all"),
  secret: secret("key for the signature; default: a random one").min(1).nullish(),
});

/** The only answer that shows the secret. */
export const CreatedWebhook = z.object({ ...Webhook.shape, secret: secret("key for the signature") });
export const DeletedWebhook = z.object({ deleted: z.literal(true), id: uuid });

/** A message to a webhook or to an agent, and its status. */
export const WebhookDelivery = z.object({
  id: uuid.describe(`${WEBHOOK_HEADERS.delivery}, the same for all attempts`),
  event: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  webhook_id: uuid.nullable(),
  agent_id: z.int().nullable(),
  simulation_result_id: z.string().nullable(),
  url: z
    .string()
    .nullable()
    .describe("where the last attempt went; of a notification channel, without its path"),
  response_status: z.int().nullable().describe("status of the last answer; null without one"),
  error: z.string().nullable().describe("why the last attempt failed"),
  delivered_at: dateTime.nullable(),
  created_at: dateTime,
});
export const WebhookDeliveryPage = z.object({
  deliveries: z.array(WebhookDelivery),
  total_count: z.int(),
  page: z.int(),
  page_size: z.int(),
  items_in_page: z.int(),
  total_pages: z.int(),
});
