import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteDeliveries } from "../../src/service/retention/delete-batch.ts";
import { type Event, sendEvent, sendToAgent } from "../../src/service/webhooks/outbox.ts";
import { workers } from "../../src/service/workers.ts";
import { useReceiver } from "../support/receiver.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const receiver = useReceiver();
const failures: unknown[] = [];
let organization_id: string;
let stop = async () => {};
beforeAll(async () => {
  organization_id = await organizationId();
  start();
});
const start = () => {
  stop = service.jobs.start(service, workers, (error) => failures.push(error));
};
afterAll(async () => {
  await stop();
  await service.outbound.close();
  expect(failures).toEqual([]);
});
beforeEach(async () => {
  receiver.reset();
  await service.db.deleteFrom("webhook_delivery").execute();
  await service.db.deleteFrom("webhook").execute();
});

const register = (changes: { tag?: string; events?: Event["event"][]; url?: string } = {}) =>
  service.db
    .insertInto("webhook")
    .values({
      id: service.newId(),
      organization_id,
      tag: changes.tag ?? null,
      url: changes.url ?? receiver.url("/hook"),
      events: JSON.stringify(changes.events ?? ["simulation_ended"]),
      secret: "whsec_test",
      created_at: clock.at.toISOString(),
    })
    .execute();
const send = (changes: Partial<Event> = {}) =>
  service.write((transaction) =>
    sendEvent(transaction, service, {
      organization_id,
      event: "simulation_ended",
      fields: () => ({ simulation_run_id: 7 }),
      ...changes,
    }),
  );
const deliveries = () => service.db.selectFrom("webhook_delivery").selectAll().execute();
const settled = async (status: string) => {
  await expect.poll(async () => (await deliveries()).map((delivery) => delivery.status)).toEqual([status]);
  return (await deliveries())[0];
};
/** The service stops, and starts again after this long. */
const restartAfter = async (milliseconds: number) => {
  await stop();
  clock.at = new Date(clock.at.getTime() + milliseconds);
  start();
};

describe("an event", () => {
  test("arrives signed over its raw bytes, with its name and a delivery id", async () => {
    await register();
    await send();
    const delivery = await settled("DELIVERED");
    const [request] = receiver.requests();
    const signature = createHmac("sha256", "whsec_test")
      .update(request?.body ?? "")
      .digest("hex");
    const timestamp = String(Math.floor(clock.at.getTime() / 1000));
    const standard = createHmac("sha256", Buffer.from("test", "base64"))
      .update(`${delivery?.id}.${timestamp}.${request?.body}`)
      .digest("base64");
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": delivery?.id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${standard}`,
      "x-bluejay-event": "simulation_ended",
      "x-bluejay-delivery": delivery?.id,
      "x-bluejay-signature": signature,
      "x-parley-event": "simulation_ended",
      "x-parley-delivery": delivery?.id,
      "x-parley-signature": signature,
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({ type: "simulation_ended", simulation_run_id: 7 });
    expect(delivery).toMatchObject({ attempts: 1, response_status: 200, error: null });
  });

  test("goes only to the webhooks with its tag, or to those without one", async () => {
    await register();
    await register({ tag: "ci" });
    await send({ tag: "ci" });
    await settled("DELIVERED");
    expect(receiver.requests()).toHaveLength(1);
    await send({ tag: "unknown" });
    expect(await deliveries()).toHaveLength(1);
  });

  describe("that goes to many webhooks", () => {
    const RECEIVERS = 20;
    const LARGE = 200_000;
    const stored = async () => (await deliveries()).reduce((sum, { body }) => sum + body.length, 0);
    const registerAll = async () => {
      for (let at = 0; at < RECEIVERS; at++) await register({ url: receiver.url(`/hook/${at}`) });
    };
    const sendLarge = () => send({ fields: () => ({ simulation_run_id: 7, text: "x".repeat(LARGE) }) });
    const statuses = async (wanted: string) =>
      (await deliveries()).filter(({ status }) => status === wanted).length;
    const retention = () => {
      clock.at = new Date(clock.at.getTime() + 1000);
      return deleteDeliveries(service, { before: clock.at.toISOString() });
    };

    test("is stored once, and arrives whole and signed at each", async () => {
      await registerAll();
      await sendLarge();
      await expect.poll(() => statuses("DELIVERED")).toBe(RECEIVERS);
      expect(await stored()).toBeLessThan(LARGE + 1000);
      expect(new Set(receiver.requests().map(({ path }) => path)).size).toBe(RECEIVERS);
      for (const { body, headers } of receiver.requests()) {
        expect(JSON.parse(body).text).toHaveLength(LARGE);
        const signature = createHmac("sha256", "whsec_test").update(body).digest("hex");
        expect(headers["x-parley-signature"]).toBe(signature);
      }
    });

    test("keeps its body until the last of its deliveries is deleted", async () => {
      await registerAll();
      receiver.answer(...Array(RECEIVERS - 1).fill(200), 500);
      await sendLarge();
      await expect.poll(() => statuses("DELIVERED")).toBe(RECEIVERS - 1);
      await expect.poll(() => statuses("PENDING")).toBe(1);
      while (await retention());
      expect(await statuses("PENDING")).toBe(1);
      expect(await stored()).toBeGreaterThanOrEqual(LARGE);
      await restartAfter(10_000);
      await expect.poll(() => statuses("PENDING")).toBe(0);
      expect(JSON.parse(receiver.requests().at(-1)?.body ?? "").text).toHaveLength(LARGE);
      while (await retention());
      expect(await deliveries()).toEqual([]);
    });
  });

  test("does not go to a webhook that wants other events", async () => {
    await register({ events: ["observability_call_evaluated"] });
    await send();
    expect(await deliveries()).toEqual([]);
  });

  test("is sent again with the same id after a 500 and after a reset, also by a service that was stopped", async () => {
    await register();
    receiver.answer(500, "reset", 200);
    await send();
    await expect
      .poll(deliveries)
      .toMatchObject([{ attempts: 1, error: "the receiver answered with status 500" }]);
    await restartAfter(6_000);
    await expect.poll(deliveries).toMatchObject([{ attempts: 2, response_status: null }]);
    await restartAfter(36_000);
    const delivery = await settled("DELIVERED");
    expect(receiver.requests().map((request) => request.headers["x-parley-delivery"])).toEqual([
      delivery?.id,
      delivery?.id,
      delivery?.id,
    ]);
  });

  test("is given up at once when the receiver refuses it for good", async () => {
    await register();
    receiver.answer(410);
    await send();
    expect(await settled("FAILED")).toMatchObject({ attempts: 1, response_status: 410 });
  });

  test("does not follow a redirect", async () => {
    await register();
    receiver.answer(302);
    await send();
    expect(await settled("FAILED")).toMatchObject({ error: "the receiver answered with status 302" });
    expect(receiver.requests()).toHaveLength(1);
  });

  test("is not sent into a private network", async () => {
    await register({ url: "http://10.0.0.1/hook" });
    await send();
    expect(await settled("FAILED")).toMatchObject({
      attempts: 1,
      error: expect.stringContaining("10.0.0.1 is a private address"),
    });
  });

  test("is given up when its webhook was deleted", async () => {
    await register();
    await service.write(async (transaction) => {
      await sendEvent(transaction, service, {
        organization_id,
        event: "simulation_ended",
        fields: () => ({}),
      });
      await transaction.deleteFrom("webhook").execute();
    });
    expect(await settled("FAILED")).toMatchObject({ attempts: 1, error: "no webhook URL is set" });
    expect(receiver.requests()).toEqual([]);
  });
});

describe("a turn of the digital human", () => {
  const versions = { prompt_id: null, prompt_version: 2, prompt_label: null, knowledge_base_version: null };
  const turn = {
    told: { agent_id: 101, ...versions },
    simulation_result_id: 12,
    message: "Hi",
    message_id: "m1",
    end_conversation: false,
  };
  const address = (http_webhook: string) =>
    service.db
      .updateTable("agent")
      .set({
        record: JSON.stringify({
          name: "Front desk",
          mode: "TEXT",
          http_webhook,
          http_webhook_key: "whsec_agent",
        }),
      })
      .where("id", "=", 101)
      .execute();
  const say = (http_webhook: string | null) =>
    service.write((transaction) =>
      sendToAgent(transaction, service, { http_webhook }, { organization_id, ...turn }),
    );

  test("arrives at the agent's webhook with the body and headers that agents are promised", async () => {
    await address(receiver.url("/agent"));
    await say(receiver.url("/an-earlier-address"));
    await settled("DELIVERED");
    const [request] = receiver.requests();
    expect(request?.path).toBe("/agent");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      simulation_result_id: "12",
      message: "Hi",
      message_id: "m1",
      end_conversation: false,
      agent_id: 101,
      ...versions,
    });
    expect(request?.headers).toMatchObject({
      "x-simulation-result-id": "12",
      "x-parley-signature": createHmac("sha256", "whsec_agent")
        .update(request?.body ?? "")
        .digest("hex"),
    });
  });

  test("stays in the transcript when the agent has no webhook", async () => {
    await say(null);
    expect(await deliveries()).toEqual([]);
  });
});
