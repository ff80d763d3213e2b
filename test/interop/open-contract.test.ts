/**
 * Additions by others are accepted: fields and values that the contract does not know, both names, and ids
 * and keys in any form.
 */
import { describe, expect, test } from "vitest";
import { expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeSimulation, PATIENT, startRun } from "../support/make.ts";
import { ACME_KEY, callsWith, type Reply, useService } from "../support/service.ts";
import { until } from "../support/until.ts";

const { acme, rival, url } = useService();
const strict = useService(undefined, () => ({ strict: true }));
const hosted = useService(undefined, () => ({ dialect: "hosted" }));
const plain = useService(undefined, () => ({ dialect: "parley" }));

const unknownOf = ({ headers }: Reply) => headers.get("x-parley-unknown-fields");
const NOVEL = { novel: { deep: [1, { more: "yes" }] }, other: null };

/** Creates one of each resource with unknown fields, and reads it back. */
const resources: [string, () => Promise<{ made: Reply; read: unknown }>][] = [
  [
    "agent",
    async () => {
      const made = await acme("POST", "/v1/add-agent", { name: "Desk", ...NOVEL });
      return { made, read: (await acme("GET", `/v1/agents/${made.body.id ?? made.body.agent_id}`)).body };
    },
  ],
  [
    "digital human",
    async () => {
      const made = await acme("POST", "/v1/create-digital-human", { digital_human: { name: "A", ...NOVEL } });
      const { id } = made.body.digital_human;
      return { made, read: (await acme("GET", `/v1/digital-human/${id}`)).body.digital_human };
    },
  ],
  [
    "metric",
    async () => {
      const metric = { name: "Polite", description: "?", response_type: "yes_no", ...NOVEL };
      const made = await acme("POST", "/v1/create-custom-metric", metric);
      const { metrics } = (await acme("GET", "/v1/custom-metrics?page_size=1000")).body;
      return { made, read: metrics.find(({ name }: { name: string }) => name === "Polite") };
    },
  ],
  [
    "simulation",
    async () => {
      const made = await acme("POST", "/v1/create-simulation", { name: "S", agent_id: "101", ...NOVEL });
      const id = made.body.id ?? made.body.simulation_id;
      return { made, read: (await acme("GET", `/v1/simulation/${id}`)).body };
    },
  ],
  [
    "prompt version",
    async () => {
      const made = await acme("POST", "/v1/agents/101/prompts/versions", { prompt_text: "Hi", ...NOVEL });
      return { made, read: (await acme("GET", "/v1/agents/101/prompts/versions")).body[0] };
    },
  ],
  [
    "knowledge base version",
    async () => {
      const path = "/v1/agents/101/knowledge-bases/versions";
      const made = await acme("POST", path, { kb_text: "Hours", ...NOVEL });
      return { made, read: (await acme("GET", path)).body[0] };
    },
  ],
  [
    "label",
    async () => {
      const made = await acme("POST", "/v1/agents/101/labels", { label_text: "canary", ...NOVEL });
      const labels: { label_text: string }[] = (await acme("GET", "/v1/agents/101/labels")).body;
      return { made, read: labels.find(({ label_text }) => label_text === "canary") };
    },
  ],
  [
    "call",
    async () => {
      const call = {
        agent_id: 101,
        start_time_utc: "2026-01-02T03:04:05Z",
        participants: [{ role: "AGENT" }, { role: "USER" }],
        transcript: [{ speaker: "USER", utterance: "Hello" }],
        ...NOVEL,
      };
      const made = await acme("POST", "/v1/evaluate", call);
      const { body } = await acme("GET", `/v1/retrieve-call-log/${made.body.call_id}`);
      return { made, read: body.call_log };
    },
  ],
  [
    "webhook",
    async () => {
      const made = await acme("POST", "/v1/webhooks", { url: "https://hooks.example/a", ...NOVEL });
      return { made, read: (await acme("GET", "/v1/webhooks")).body.webhooks[0] };
    },
  ],
  [
    "workflow",
    async () => {
      const graph = { nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] };
      const made = await acme("POST", "/v1/workflow", { agent_id: 101, name: "W", ...graph, ...NOVEL });
      return { made, read: (await acme("GET", `/v1/workflow/${made.body.id}`)).body };
    },
  ],
];

describe("a field that the contract does not know", () => {
  test.each(resources)("is stored with a %s, returned and named", async (_, make) => {
    const { made, read } = await make();
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(read).toMatchObject(NOVEL);
    expect(unknownOf(made)).toMatch(/^(?:digital_human\.)?novel, (?:digital_human\.)?other$/);
  });

  test("is kept inside nested objects, and by a later change of another field", async () => {
    const digital_human = {
      name: "Nested",
      traits: [{ trait_name: "vip", trait_data_type: "BOOLEAN", value: true, colour: "red" }],
      scripted_responses: [{ match_type: "exact", match_phrase: "Hello", why: { a: 1 } }],
      expected_tool_calls: [{ name: "refund", place: 1 }],
      weather: "rain",
    };
    const made = await acme("POST", "/v1/create-digital-human", { digital_human });
    expect(unknownOf(made)?.split(", ").sort()).toEqual([
      "digital_human.expected_tool_calls.0.place",
      "digital_human.scripted_responses.0.why",
      "digital_human.traits.0.colour",
      "digital_human.weather",
    ]);
    const { id } = made.body.digital_human;
    const changed = await acme("PUT", `/v1/update-digital-human/${id}`, { name: "Renamed", mood: "calm" });
    expect(changed.body.digital_human).toMatchObject({ ...digital_human, name: "Renamed", mood: "calm" });
    expect(unknownOf(changed)).toBe("mood");
  });

  test("cannot replace what the service reports itself", async () => {
    const made = await acme("POST", "/v1/create-digital-human", {
      digital_human: { id: 999_999, created_at: "never", simulation_ids: [1] },
    });
    expect(made.body.digital_human.id).not.toBe(999_999);
    expect(made.body.digital_human.created_at).toMatch(/Z$/);
    expect(made.body.digital_human).not.toHaveProperty("simulation_ids");
    await acme("POST", "/v1/add-agent", { name: "Spy", id: "202", organization_id: "rival" });
    const [spy] = (await acme("GET", "/v1/all-agents")).body.filter(({ name }: Named) => name === "Spy");
    const [own] = (await acme("GET", "/v1/all-agents")).body;
    expect(spy).toMatchObject({
      organization_id: own.organization_id,
      id: expect.not.stringMatching(/^202$/),
    });
    const foreign = (await rival("GET", "/v1/all-agents")).body;
    expect(foreign.map(({ name }: Named) => name)).toEqual(["Competitor"]);
  });

  test("named in the header with at most twenty paths that a header can carry", async () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`fi,eld.${at}\u00e9\r\n`, at]));
    const reply = await acme("POST", "/v1/add-agent", { name: "Many", ...fields });
    expect(reply.status).toBe(200);
    const paths = unknownOf(reply)?.split(", ") ?? [];
    expect(paths).toHaveLength(20);
    expect(paths[0]).toBe("fi%2Celd%2E0%C3%A9%0D%0A");
  });

  test("stays within the limits of every body", async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`f${at}`, at]));
    expectFault(await acme("POST", "/v1/add-agent", { name: "x", ...many }), ["body"], "too_many_keys");
    const deep = JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`);
    expect((await acme("POST", "/v1/add-agent", { name: "x", deep })).status).toBe(422);
    const raw = await fetch(`${url()}/v1/add-agent`, {
      method: "POST",
      headers: { "x-api-key": ACME_KEY, "content-type": "application/json" },
      body: '{"name":"x","__proto__":{"polluted":true}}',
    });
    expect(raw.status).toBe(422);
    expect({}).not.toHaveProperty("polluted");
  });

  test("does not make a record grow without end", async () => {
    const { body } = await acme("POST", "/v1/create-digital-human", { digital_human: {} });
    const path = `/v1/update-digital-human/${body.digital_human.id}`;
    const part = (from: number) =>
      Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`f${from + at}`, at]));
    expect((await acme("PUT", path, part(0))).status).toBe(200);
    expectRefusal(await acme("PUT", path, part(600)), 400, /at most 1000 fields/);
  });

  test("is refused in a body that says what to delete, and under --strict everywhere", async () => {
    const labels = "/v1/agents/101/knowledge-bases/versions/1/labels";
    expectFault(await acme("DELETE", labels, { label: ["x"] }), ["body", "label"], "extra_forbidden");
    const refused = await strict.acme("POST", "/v1/add-agent", { name: "x", novel: 1, mode: "CHAT" });
    expectFault(refused, ["body", "novel"], "extra_forbidden");
    expectFault(refused, ["body", "mode"], "enum");
    expectFault(await strict.acme("GET", "/v1/all-agents?x=1"), ["query", "x"], "extra_forbidden");
  });

  test("of a query is named, and has no effect", async () => {
    for (const _ of [1, 2])
      expect(unknownOf(await acme("GET", "/v1/all-agents?shape=full"))).toBe("query.shape");
  });

  test("known fields are checked as before", async () => {
    expectFault(
      await acme("POST", "/v1/create-digital-human", { digital_human: { novel: 1, creativity: 3 } }),
      ["body", "digital_human", "creativity"],
      "less_than_equal",
    );
    expectFault(await acme("POST", "/v1/add-agent", { novel: 1 }), ["body", "name"], "missing");
  });
});

interface Named {
  readonly name: string;
}

describe("a value that the contract does not know", () => {
  test("is kept and returned, and named", async () => {
    const digital_human = { language: "tlh", voice_speed: "warp", gender: "unspecified" };
    const made = await acme("POST", "/v1/create-digital-human", { digital_human });
    expect(made.body.digital_human).toMatchObject(digital_human);
    expect(made.headers.get("x-parley-unknown-values")?.split(", ").sort()).toEqual([
      "digital_human.gender",
      "digital_human.language",
      "digital_human.voice_speed",
    ]);
    const agent = await acme("POST", "/v1/add-agent", { name: "Hologram", connection_type: "HOLODECK" });
    expect(agent.status).toBe(200);
  });

  test("is refused where the specification demands it: an accent that there is not", async () => {
    const reply = await acme("POST", "/v1/create-digital-human", { digital_human: { accent: "klingon" } });
    expectRefusal(reply, 400, /"klingon" is not an accent/);
  });

  test("is refused as the type of a message, because its meaning is unknown", async () => {
    const reply = await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id: "1",
      type: "emotion",
      message: "x",
    });
    expectFault(reply, ["body", "type"], "enum");
  });

  test("of a digital human is listed in its result as not used", async () => {
    const simulation_id = await simulationWith({
      intent: "Ask for the hours",
      language: "tlh",
      verbosity: "epic",
    });
    const queued = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id });
    const [simulation_result_id] = queued.body.simulation_result_ids;
    const bye = { simulation_result_id, message: "Goodbye", end_conversation: true };
    expect((await acme("POST", "/v1/send-http-text-message", bye)).status).toBe(200);
    const unused_fields = await until(async () => {
      const { body } = await acme("GET", `/v1/retrieve-simulation-result/${simulation_result_id}`);
      return (body.simulation_result ?? body).unused_fields;
    });
    expect(unused_fields).toEqual(
      expect.arrayContaining(["language: not used: unknown value", "verbosity: not used: unknown value"]),
    );
  });

  test("of a metric leaves it unevaluated, and says so", async () => {
    const metric = { name: "Mood", description: "?", response_type: "emoji", agent_ids: ["101"] };
    const made = await acme("POST", "/v1/create-custom-metric", metric);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { body } = await acme("POST", "/v1/evaluate", {
      agent_id: "101",
      start_time_utc: "2026-01-02T03:04:05Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript: [{ speaker: "USER", utterance: "Hello" }],
      conversation_ended_by: "WEATHER",
    });
    const log = async () => {
      const { body: found } = await acme("GET", `/v1/retrieve-call-log/${body.call_id}`);
      return found.call_log ?? found;
    };
    await expect.poll(async () => (await log()).status).toBe("COMPLETED");
    const told = JSON.stringify(await log());
    expect(told).toContain("not used: unknown value of response_type");
  });
});

async function simulationWith(digital_human: object): Promise<number> {
  const made = await acme("POST", "/v1/create-simulation", { name: "One", agent_id: 101 });
  const id = made.body.id ?? made.body.simulation_id;
  await acme("POST", "/v1/create-digital-human", { digital_human, simulation_ids: [String(id)] });
  return id;
}

describe("ids", () => {
  test("are taken as integers and as their digits, in bodies, paths and queries", async () => {
    const simulation = await simulationWith({ name: "Ids" });
    for (const id of [simulation, String(simulation)]) {
      const { status, body } = await acme("POST", "/v1/queue-http-text-simulation-run", {
        simulation_id: id,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      for (const result of [Number(body.simulation_result_ids[0]), String(body.simulation_result_ids[0])]) {
        const sent = { simulation_result_id: result, message: "Hello" };
        expect((await acme("POST", "/v1/send-http-text-message", sent)).body).toMatchObject({
          simulation_result_id: String(result),
        });
      }
    }
    expect((await acme("GET", "/v1/custom-metrics?agent_id=101")).status).toBe(200);
    for (const simulation_id of ["9007199254740993", "7 ", "0x7", "", "-1", 1.5])
      expect((await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id })).status).toBe(422);
  });
});

describe("keys", () => {
  const ask = (headers: Record<string, string>) => fetch(`${url()}/v1/all-agents`, { headers });

  test("are taken as X-API-Key and as a bearer token, X-API-Key first", async () => {
    expect((await ask({ "x-api-key": ACME_KEY })).status).toBe(200);
    expect((await ask({ authorization: `Bearer ${ACME_KEY}` })).status).toBe(200);
    expect((await ask({ authorization: `bearer  ${ACME_KEY} ` })).status).toBe(200);
    expect((await ask({ "x-api-key": ACME_KEY, authorization: "Bearer wrong" })).status).toBe(200);
    expect((await ask({ "x-api-key": "wrong", authorization: `Bearer ${ACME_KEY}` })).status).toBe(401);
    expect((await ask({ "x-api-key": "", authorization: `Bearer ${ACME_KEY}` })).status).toBe(200);
  });

  test.each([`Basic ${ACME_KEY}`, ACME_KEY, "Bearer", `Bearer ${ACME_KEY} ${ACME_KEY}`])(
    "are not taken from Authorization: %s",
    async (authorization) => {
      const reply = await ask({ authorization });
      expect(reply.status).toBe(401);
      expect(await reply.text()).not.toContain(ACME_KEY);
    },
  );
});

describe("fields with two names", () => {
  const given = {
    name: "Room",
    connection_type: "LIVEKIT",
    livekit_agent_name: "desk",
    livekit_metadata: { room: "7" },
    livekit_customer_tool_topic: "tools",
    pipecat_agent_name: "pipe",
    pipecat_agent_configuration: { a: 1 },
    pipecat_room_properties: { b: 2 },
  };
  const specified = {
    rtc_agent_name: "desk",
    rtc_metadata: { room: "7" },
    rtc_customer_tool_topic: "tools",
    pipeline_agent_name: "pipe",
    pipeline_agent_configuration: { a: 1 },
    pipeline_room_properties: { b: 2 },
  };
  const { connection_type: _, name: __, ...published } = given;
  const roomOf = async ({ acme: call }: typeof plain) => {
    await call("POST", "/v1/add-agent", given);
    return (await call("GET", "/v1/all-agents")).body.find(({ name }: Named) => name === "Room");
  };

  test("are taken under either, and shown under both, or one", async () => {
    expect(await roomOf({ acme } as typeof plain)).toMatchObject({
      connection_type: "RTC",
      ...specified,
      ...published,
    });
    const ours = await roomOf(plain);
    expect(ours).toMatchObject({ connection_type: "RTC", ...specified });
    expect(Object.keys(ours).filter((field) => /livekit|pipecat/.test(field))).toEqual([]);
    const theirs = await roomOf(hosted);
    expect(theirs).toMatchObject({ connection_type: "LIVEKIT", ...published });
    expect(Object.keys(theirs).filter((field) => /rtc|pipeline/.test(field))).toEqual([]);
  });

  test("are one field: sent twice, they must agree", async () => {
    const create = (fields: object) => acme("POST", "/v1/create-digital-human", { digital_human: fields });
    const metadata = { a: [1, { b: null }] };
    const agreed = await create({ rtc_metadata: metadata, livekit_metadata: metadata });
    expect(agreed.body.digital_human).toMatchObject({ rtc_metadata: metadata, livekit_metadata: metadata });
    const refused = await create({ rtc_metadata: {}, livekit_metadata: metadata });
    expectFault(refused, ["body", "digital_human", "livekit_metadata"], "two_values");
    const { id } = agreed.body.digital_human;
    const changed = await acme("PUT", `/v1/update-digital-human/${id}`, { livekit_metadata: { c: 1 } });
    expect(changed.body.digital_human).toMatchObject({ rtc_metadata: { c: 1 }, livekit_metadata: { c: 1 } });
  });

  test("the caller's own objects stay unchanged", async () => {
    const metadata = { livekit_metadata: { mine: true }, connection_type: "LIVEKIT" };
    const made = await acme("POST", "/v1/agents/101/prompts/versions", { prompt_text: "x", metadata });
    expect(made.body.metadata).toEqual(metadata);
  });
});

test("another organization cannot read a body with extra fields", async () => {
  const { body } = await acme("POST", "/v1/create-digital-human", { digital_human: { novel: "secret" } });
  const reply = await callsWith(url(), "pk_test_rival")("GET", `/v1/digital-human/${body.digital_human.id}`);
  expectRefusal(reply, 404, /not found/);
});

test("what the agent's side sends with a message or a tool call is kept with it", async () => {
  const { agent_id } = await makeAgent(acme);
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { name: "Ann", ...PATIENT }, [simulation.id]);
  const { simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
  const [simulation_result_id = ""] = simulation_result_ids;
  const send = (body: object) =>
    acme("POST", "/v1/send-http-text-message", { simulation_result_id, end_turn: false, ...body });
  const reply = await send({ message: "Hello", mood: "calm", detail: { level: 2 } });
  expect(unknownOf(reply)).toBe("mood, detail");
  await send({ type: "tool_call", name: "book", output: 1, version: "2" });
  const { body } = await acme("GET", `/v1/retrieve-simulation-result/${simulation_result_id}`);
  const { transcript, tool_calls } = body.simulation_result;
  expect(transcript).toMatchObject([{ message: "Hello", mood: "calm", detail: { level: 2 } }]);
  expect(tool_calls).toMatchObject([{ name: "book", actual: [{ output: 1, version: "2" }] }]);
});
