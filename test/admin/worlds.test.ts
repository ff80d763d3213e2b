/** Worlds in a store: what a copy of it keeps of them, and when they are deleted. */
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../src/service/store/store.ts";
import { useProgram } from "../support/in-process.ts";
import { makeConversations, runOf } from "../support/make.ts";
import { usePlace } from "../support/place.ts";
import { DESK_SEED } from "../support/seeds.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { until } from "../support/until.ts";

const parley = useProgram();

/** A world that differs from others in its number. */
const world = (number: number) => ({
  tables: { bookings: { key: "id", columns: ["id", "name"] } },
  tools: [
    {
      name: "book",
      description: `of world ${number}`,
      input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      steps: "insert booking into bookings {name: input.name}",
      answer: "{reference: booking.id}",
    },
  ],
});

type Place = ReturnType<typeof usePlace>;

/** The numbers of the worlds that the store has. */
async function worldsIn(place: Place): Promise<number[]> {
  const { db } = await openStore(place.store());
  try {
    const rows = await db.selectFrom("world").select("form").orderBy("id").execute();
    return rows.map(({ form }) => Number(/of world (\d+)/.exec(form)?.[1]));
  } finally {
    await db.destroy();
  }
}

const resultOf = async (calls: Calls, id: string | undefined) =>
  (await calls("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result;

/** Books in the world of a conversation. */
async function book(calls: Calls, url: string, id: string | undefined, name: string) {
  const { world_path } = await resultOf(calls, id);
  const response = await fetch(`${url}${world_path}/tools/book`, {
    method: "POST",
    body: JSON.stringify({ name }),
  });
  return { status: response.status, body: await response.json() };
}

const say = (calls: Calls, simulation_result_id: string | undefined) =>
  calls("POST", "/v1/send-http-text-message", { simulation_result_id, type: "message", content: "Hello" });

async function end(
  calls: Calls,
  { result_ids, simulation_id }: Awaited<ReturnType<typeof makeConversations>>,
) {
  await calls("POST", "/v1/end-conversations", { test_result_ids: result_ids });
  await until(async () => (await runOf(calls, simulation_id))?.status?.includes("COMPLETED"));
}

describe("a copy of a store with worlds", () => {
  const [place, copy] = [usePlace(parley), usePlace(parley)];
  const file = () => join(place.folder, "worlds.jsonl");
  let ended: string | undefined;
  let open: string | undefined;
  let before: unknown;

  beforeAll(async () => {
    const { url, stop } = await place.serve(DESK_SEED);
    const acme = callsWith(url, "pk_test_acme");
    const first = await makeConversations(acme, 1, { world: world(1) });
    const second = await makeConversations(acme, 1, { world: world(1) });
    [ended, open] = [first.result_ids[0], second.result_ids[0]];
    for (const id of [ended, open]) {
      await say(acme, id);
      expect(await book(acme, url, id, "Jo")).toEqual({ status: 200, body: { reference: 1 } });
    }
    await end(acme, first);
    before = await resultOf(acme, ended);
    await stop("SIGTERM");
    expect((await place.admin("export", file())).code).toBe(0);
    expect(await copy.admin("import", file())).toMatchObject({ code: 0 });
  });

  test("has the world once, and the same bytes", async () => {
    expect(await worldsIn(copy)).toEqual([1]);
    const again = await copy.admin("export", "-");
    expect(again.stdout).toBe((await place.admin("export", "-")).stdout);
    expect(again.stdout).toContain('{"table":"world","row":');
  });

  test("shows the same calls and rows, and a conversation in progress continues with its tables", async () => {
    const { url, stop } = await copy.serve();
    const acme = callsWith(url, "pk_test_acme");
    expect(await resultOf(acme, ended)).toEqual(before);
    expect(before).toMatchObject({
      tool_calls: [{ name: "book" }],
      evaluation: { end_state: [{ table: "bookings", change: "added", after: { id: 1, name: "Jo" } }] },
    });
    expect(await book(acme, url, open, "Al")).toEqual({ status: 200, body: { reference: 2 } });
    await stop("SIGTERM");
  });
});

describe("a world is deleted with the last that has it", () => {
  const place = usePlace(parley);
  let service: Awaited<ReturnType<typeof place.serve>>;
  let acme: Calls;
  beforeAll(async () => {
    service = await place.serve(DESK_SEED);
    acme = callsWith(service.url, "pk_test_acme");
  });

  test("when a simulation gets another one that no run has", async () => {
    const { body } = await acme("POST", "/v1/create-simulation", { agent_id: 101, world: world(1) });
    const path = `/v1/simulation/${body.simulation_id}`;
    expect((await acme("PUT", path, { world: world(2) })).status).toBe(200);
    expect(await worldsIn(place)).toEqual([2]);
    expect((await acme("PUT", path, { world: world(2), name: "Same" })).status).toBe(200);
    expect(await worldsIn(place)).toEqual([2]);
    expect((await acme("PUT", path, { world: null })).status).toBe(200);
    expect(await worldsIn(place)).toEqual([]);
    expect((await acme("DELETE", path)).status).toBe(200);
  });

  test("when a simulation is deleted with its runs, but not while another has it", async () => {
    const made = await makeConversations(acme, 1, { world: world(3) });
    const other = await acme("POST", "/v1/create-simulation", { agent_id: 101, world: world(3) });
    await acme("PUT", `/v1/simulation/${made.simulation_id}`, { world: world(4) });
    await end(acme, made);
    expect(await worldsIn(place)).toEqual([3, 4]);
    expect((await acme("DELETE", `/v1/simulation/${made.simulation_id}`)).status).toBe(200);
    expect(await worldsIn(place)).toEqual([3]);
    expect((await acme("DELETE", `/v1/simulation/${other.body.simulation_id}`)).status).toBe(200);
    expect(await worldsIn(place)).toEqual([]);
  });

  test("when a run is too old, but not while its simulation has it", async () => {
    const [kept, changed] = [
      await makeConversations(acme, 1, { world: world(5) }),
      await makeConversations(acme, 1, { world: world(6) }),
    ];
    await acme("PUT", `/v1/simulation/${changed.simulation_id}`, { world: null });
    for (const made of [kept, changed]) await end(acme, made);
    expect(await worldsIn(place)).toEqual([5, 6]);
    await service.stop("SIGTERM");
    const { db } = await openStore(place.store());
    await sql`update simulation_run set created_at = '2020-01-01T00:00:00.000Z'`.execute(db);
    await sql`delete from job where kind = 'delete_expired'`.execute(db);
    await db.destroy();
    const retaining = await place.serve(undefined, "--retain", "90d");
    const again = callsWith(retaining.url, "pk_test_acme");
    for (const { simulation_id } of [kept, changed])
      await expect.poll(async () => (await runOf(again, simulation_id)) ?? null).toBeNull();
    await expect.poll(() => worldsIn(place)).toEqual([5]);
    await retaining.stop("SIGTERM");
  });
});
