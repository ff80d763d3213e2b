/** The log of what the service sent to webhooks and agents. */
import type { Output } from "../../contract/types.ts";
import { DELIVERY_STATUSES } from "../../contract/values.ts";
import { numberOf } from "../domain/ids.ts";
import { countsOf, offsetOf } from "../domain/page.ts";
import { badRequest, conflict, notFound } from "../errors.ts";
import type { Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const webhookDeliveryHandlers = {
  async list_webhook_deliveries(
    { organization_id, query: { status, simulation_result_id, ...page } },
    { db },
  ) {
    let deliveries = db.selectFrom("webhook_delivery").where("organization_id", "=", organization_id);
    if (status !== undefined) deliveries = deliveries.where("status", "=", statusFrom(status));
    if (simulation_result_id !== undefined)
      // Text that is not a number never matches a conversation.
      deliveries = deliveries.where("simulation_result_id", "=", numberOf(simulation_result_id) ?? -1);
    const { total } = await deliveries
      .select(({ fn }) => fn.countAll().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await deliveries
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    return { deliveries: rows.map(show), ...countsOf(page, Number(total), rows.length) };
  },

  async redeliver_webhook({ organization_id, params: { id } }, { write, jobs }) {
    return write(async (transaction) => {
      const row = await transaction
        .selectFrom("webhook_delivery")
        .select(["id", "status"])
        .where("id", "=", id.toLowerCase())
        .where("organization_id", "=", organization_id)
        .executeTakeFirst();
      if (!row) throw notFound("webhook delivery", id);
      if (row.status === "PENDING") throw conflict(`delivery ${row.id} is still being attempted`);
      const changed = await transaction
        .updateTable("webhook_delivery")
        .set({ status: "PENDING", delivered_at: null })
        .where("id", "=", row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await jobs.add(transaction, [{ kind: "deliver_webhook", payload: { delivery_id: row.id } }]);
      return show(changed);
    });
  },
} satisfies Partial<Handlers>;

function statusFrom(text: string) {
  const status = DELIVERY_STATUSES.find((candidate) => candidate === text.toUpperCase());
  if (!status) throw badRequest(`status must be one of ${DELIVERY_STATUSES.join(", ")}, not ${text}`);
  return status;
}

function show({
  organization_id,
  body,
  body_of,
  target_url,
  simulation_result_id,
  ...shown
}: Row<"webhook_delivery">) {
  return {
    ...shown,
    // The address of a notification channel contains a key.
    url: target_url === null ? shown.url : shown.url && new URL(shown.url).origin,
    simulation_result_id: simulation_result_id === null ? null : String(simulation_result_id),
  } satisfies Output<"WebhookDelivery">;
}
