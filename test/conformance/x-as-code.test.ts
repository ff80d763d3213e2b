import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeMetric, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const push = (body: unknown, calls = acme) => calls("POST", "/v1/bluejay-as-code", body);
const plan = (body: unknown) => acme("POST", "/v1/plan-as-code", body);
const pull = async (id: number) => (await acme("GET", `/v1/bluejay-as-code/simulation/${id}`)).body;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A document of a simulation with two digital humans and a metric. */
const documentOf = (n: number) => ({
  agents: [{ bluejay_as_code_id: uuid(n), name: "Desk", mode: "TEXT", http_webhook_key: "hidden" }],
  simulations: [
    {
      bluejay_as_code_id: uuid(n + 1),
      name: "Smoke",
      max_call_duration: 2,
      selected_custom_metrics: [uuid(n + 2)],
    },
  ],
  custom_metrics: [{ bluejay_as_code_id: uuid(n + 2), name: "Polite", response_type: "pass_fail" }],
  digital_humans: [
    { bluejay_as_code_id: uuid(n + 3), name: "Ann", intent: "Wants a refund", made_by: "hand" },
    { bluejay_as_code_id: uuid(n + 4), name: "Bob", intent: "Wants to book" },
  ],
});

describe("a document", () => {
  test("creates everything, equals what is pulled afterwards, and then changes nothing", async () => {
    const document = documentOf(100);
    const planned = await plan(document);
    expectAnswer("plan_as_code", planned);
    expect(planned.body).toEqual({
      valid: true,
      errors: [],
      actions: [
        'create agent "Desk"',
        'create custom metric "Polite"',
        'create simulation "Smoke"',
        'create digital human "Ann"',
        'create digital human "Bob"',
      ],
      simulation_id: null,
    });
    const pushed = await push(document);
    expectAnswer("push_as_code", pushed);
    expect(pushed.body).toMatchObject({ valid: true, actions: planned.body.actions });
    const { simulation_id } = pushed.body;

    const pulled = await pull(simulation_id);
    expect(pulled).toMatchObject({
      agents: [{ bluejay_as_code_id: uuid(100), name: "Desk", mode: "TEXT" }],
      simulations: [
        { bluejay_as_code_id: uuid(101), max_call_duration: 120, max_call_duration_units: "seconds" },
      ],
      digital_humans: [{ name: "Ann", made_by: "hand" }, { name: "Bob" }],
      custom_metrics: [{ name: "Polite", response_type: "pass_fail" }],
    });
    expect(pulled.simulations[0].selected_custom_metrics).toEqual([uuid(102)]);
    expect(JSON.stringify(pulled)).not.toContain("hidden");

    for (const again of [document, pulled])
      expect((await push(again)).body).toEqual({ valid: true, errors: [], actions: [], simulation_id });
  });

  test("changes what it names, attaches, and detaches what is missing without deleting it", async () => {
    const document = documentOf(200);
    const { simulation_id } = (await push(document)).body;
    const [ann, bob] = document.digital_humans;
    const other = documentOf(300);
    const third = { ...other.digital_humans[0], bluejay_as_code_id: uuid(210), name: "Cem" };
    await push({ ...other, digital_humans: [third] });
    const changed = {
      ...document,
      agents: [{ bluejay_as_code_id: uuid(200), http_webhook_key: "another" }],
      custom_metrics: [],
      simulations: [{ bluejay_as_code_id: uuid(201), selected_custom_metrics: null, max_turns: 9 }],
      digital_humans: [{ ...ann, intent: "Wants more", creativity: 0.2 }, third],
    };
    const { body } = await push(changed);
    expect(body).toEqual({
      valid: true,
      errors: [],
      actions: [
        'update agent "Desk": secrets',
        'detach custom metric "Polite"',
        'update simulation "Smoke": selected_custom_metrics, max_turns',
        'update digital human "Ann": intent, creativity',
        'attach digital human "Cem"',
        'detach digital human "Bob"',
      ],
      simulation_id,
    });
    const pulled = await pull(simulation_id);
    expect(pulled.digital_humans.map(({ name }: { name: string }) => name).sort()).toEqual(["Ann", "Cem"]);
    expect(pulled.custom_metrics).toEqual([]);
    // Bob still exists, and returns unchanged.
    expect((await push({ ...changed, digital_humans: [ann, bob] })).body.actions).toContain(
      'attach digital human "Bob"',
    );
  });

  test("is refused as a whole, with every error", async () => {
    const document = documentOf(400);
    const { body } = await push({
      ...document,
      custom_metrics: [{ bluejay_as_code_id: uuid(402), name: "Which", response_type: "enum" }],
      digital_humans: [
        { bluejay_as_code_id: uuid(403), name: "Ann", tag: "workflow" },
        { bluejay_as_code_id: uuid(403), name: "Bob" },
      ],
    });
    expect(body).toMatchObject({ valid: false, actions: [], simulation_id: null });
    expect(body.errors).toEqual(
      expect.arrayContaining([
        "digital_humans.1.bluejay_as_code_id: the same as that of digital_humans.0",
        "custom_metrics.0: response_type enum needs at least one entry in enum_options",
      ]),
    );
    const metrics = (await acme("GET", "/v1/custom-metrics")).body.metrics as { name: string }[];
    expect(metrics.map(({ name }) => name)).not.toContain("Which");
    expect(
      (await push({ ...documentOf(500), agents: [{ bluejay_as_code_id: uuid(500) }] })).body,
    ).toMatchObject({
      valid: false,
      errors: [expect.stringContaining("agents.0.name")],
    });
    expectFault(await push({ ...document, agents: [] }), ["body", "agents"], "list_too_short");
    expectFault(
      await push({ ...document, agents: [{ name: "x" }] }),
      ["body", "agents", "0", "bluejay_as_code_id"],
      "missing",
    );
  });

  test("finds nothing of another organization, and creates again what was deleted", async () => {
    const document = documentOf(600);
    const { simulation_id } = (await push(document)).body;
    expect((await push(document, rival)).body.actions).toContain('create agent "Desk"');
    await acme("DELETE", `/v1/simulation/${simulation_id}`);
    const { body } = await push(document);
    expect(body.actions).toContain('create simulation "Smoke"');
    expect(body.simulation_id).not.toBe(simulation_id);
  });
});

test("objects that were made in another way get an identity when they are pulled, and keep it", async () => {
  const { agent_id } = await makeAgent(acme, { name: "Old" });
  const { id } = await makeSimulation(acme, { agent_id });
  const human = await makeDigitalHuman(acme, { name: "Ann" }, [id]);
  const metric = await makeMetric(acme, { agent_ids: [agent_id] });
  const reply = await acme("GET", `/v1/bluejay-as-code/simulation/${id}`);
  expect(reply.status).toBe(200);
  expect(await pull(id)).toEqual(reply.body);
  expect((await push(reply.body)).body.actions).toEqual([]);

  for (const [kind, object, list] of [
    ["agent", agent_id, "agents"],
    ["digital-human", human.id, "digital_humans"],
    ["custom-metric", metric.id, "custom_metrics"],
  ] as const) {
    const { body } = await acme("GET", `/v1/bluejay-as-code/${kind}/${object}`);
    expect(body[list]).toEqual(reply.body[list]);
    expectRefusal(await rival("GET", `/v1/bluejay-as-code/${kind}/${object}`), 404, /not found/);
  }
  expectRefusal(await rival("GET", `/v1/bluejay-as-code/simulation/${id}`), 404, /not found/);
});

test("a simulation cannot be moved to another agent", async () => {
  const document = documentOf(700);
  await push(document);
  const { body } = await push({ ...document, agents: documentOf(800).agents });
  expect(body).toMatchObject({
    valid: false,
    errors: [expect.stringMatching(/^simulations\.0: .* cannot be moved/)],
  });
});
