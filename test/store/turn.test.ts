/**
 * What a turn of a conversation costs the embedded store, from the agent's message to the record of the
 * answer's delivery.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DigitalHumanCreate, SendHttpTextMessage } from "../../src/contract/schemas/index.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { conversationHandlers } from "../../src/service/handlers/conversations.ts";
import { workers } from "../../src/service/workers.ts";
import { useReceiver } from "../support/receiver.ts";
import { recordingSqlite } from "../support/statements.ts";
import { useStore } from "../support/store.ts";

const { ran } = vi.hoisted(() => ({ ran: [] as string[] }));
vi.mock("@photostructure/sqlite", async (original) =>
  recordingSqlite(await original(), (sql) => void ran.push(sql)),
);

/** "select webhook_delivery, webhook, agent": the verb and the tables. */
function inShort(sql: string): string {
  const tables = [...sql.matchAll(/\b(?:from|join|into|update) "(\w+)"/g)].map(([, table]) => table);
  return tables.length > 0 ? `${sql.split(" ")[0]} ${tables.join(", ")}` : sql;
}

// PostgreSQL does not use this library.
describe.skipIf(process.env["PARLEY_TEST_DATABASE_URL"])("a turn", async () => {
  const { service, organizationId } = await useStore();
  const agent = useReceiver();
  const failures: unknown[] = [];
  let stop = async () => {};
  let simulation_result_id = "";
  let organization_id = "";

  /** Waits until this many jobs are done, including their later queries. */
  async function jobsDone(count: number): Promise<void> {
    const done = () => ran.filter((sql) => sql.startsWith('delete from "job"')).length;
    await expect.poll(done).toBe(count);
    await service.write(async () => undefined);
  }

  const say = (message: string) =>
    conversationHandlers.send_http_text_message(
      {
        organization_id,
        key_id: "key",
        params: {},
        query: {},
        body: SendHttpTextMessage.parse({ simulation_result_id, message, message_id: message }),
      },
      service,
    );

  beforeAll(async () => {
    organization_id = await organizationId();
    const { db } = service;
    const record = JSON.stringify({ name: "Front desk", mode: "TEXT", http_webhook: agent.url("/agent") });
    await db.updateTable("agent").set({ record }).where("id", "=", 101).execute();
    stop = service.jobs.start(service, workers, (error) => failures.push(error));
  });
  beforeEach(async () => {
    ran.length = 0;
    const { db } = service;
    const simulation = await insertSimulation(db, service, organization_id, {
      name: "Smoke",
      agent_id: 101,
      opening_patience_ms: 0,
    });
    const human = DigitalHumanCreate.parse({ intent: "I want a refund.", creativity: 0 });
    await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
    const run = await service.write((transaction) =>
      queueRun(transaction, service, organization_id, { simulation_id: simulation.id }),
    );
    [simulation_result_id = ""] = run.simulation_result_ids;
    await jobsDone(1);
    ran.length = 0;
  });
  afterAll(async () => {
    await stop();
    await service.outbound.close();
    expect(failures).toEqual([]);
  });

  test("asks for little, in two commits, one forced to the disk", async () => {
    await say("Your order number, please?");
    await jobsDone(1);
    expect(ran.slice(0, ran.lastIndexOf("begin immediate")).map(inShort)).toEqual([
      "begin immediate",
      "savepoint change",
      "select simulation_result, agent, simulation_run_digital_human, simulation_run, caller_state, answered_message",
      "insert conversation_entry",
      "select conversation_entry",
      "update conversation_entry",
      "insert caller_turn",
      "insert caller_state",
      "insert conversation_entry",
      "insert webhook_delivery",
      "insert job",
      "insert job",
      "insert answered_message",
      "release change",
      "commit",
      "select job",
      "select webhook_delivery, webhook, agent",
      "pragma synchronous = normal",
      "begin immediate",
      "savepoint change",
      "update webhook_delivery",
      "delete job",
      "release change",
      "commit",
      "pragma synchronous = full",
    ]);
  });

  test("that is sent again is one question, in its own commit", async () => {
    await say("Your order number, please?");
    await jobsDone(1);
    ran.length = 0;
    await say("Your order number, please?");
    expect(ran.map(inShort)).toEqual([
      "begin immediate",
      "savepoint change",
      "select simulation_result, agent, simulation_run_digital_human, simulation_run, caller_state, answered_message",
      "release change",
      "commit",
    ]);
  });

  test("that ends the last conversation of its run opens none", async () => {
    await say("Your refund has been issued.");
    await jobsDone(1);
    ran.length = 0;
    await say("Goodbye!");
    // The last turn's delivery and the evaluation.
    await jobsDone(2);
    const added = ran.filter((sql) => sql.startsWith('insert into "job"'));
    expect(added).toHaveLength(2);
  });
});
