import { describe, expect, test, vi } from "vitest";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeCall } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const receiver = useReceiver();
const { acme, rival } = useService();

const list = async (query = "") => (await acme("GET", `/v1/webhook-deliveries${query}`)).body;
const redeliver = (id: string, calls = acme) => calls("POST", `/v1/webhook-deliveries/${id}/redeliver`);

/**
 * Registers a webhook that answers with this status, and submits a call whose evaluation is reported to it.
 * Returns the delivery.
 */
async function deliver(status: number) {
  const { webhooks } = (await acme("GET", "/v1/webhooks")).body;
  for (const { id } of webhooks) await acme("DELETE", `/v1/webhooks/${id}`);
  const before = (await list()).total_count;
  receiver.reset();
  receiver.answer(status);
  await acme("POST", "/v1/webhooks", {
    url: receiver.url("/hook"),
    events: ["observability_call_evaluated"],
  });
  const { call_id } = await makeCall(acme, "101", "told");
  return vi.waitFor(
    async () => {
      const { deliveries, total_count } = await list();
      expect({ total_count, status: deliveries[0]?.status }).toEqual({
        total_count: before + 1,
        status: status < 300 ? "DELIVERED" : "FAILED",
      });
      return { ...deliveries[0], call_id };
    },
    { timeout: 60_000 },
  );
}

describe("GET /v1/webhook-deliveries", () => {
  test("lists what was sent, newest first, with its outcome", async () => {
    const { call_id, ...refused } = await deliver(410);
    const { call_id: second, ...delivered } = await deliver(200);
    const page = await acme("GET", "/v1/webhook-deliveries");
    expectAnswer("list_webhook_deliveries", page);
    expect(page.body.deliveries).toEqual([delivered, refused]);
    expect(refused).toMatchObject({
      event: "observability_call_evaluated",
      attempts: 1,
      response_status: 410,
      error: "the receiver answered with status 410",
      url: expect.stringMatching(/\/hook$/),
      delivered_at: null,
    });
    expect(delivered).toMatchObject({ response_status: 200, error: null });
    expect(JSON.parse(receiver.requests()[0]?.body ?? "")).toMatchObject({ id: second, call_id: second });
  });

  test("takes a status, and pages", async () => {
    expect((await list("?status=FAILED")).deliveries).toHaveLength(1);
    expect(await list("?page_size=1")).toMatchObject({ total_count: 2, total_pages: 2, items_in_page: 1 });
    const unknown = await acme("GET", "/v1/webhook-deliveries?status=LOST");
    expectRefusal(unknown, 400, /status must be one of PENDING, DELIVERED, FAILED, not LOST/);
  });

  test("shows nothing of another organization", async () => {
    expect((await rival("GET", "/v1/webhook-deliveries")).body.deliveries).toEqual([]);
  });
});

describe("POST /v1/webhook-deliveries/{id}/redeliver", () => {
  test("sends it again with the same id and bytes", async () => {
    const { id } = await deliver(410);
    const reply = await redeliver(id);
    expectAnswer("redeliver_webhook", reply);
    expect(reply.body.status).toBe("PENDING");
    await expect.poll(async () => (await list()).deliveries[0]).toMatchObject({ id, status: "DELIVERED" });
    const [first, again] = receiver.requests();
    expect(again?.body).toBe(first?.body);
    expect(again?.headers["x-parley-delivery"]).toBe(id);
  });

  test("is 404 for an unknown delivery and another organization's", async () => {
    const { id } = (await list()).deliveries[0];
    expectRefusal(await redeliver(id, rival), 404, /not found/);
    expectRefusal(await redeliver("7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60"), 404, /not found/);
  });

  test("is 409 while it is still being attempted", async () => {
    const { id } = await deliver(410);
    receiver.answer(500);
    await redeliver(id);
    expectRefusal(await redeliver(id), 409, /still being attempted/);
  });
});
