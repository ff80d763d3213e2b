import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { insertWebhook } from "../domain/webhooks/insert.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";

/** Adds the webhooks that an organization does not have yet, told apart by tag and URL. */
export async function loadWebhooks(
  transaction: Kysely<Database>,
  service: Service,
  organization_id: string,
  seeds: readonly Output<"WebhookCreate">[],
): Promise<void> {
  const existing = await transaction
    .selectFrom("webhook")
    .select(["tag", "url"])
    .where("organization_id", "=", organization_id)
    .execute();
  for (const seed of seeds) {
    const { tag = null, url } = seed;
    if (existing.some((row) => row.tag === tag && row.url === url)) continue;
    existing.push(await insertWebhook(transaction, service, organization_id, seed));
  }
}
