/**
 * What a request costs with PostgreSQL: how often it waits for the database, and how many statements it
 * needs.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import type { DigitalHumanRecord } from "../../src/service/domain/digital-humans/record.ts";
import { workers } from "../../src/service/workers.ts";
import { type DatabaseTap, tapDatabase } from "../support/database-tap.ts";
import { listening } from "../support/listening.ts";
import { conversationOf, makeConversation } from "../support/make.ts";
import type { Calls } from "../support/service.ts";
import { useStore } from "../support/store.ts";

const digital_human = { name: "Refund", traits: [{ trait_name: "plan", value: "gold" }] };
const evaluation = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript: [{ speaker: "AGENT", utterance: "Hello" }],
};

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("over PostgreSQL", async () => {
  let tap: DatabaseTap | undefined;
  const { service, organizationId } = await useStore({
    async through(url) {
      tap = await tapDatabase(url);
      return tap.url;
    },
  });
  afterAll(() => tap?.close());
  const acme = await listening(service);
  let simulation_result_id = "";

  beforeAll(async () => {
    const stop = service.jobs.start(service, workers, (error) => expect.fail(String(error)));
    await acme("POST", "/v1/create-simulation", { name: "Smoke", agent_id: 101, opening_patience_ms: 0 });
    simulation_result_id = await makeConversation(acme);
    for (let i = 0; i < 60; i++)
      await acme("POST", "/v1/create-custom-metric", { name: `Metric ${i}`, response_type: "pass_fail" });
    const opening = service.db.selectFrom("job").select("id").where("kind", "=", "open_conversations");
    await vi.waitUntil(async () => (await opening.execute()).length === 0, { timeout: 60_000 });
    await stop();
    // Prepares the statements on every connection.
    await Promise.all(Array.from({ length: 20 }, () => acme("GET", "/v1/all-agents")));
  });

  const create: Parameters<Calls> = ["POST", "/v1/create-digital-human", { digital_human }];
  const inSimulation = { digital_human, simulation_id: 1 };
  const say = (message_id: string): Parameters<Calls> => [
    "POST",
    "/v1/send-http-text-message",
    { simulation_result_id, message: "Hello", message_id },
  ];

  test.each<[string, number, number, (turn: number) => Parameters<Calls>]>([
    ["E4", 2, 4, () => create],
    ["E4, into a simulation", 3, 6, () => ["POST", "/v1/create-digital-human", inSimulation]],
    ["E2", 2, 9, () => ["POST", "/v1/evaluate", evaluation]],
    ["a version", 2, 6, () => ["POST", "/v1/agents/101/prompts/versions", { prompt_text: "Be kind" }]],
    ["E6", 3, 12, (turn) => say(`m-${turn}`)],
    ["E8, again", 3, 4, (turn) => ["GET", `/v1/custom-metrics?page_size=${50 - turn}`]],
  ])("%s waits %i times, for %i statements", async (_, trips, statements, request) => {
    // The first one prepares its statements.
    for (const turn of [1, 2]) expect((await acme(...request(turn))).status).toBe(200);
    tap?.reset();
    const reply = await acme(...request(3));
    expect(reply.body).toBeDefined();
    expect(reply.status).toBe(200);
    expect({ trips: tap?.trips(), statements: tap?.statements() }).toEqual({ trips, statements });
  });

  test("E8, as it was, waits once, for one statement", async () => {
    const cost = async () => {
      tap?.reset();
      expect((await acme("GET", "/v1/custom-metrics")).status).toBe(200);
      return { trips: tap?.trips(), statements: tap?.statements() };
    };
    // A list is kept when there is no transaction left that may change it. The server has other databases,
    // and their transactions count too.
    await expect.poll(cost).toEqual({ trips: 1, statements: 1 });
  });

  /** Creates digital humans concurrently, all in one turn. Returns how many statements that took. */
  const createTogether = async (humans: readonly DigitalHumanRecord[]) => {
    const owner = await organizationId();
    tap?.reset();
    const rows = await Promise.all(
      humans.map((human) =>
        service.write((transaction) => insertDigitalHuman(transaction, service, owner, human), { about: [] }),
      ),
    );
    const statements = tap?.statements();
    for (const [i, { id }] of rows.entries()) {
      const { body } = await acme("GET", `/v1/digital-human/${id}`);
      expect(body.digital_human.name).toBe(humans[i]?.name);
    }
    return statements;
  };
  const named = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, i) =>
      DigitalHumanCreate.parse({ ...digital_human, name: `Caller ${i}`, ...more }),
    );

  test("100 creates that arrive together are one transaction of three inserts, and each gets its own id", async () => {
    // Inserts of 64, 32, and 4 rows; begin, the lock timeout, and commit. A busy machine needs several turns
    // of the event loop, and then more inserts.
    await expect.poll(() => createTogether(named(100))).toBe(6);
  });

  test("a create with a long text is its own insert", async () => {
    const long = named(1, { role_description: "a".repeat(20_000) });
    expect(await createTogether([...named(2), ...long, ...named(2)])).toBe(6);
  });

  test("one of them that is refused takes none with it", async () => {
    const unknown = { digital_human, simulation_id: 999 };
    const taken = {
      ...digital_human,
      ...{ phone_number: "+14155550199", always_on_mode: true, always_on_active: true },
    };
    await acme("POST", "/v1/create-digital-human", { digital_human: taken });
    const bodies = [
      ...Array.from({ length: 10 }, () => ({ digital_human })),
      unknown,
      { digital_human: taken },
      ...Array.from({ length: 10 }, () => ({ digital_human })),
    ];
    const replies = await Promise.all(bodies.map((body) => acme("POST", "/v1/create-digital-human", body)));
    const expected = bodies.map((body) =>
      body === unknown ? 404 : body.digital_human === taken ? 409 : 200,
    );
    expect(replies.map(({ status }) => status)).toEqual(expected);
    const ids = replies.filter(({ status }) => status === 200).map(({ body }) => body.digital_human.id);
    const { body } = await acme("GET", `/v1/digital-human/${ids.at(-1)}`);
    expect(body.digital_human.name).toBe("Refund");
  });

  test("an insert that the database refuses is answered alone, and the others as if it had not been there", async () => {
    const number = (last: number) => ({
      ...digital_human,
      ...{ phone_number: `+1415555020${last}`, always_on_mode: true, always_on_active: true },
    });
    // Each number is claimed twice. The store's constraint decides.
    const claims = [0, 1, 2, 3, 0, 1, 2, 3].map((last) => ({ digital_human: number(last) }));
    const replies = await Promise.all(claims.map((body) => acme("POST", "/v1/create-digital-human", body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
  });

  test("a conversation that several speak to at once keeps its turns apart", async () => {
    const before = (await conversationOf(acme, simulation_result_id)).transcript.length;
    await Promise.all(Array.from({ length: 5 }, (_, turn) => acme(...say(`at-once-${turn}`))));
    const { transcript } = await conversationOf(acme, simulation_result_id);
    expect(transcript.slice(before).filter(({ role }) => role === "AGENT")).toHaveLength(5);
  });
});
