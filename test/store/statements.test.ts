import { beforeAll, describe, expect, test, vi } from "vitest";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import { handlers } from "../../src/service/handlers/index.ts";
import { READ_TABLES } from "../../src/service/http/response-cache.ts";
import { readBody, readCall } from "../../src/service/validation/read.ts";
import { recordingSqlite, tablesRead } from "../support/statements.ts";
import { useStore } from "../support/store.ts";

const { ran } = vi.hoisted(() => ({ ran: [] as string[] }));
vi.mock("@photostructure/sqlite", async (original) =>
  recordingSqlite(await original(), (sql) => void ran.push(sql)),
);

/** The parts of a request that a handler sees. */
interface Sent {
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
}

const digital_human = { name: "Refund", traits: [{ trait_name: "plan", value: "gold" }] };
const evaluation = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript: [{ speaker: "AGENT", utterance: "Hello" }],
};

// PostgreSQL does not use this library.
describe.skipIf(process.env["PARLEY_TEST_DATABASE_URL"])("the embedded store", async () => {
  const { service, organizationId } = await useStore();

  async function call<K extends Operation>(operation: K, { params = {}, query, body }: Sent = {}) {
    const endpoint: Endpoint = endpoints[operation];
    const arrived =
      endpoint.body && readBody(endpoint.body, Buffer.from(JSON.stringify(body)), { strict: false });
    const read = readCall(
      operation,
      { params, query: new URLSearchParams(query), body: arrived },
      { strict: false },
    );
    return handlers[operation]({ organization_id: await organizationId(), key_id: "key", ...read }, service);
  }

  /** The statements of one call, without the beginning and end of its transaction. */
  async function statementsOf(operation: Operation, sent?: Sent): Promise<string[]> {
    ran.length = 0;
    await call(operation, sent);
    return ran.filter((sql) => !/^(?:begin|savepoint|release|commit)|"organization"$/.test(sql));
  }

  const create = (...simulation_ids: number[]) =>
    call("create_digital_human", { body: { digital_human, simulation_ids } });

  beforeAll(async () => {
    await call("create_simulation", { body: { name: "Smoke", agent_id: 101, opening_patience_ms: 0 } });
    for (let i = 0; i < 150; i++) await create(1);
    for (let i = 0; i < 60; i++)
      await call("create_prompt_version", {
        params: { agent_id: "101" },
        body: { prompt_text: `text ${i}`, labels: [`label ${i}`] },
      });
    for (let i = 0; i < 60; i++)
      await call("create_custom_metric", {
        body: { name: `Metric ${i}`, response_type: "pass_fail", agent_ids: [101] },
      });
  });

  test.each<[string, number, Operation, Sent?]>([
    ["E4, outside of simulations", 1, "create_digital_human", { body: { digital_human } }],
    ["E4, into a simulation", 3, "create_digital_human", { body: { digital_human, simulation_ids: [1] } }],
    ["E3", 3, "update_digital_human", { params: { digital_human_id: "1" }, body: { name: "Other" } }],
    ["E2", 5, "evaluate", { body: evaluation }],
    ["E7 of 150 digital humans", 3, "list_digital_humans", { params: { simulation_id: "1" } }],
    ["E8 of 50 metrics", 3, "list_custom_metrics"],
    ["E11", 1, "list_agents"],
    ["E19 of 50 versions", 4, "list_prompt_versions", { params: { agent_id: "101" } }],
  ])("answers %s with %i statements", async (_, count, operation, sent) => {
    expect(await statementsOf(operation, sent)).toHaveLength(count);
  });

  test("takes 100 changes that arrive together in one transaction", async () => {
    ran.length = 0;
    await Promise.all(Array.from({ length: 100 }, () => create()));
    expect(ran.filter((sql) => sql.startsWith('insert into "digital_human"'))).toHaveLength(100);
    expect(ran.filter((sql) => sql === "commit")).toHaveLength(1);
  });

  test.each(Object.entries(READ_TABLES))(
    "an answer of %s is kept by the tables that it is made from",
    async (name, tables) => {
      const endpoint: Endpoint = endpoints[name as Operation];
      const given = Object.entries({ agent_id: "101", simulation_id: "1", label: "latest" });
      const only = (expected = {}) => given.filter(([parameter]) => parameter in expected);
      const sent = {
        params: Object.fromEntries(only(endpoint.params)),
        query: String(new URLSearchParams(only(endpoint.query))),
      };
      expect(tablesRead(await statementsOf(name as Operation, sent))).toEqual([...tables].sort());
    },
  );
});
