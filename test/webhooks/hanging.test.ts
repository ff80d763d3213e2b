/** A receiver that never answers delays only its own deliveries. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEvent } from "../../src/service/webhooks/outbox.ts";
import { workers } from "../../src/service/workers.ts";
import { type Reaction, useReceiver } from "../support/receiver.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const hanging = useReceiver();
const answering = useReceiver();
const failures: unknown[] = [];
let stop = async () => {};
let organization_id: string;
beforeAll(async () => {
  organization_id = await organizationId();
  hanging.answer(...Array<Reaction>(200).fill("hang"));
});
afterAll(async () => {
  await stop();
  await service.outbound.close();
  expect(failures).toEqual([]);
});

const register = (tag: string, url: string) =>
  service.db
    .insertInto("webhook")
    .values({
      ...{ id: service.newId(), organization_id, tag, url, events: '["simulation_ended"]' },
      ...{ secret: "whsec_test", created_at: clock.at.toISOString() },
    })
    .execute();
const send = (tag: string) =>
  service.write((transaction) =>
    sendEvent(transaction, service, {
      organization_id,
      event: "simulation_ended",
      fields: () => ({}),
      tag,
    }),
  );

test("a delivery to another receiver goes out while a hundred to a hanging one wait", async () => {
  await register("hanging", hanging.url("/hook"));
  await register("answering", answering.url("/hook"));
  for (let sent = 0; sent < 100; sent++) await send("hanging");
  await send("answering");
  stop = service.jobs.start(service, workers, (error) => failures.push(error));
  await expect.poll(() => answering.requests().length).toBe(1);
  // The places for others were free, out of 64. None had to time out first.
  expect(hanging.requests().length).toBeLessThanOrEqual(56);
  const waiting = await service.db.selectFrom("job").select("attempts").execute();
  expect(waiting.length).toBeGreaterThanOrEqual(100);
  expect(new Set(waiting.map(({ attempts }) => attempts))).toEqual(new Set([0]));
});
