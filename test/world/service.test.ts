/** Worlds on a service, over real sockets: the tools of a conversation, what they record, and what became of the tables. */
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { useService } from "../support/service.ts";
import { useTextAgent } from "../support/text-agent.ts";

const WORLD = {
  tables: {
    slots: { key: "id", rows: [{ id: 1, day: "friday", seats: 4 }] },
    bookings: { key: "id", columns: ["id", "day", "name"] },
  },
  tools: [
    {
      name: "reserve",
      description: "Reserves a table",
      input: {
        type: "object",
        properties: { day: { type: "string" }, name: { type: "string" } },
        required: ["day", "name"],
      },
      steps: [
        "find slot in slots with {day: input.day, seats: {$gt: 0}}",
        'require slot or fail with "nothing on {input.day}"',
        "update slot set {seats: slot.seats - 1}",
        "insert booking into bookings {day: input.day, name: input.name}",
      ].join("\n"),
      answer: "{reference: booking.id}",
    },
    { name: "break", steps: "set x = now - 1" },
    { name: "slow", steps: "answer 1", latency_ms: 300, faults: [{ call: 2, answer: 429 }] },
  ],
};

/** The agent says nothing by itself: the test speaks for it. */
const agent = useTextAgent(() => "");
const service = useService();

interface Told {
  readonly simulation_result_id: string;
  readonly world_url: string;
}

/** Starts conversations of digital humans, and waits until the agent has been told of each. */
async function begin(humans: readonly object[], world: object | null = WORLD): Promise<Told[]> {
  await service.acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent.url() });
  const created = await service.acme("POST", "/v1/create-simulation", {
    agent_id: 101,
    opening_patience_ms: 0,
    ...(world && { world }),
  });
  expect(created.status).toBe(200);
  const { simulation_id } = created.body;
  for (const human of humans)
    await service.acme("POST", "/v1/create-digital-human", {
      simulation_ids: [simulation_id],
      digital_human: {
        intent: "Wants a table on friday",
        speaks_first_config: { speaks_first: true },
        ...human,
      },
    });
  const before = agent.turns.length;
  const queued = await service.acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id });
  expect(queued.status).toBe(200);
  while (agent.turns.length < before + humans.length) await sleep(20);
  return agent.turns.slice(before) as unknown as Told[];
}

const call = async (url: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", ...headers },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: response.status, body: (await response.json()) as any };
};

async function endedResult({ simulation_result_id }: Told) {
  await service.acme("POST", "/v1/end-conversations", { test_result_ids: [Number(simulation_result_id)] });
  return evaluated(simulation_result_id);
}

async function evaluated(simulation_result_id: string) {
  for (;;) {
    const { body } = await service.acme("GET", `/v1/retrieve-simulation-result/${simulation_result_id}`);
    if (body.simulation_result.outcome !== null) return body.simulation_result;
    await sleep(50);
  }
}

const names = (result: { tool_calls: { name: string; actual: unknown[] }[] }) =>
  result.tool_calls.map(({ name, actual }) => [name, actual.length]);

test("a fact that reaches the tables otherwise than it was said was heard wrong", async () => {
  const email = "jo.miller@example.com";
  const facts = { traits: [{ trait_name: "email", value: email }] };
  const intent = `Wants a table on friday. My e-mail address is ${email}.`;
  const world = {
    tables: { guests: { key: "id", columns: ["id", "email"] } },
    tools: [
      {
        name: "keep",
        input: { type: "object", properties: { user: { type: "string" }, host: { type: "string" } } },
        steps: 'insert guest into guests {email: "{input.user}@{input.host}"}',
      },
    ],
  };
  const humans = [
    { ...facts, intent },
    { ...facts, intent },
  ];
  const told = await begin(humans, world);
  const heard: unknown[] = [];
  for (const [at, user] of ["jo.miller", "jo.miler"].entries()) {
    const { simulation_result_id, world_url } = told[at] as Told;
    const message = "What is your e-mail address?";
    await service.acme("POST", "/v1/send-http-text-message", { simulation_result_id, message });
    // Only the row has the whole address.
    expect((await call(`${world_url}/tools/keep`, { user, host: "example.com" })).status).toBe(200);
    const { evaluation } = await endedResult(told[at] as Told);
    heard.push(evaluation.metrics.find(({ id }: { id: string }) => id === "entities.heard"));
  }
  const place = { table: "guests", column: "email" };
  expect(heard).toMatchObject([
    { value: [{ kind: "email", outcome: "right", places: [{ verdict: "right", ...place }] }] },
    {
      value: [
        {
          kind: "email",
          outcome: "wrong",
          places: [{ verdict: "wrong", heard: "jo.miler@example.com", ...place }],
        },
      ],
    },
  ]);
});

describe("the tools of a conversation's world", () => {
  test("are listed as function definitions, answer, and are recorded as its tool calls", async () => {
    const [told] = await begin([
      { expected_state: { tables: { bookings: { has: [{ day: "friday", name: "Jo" }] } }, only: false } },
    ]);
    const { world_url } = told as Told;
    expect(await call(`${world_url}/tools`)).toMatchObject({
      status: 200,
      body: [
        { type: "function", function: { name: "reserve", parameters: WORLD.tools[0]?.input } },
        { function: { name: "break" } },
        { function: { name: "slow" } },
      ],
    });
    const arguments_ = { day: "friday", name: "Jo" };
    expect(await call(`${world_url}/tools/reserve`, arguments_)).toEqual({
      status: 200,
      body: { reference: 1 },
    });
    expect(await call(`${world_url}/tools/reserve`, { day: "sunday", name: "Jo" })).toEqual({
      status: 422,
      body: { error: "nothing on sunday" },
    });
    expect(await call(`${world_url}/tools/resrve`, {})).toEqual({
      status: 404,
      body: { error: 'no tool is called "resrve"; did you mean reserve?' },
    });
    // Reported by the agent too, it is not counted twice; one that the world has not seen is.
    for (const name of ["reserve", "other"])
      await service.acme("POST", "/v1/send-http-text-message", {
        ...{ simulation_result_id: told?.simulation_result_id, type: "tool_call", name },
        ...{ parameters: { name: "Jo", day: "friday" }, output: { ok: true } },
      });
    const result = await endedResult(told as Told);
    expect(names(result)).toEqual([
      ["reserve", 2],
      ["resrve", 1],
      ["other", 1],
    ]);
    expect(result).toMatchObject({
      outcome: "passed",
      outcome_reason: expect.stringContaining("Expected state"),
    });
    expect(result.evaluation.end_state).toMatchObject([
      { table: "slots", change: "changed", before: { seats: 4 }, after: { seats: 3 }, calls: [1] },
      { table: "bookings", change: "added", after: { id: 1, day: "friday", name: "Jo" }, calls: [1] },
    ]);
    expect(await call(`${world_url}/tools/reserve`, arguments_)).toMatchObject({ status: 410 });
    // A call that the agent only reports takes no step.
    expect(result.world_steps).toEqual([{ tool: "reserve", ran: [1, 2, 3, 4, 5], failed: [2] }]);
    const listing = `/v1/retrieve-simulation-results/${result.simulation_run_id}`;
    const { simulation_run, simulation_results } = (await service.acme("GET", listing)).body;
    expect(simulation_results).toMatchObject([{ world_steps: result.world_steps }]);
    expect(simulation_run.world_steps).toHaveLength(8);
    expect(simulation_run.world_steps.slice(1, 4)).toEqual([
      {
        ...{ tool: "reserve", step: 2, fails: false },
        text: 'require slot or fail with "nothing on {input.day}"',
        needs: "a call in which `slot` holds",
      },
      {
        ...{ tool: "reserve", step: 2, fails: true },
        text: 'require slot or fail with "nothing on {input.day}"',
        needs: "a call in which `slot` doesn't hold",
      },
      {
        ...{ tool: "reserve", step: 3, fails: false },
        text: "update slot set {seats: slot.seats - 1}",
        needs: "a call in which `slot` holds",
      },
    ]);
    const replay = await service.acme("GET", `/v1/replay-simulation-result/${told?.simulation_result_id}`);
    expect(replay.body).toMatchObject({
      same: true,
      world: { same: true, calls: 3, first_difference: null },
    });
  });

  test("a replay makes calls again at the time when the conversation began", async () => {
    const clock = [{ name: "when", steps: "answer now" }, ...WORLD.tools];
    const [told] = await begin([{}], { ...WORLD, tools: clock });
    const { world_url, simulation_result_id } = told as Told;
    expect(await call(`${world_url}/tools/when`, {})).toMatchObject({ status: 200 });
    const path = `/v1/replay-simulation-result/${simulation_result_id}`;
    expect((await service.acme("GET", path)).body).toMatchObject({ same: true, world: { calls: 1 } });
  });

  test("two conversations never see each other", async () => {
    const [one, other] = await begin([{}, {}]);
    const body = { day: "friday", name: "Jo" };
    expect(await call(`${one?.world_url}/tools/reserve`, body)).toMatchObject({ body: { reference: 1 } });
    expect(await call(`${other?.world_url}/tools/reserve`, body)).toMatchObject({ body: { reference: 1 } });
    expect(await call(`${one?.world_url}/tools/reserve`, body)).toMatchObject({ body: { reference: 2 } });
  });

  test("calls at the same moment follow one another", async () => {
    const [told] = await begin([{}]);
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        call(`${told?.world_url}/tools/reserve`, { day: "friday", name: "Jo" }),
      ),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 422, 422]);
    const references = all.flatMap(({ body }) => body.reference ?? []);
    expect(references.toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("latency and faults are as the world says", async () => {
    const [told] = await begin([{}]);
    const begun = performance.now();
    expect(await call(`${told?.world_url}/tools/slow`, {})).toMatchObject({ status: 200 });
    expect(performance.now() - begun).toBeGreaterThan(290);
    expect(await call(`${told?.world_url}/tools/slow`, {})).toMatchObject({ status: 429 });
  });

  test("the same tools as an MCP server", async () => {
    const [told] = await begin([{}]);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${told?.world_url}/mcp`)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["reserve", "break", "slow"]);
    const booked = await client.callTool({ name: "reserve", arguments: { day: "friday", name: "Jo" } });
    expect(booked.content).toEqual([{ type: "text", text: '{"reference":1}' }]);
    const refused = await client.callTool({ name: "reserve", arguments: { day: "sunday", name: "Jo" } });
    expect(refused).toMatchObject({ isError: true, content: [{ text: '{"error":"nothing on sunday"}' }] });
    await client.close();
    expect(names(await endedResult(told as Told))).toEqual([["reserve", 2]]);
  });
});

describe("what the tables decide", () => {
  const expected_tool_calls = [{ name: "reserve", parameters: { day: "friday" } }];

  test("rows that are not there fail the expected state; tool calls only explain", async () => {
    const [told] = await begin([
      {
        expected_tool_calls,
        expected_state: { tables: { bookings: { has: [{ day: "friday" }] } }, only: true },
      },
    ]);
    await call(`${told?.world_url}/tools/reserve`, { day: "sunday", name: "Jo" });
    const result = await endedResult(told as Told);
    expect(result.evaluation.verdicts).toContainEqual(
      expect.objectContaining({
        name: "Expected tool calls",
        status: "NOT_APPLICABLE",
        reason: "end_state_decides",
      }),
    );
    expect(result.evaluation.verdicts).toContainEqual(
      expect.objectContaining({ name: "Expected state", status: "EVALUATED", value: false }),
    );
    expect(result.evaluation.end_state).toEqual([]);
  });

  test("a world that is itself at fault is inconclusive, never failed", async () => {
    const [told] = await begin([{ expected_state: { tables: { bookings: { has: [{}] } } } }]);
    expect(await call(`${told?.world_url}/tools/break`, {})).toMatchObject({ status: 500 });
    expect(await endedResult(told as Told)).toMatchObject({
      outcome: "incompleted",
      outcome_reason: expect.stringContaining("the world is at fault, not the agent: break: now is"),
    });
  });

  test("a conversation that did not pass says which tools the agent called that are not there", async () => {
    const [told] = await begin([{ expected_state: { tables: { bookings: { has: [{}] } } } }]);
    await call(`${told?.world_url}/tools/resrve`, {});
    await call(`${told?.world_url}/tools/resrve`, {});
    expect((await endedResult(told as Told)).outcome_reason).toMatch(
      /; no tool of the world is called "resrve", which the agent called$/,
    );
  });

  test("without a world, an expected state is not decided", async () => {
    const [told] = await begin([{ expected_state: { tables: { bookings: { has: [{}] } } } }], null);
    expect(told).not.toHaveProperty("world_url");
    const result = await endedResult(told as Told);
    expect(result.outcome).toBe("incompleted");
    expect(result.evaluation.end_state).toBeUndefined();
  });
});

describe("bad input", () => {
  test("a world with mistakes is refused with their places", async () => {
    const [tool] = WORLD.tools;
    const world = { ...WORLD, tools: [{ ...tool, steps: "find slot in slots\nupdate slot set {seat: 1}" }] };
    expect(await service.acme("POST", "/v1/create-simulation", { agent_id: 101, world })).toMatchObject({
      status: 400,
      body: {
        detail:
          "world.tools.0.steps, line 2, column 18: `seat` is not a column of slots; did you mean `seats`?; world.tools.0.answer, line 1, column 13: `booking` is not known here: it is neither `input` nor a name that a step before has given",
      },
    });
  });

  test.each([
    ["{", 400, "the body is not valid JSON"],
    [`{"a": "${"x".repeat(300_000)}"}`, 413, "more than 262144 bytes"],
    [`${'{"a":'.repeat(100)}1${"}".repeat(100)}`, 400, "nested too deeply"],
  ])("arguments %#", async (body, status, detail) => {
    const [told] = await begin([{}]);
    const response = await fetch(`${told?.world_url}/tools/reserve`, { method: "POST", body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(detail) });
  });

  test.each([
    [`"${"x".repeat(300_000)}"`, 413, "more than 262144 bytes"],
    [`${"[".repeat(100_000)}1${"]".repeat(100_000)}`, 400, "nested too deeply"],
  ])("a call of an MCP client %#", async (value, status, detail) => {
    const [told] = await begin([{}]);
    const response = await fetch(`${told?.world_url}/mcp`, {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"reserve","arguments":{"day":${value}}}}`,
    });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(detail);
  });

  test("a key that opens no world", async () => {
    const { status } = await fetch(`${service.url()}/worlds/nothing/tools`);
    expect(status).toBe(404);
  });

  test("the world is stored with the run: a later change of the simulation does not reach it", async () => {
    const [told] = await begin([{}]);
    const { body } = await service.acme(
      "GET",
      `/v1/retrieve-simulation-result/${told?.simulation_result_id}`,
    );
    const { simulation_id, world_path } = body.simulation_result;
    expect(`${service.url()}${world_path}`).toBe(told?.world_url);
    const changed = await service.acme("PUT", `/v1/simulation/${simulation_id}`, {
      world: { ...WORLD, tables: { ...WORLD.tables, slots: { columns: ["id", "day", "seats"] } } },
    });
    expect(changed.status).toBe(200);
    const answer = await call(`${told?.world_url}/tools/reserve`, { day: "friday", name: "Jo" });
    expect(answer).toMatchObject({ status: 200 });
    const removed = await service.acme("PUT", `/v1/simulation/${simulation_id}`, { world: null });
    expect(removed.body).not.toHaveProperty("world_id");
  });
});
