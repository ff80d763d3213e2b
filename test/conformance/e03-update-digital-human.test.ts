import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { digitalHumanOf, makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { type Calls, useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const update = (calls: Calls, id: number, body: object) =>
  calls("PUT", `/v1/update-digital-human/${id}`, body);

describe("E3 PUT /v1/update-digital-human/{digital_human_id}", () => {
  test("changes the fields named and no other, and answers with the stored digital human", async () => {
    const before = await makeDigitalHuman(acme, { name: "Ada", intent: "Get a refund", verbosity: "low" });
    const reply = await update(acme, before.id, { name: "Grace", verbosity: null });
    expectAnswer("update_digital_human", reply);
    expect(reply.body).toEqual({
      digital_human: { ...before, name: "Grace", verbosity: null },
      simulation_ids: [],
      simulation_id: null,
    });
    expect(await digitalHumanOf(acme, before.id)).toEqual(reply.body.digital_human);
  });

  test("changes nothing when nothing is named", async () => {
    const before = await makeDigitalHuman(acme, { name: "Ada" });
    expect((await update(acme, before.id, {})).body.digital_human).toEqual(before);
  });

  test("replaces traits, scripted_responses, speaks_first_config and rtc_metadata as a whole", async () => {
    const { id } = await makeDigitalHuman(acme, {
      traits: [{ trait_name: "member", value: true }, { trait_name: "tier" }],
      scripted_responses: [{ match_phrase: "a" }, { match_phrase: "b" }],
      speaks_first_config: { speaks_first: true, mode: "custom", message: "Hello" },
      rtc_metadata: { room: "7", region: { zone: "eu" } },
    });
    const replacement = {
      traits: [{ trait_name: "tier", value: "gold", is_sip_header: false }],
      scripted_responses: [],
      speaks_first_config: { speaks_first: false },
      rtc_metadata: { region: {} },
    };
    const { body } = await update(acme, id, replacement);
    expect(body.digital_human).toMatchObject(replacement);
    expect(body.digital_human.speaks_first_config).toEqual({ speaks_first: false });
    expect(body.digital_human.rtc_metadata).toEqual({ region: {} });
    expect(body.digital_human.traits).toEqual(replacement.traits);
  });

  test("updates the silence tool, by default instructions or custom ones", async () => {
    const { id } = await makeDigitalHuman(acme);
    const custom = { allow_silence_tool: true, silence_tool_instructions: "Wait when put on hold" };
    expect((await update(acme, id, custom)).body.digital_human).toMatchObject(custom);
    const builtIn = { silence_tool_instructions: "default" };
    expect((await update(acme, id, builtIn)).body.digital_human).toMatchObject({ ...custom, ...builtIn });
  });

  test("answers 404 for a digital human that is unknown or another organization's", async () => {
    const { id } = await makeDigitalHuman(acme, { name: "Ada" });
    expectRefusal(await update(rival, id, { name: "Mallory" }), 404, /digital human \d+ not found/);
    expectRefusal(await update(acme, 987654, { name: "Ada" }), 404, /digital human 987654 not found/);
    expect((await digitalHumanOf(acme, id)).name).toBe("Ada");
  });

  test("refuses an invalid phone number and changes nothing", async () => {
    const { id } = await makeDigitalHuman(acme, { name: "Ada" });
    const reply = await update(acme, id, { name: "Grace", outbound_text_number: "0171 5550123" });
    expectRefusal(reply, 400, /outbound_text_number "0171 5550123"/);
    expect((await digitalHumanOf(acme, id)).name).toBe("Ada");
  });

  test("judges the accent by the language that is stored, or that comes with it", async () => {
    const { id } = await makeDigitalHuman(acme, { language: "es" });
    expectRefusal(await update(acme, id, { accent: "british" }), 400, /accent british .* language es/);
    expect((await update(acme, id, { accent: "mexican" })).status).toBe(200);
    expectRefusal(await update(acme, id, { language: "fr" }), 400, /accent mexican .* language fr/);
    expect((await update(acme, id, { language: "fr", accent: "french" })).status).toBe(200);
    expect((await update(acme, id, { language: null, accent: "turkish" })).status).toBe(200);
  });

  test.each([
    [{ creativity: -1 }, ["body", "creativity"], "greater_than_equal"],
    [{ interruptions: "none" }, ["body", "interruptions"], "object_type"],
    [{ simulation_ids: ["seven"] }, ["body", "simulation_ids", "0"], "number_type"],
    [{ workflow_path_index: 1 }, ["body", "workflow_path_index"], "extra_forbidden"],
    [{ websocket_url: "ws://x" }, ["body", "websocket_url"], "extra_forbidden"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    const { id } = await makeDigitalHuman(acme);
    expectFault(await update(acme, id, body), loc, type);
  });

  test("refuses a path that is not a number", async () => {
    const reply = await acme("PUT", "/v1/update-digital-human/first", {});
    expectFault(reply, ["path", "digital_human_id"], "int_type");
  });
});

describe("E3 simulation_ids", () => {
  test("replaces the association as a whole; omitted it stays, null and [] detach from all", async () => {
    const [a, b, c] = [
      await makeSimulation(acme, { agent_id: 101 }),
      await makeSimulation(acme, { agent_id: 101 }),
      await makeSimulation(acme, { agent_id: 101 }),
    ];
    const { id } = await makeDigitalHuman(acme, {}, [a.id, b.id]);
    const moved = await update(acme, id, { simulation_ids: [c.id, b.id, c.id] });
    expect(moved.body).toMatchObject({ simulation_ids: [b.id, c.id], simulation_id: b.id });
    const renamed = await update(acme, id, { name: "Ada" });
    expect(renamed.body).toMatchObject({ simulation_ids: [b.id, c.id], simulation_id: b.id });
    const detached = await update(acme, id, { simulation_ids: null });
    expect(detached.body).toMatchObject({ simulation_ids: [], simulation_id: null });
    await update(acme, id, { simulation_ids: [a.id] });
    expect((await update(acme, id, { simulation_ids: [] })).body.simulation_ids).toEqual([]);
    const left = await acme("GET", `/v1/digital-humans-by-simulation/${a.id}`);
    expect(left.body.digital_humans).toEqual([]);
  });

  test("answers 404 for a simulation that is unknown or another organization's, and detaches nothing", async () => {
    const own = await makeSimulation(acme, { agent_id: 101 });
    const foreign = await makeSimulation(rival, { agent_id: 202 });
    const { id } = await makeDigitalHuman(acme, {}, [own.id]);
    for (const simulation_id of [foreign.id, 987654])
      expectRefusal(await update(acme, id, { simulation_ids: [simulation_id] }), 404, /simulation \d+ not/);
    expect((await acme("GET", `/v1/digital-human/${id}`)).body.simulation_ids).toEqual([own.id]);
  });

  test("refuses a SIP header trait where an agent has no sip_uri, whichever of the two is changed", async () => {
    const unreached = await makeSimulation(acme, { agent_id: 101 });
    const traits = [{ trait_name: "X-Account", is_sip_header: true }];
    const free = await makeDigitalHuman(acme, { traits });
    const attach = { simulation_ids: [unreached.id] };
    expectRefusal(await update(acme, free.id, attach), 400, /missing SIP prerequisites/);
    const attached = await makeDigitalHuman(acme, {}, [unreached.id]);
    expectRefusal(await update(acme, attached.id, { traits }), 400, /missing SIP prerequisites/);
  });

  test("keeps existing attachments if their agent has lost its sip_uri since", async () => {
    const { agent_id } = await makeAgent(acme, { sip_uri: "sip:desk@example.com" });
    const simulation = await makeSimulation(acme, { agent_id });
    const traits = [{ trait_name: "X-Account", is_sip_header: true }];
    const { id } = await makeDigitalHuman(acme, { traits }, [simulation.id]);
    await acme("POST", "/v1/update-agent", { agent_id, sip_uri: null });
    expect((await update(acme, id, { name: "Ada" })).status).toBe(200);
    expectRefusal(await update(acme, id, { traits }), 400, /missing SIP prerequisites/);
  });
});

describe("E3 of a workflow-tagged digital human", () => {
  const enriched_playback = [{ turn: 1 }];
  const make = () => makeDigitalHuman(acme, { tag: "workflow", enriched_playback, role_description: null });

  test.each([
    { intent: "Get a refund" },
    { success_criteria: "Refunded" },
    { role_description: "A customer" },
    { original_transcript: "User: hi" },
    { formatted_transcript: [{ role: "USER", utterance: "hi" }] },
  ])("refuses the change %j", async (change) => {
    const { id } = await make();
    const [field = ""] = Object.keys(change);
    expectRefusal(await update(acme, id, change), 400, new RegExp(`^${field} of a workflow-tagged`));
  });

  test("names every field whose change it refuses, and changes none", async () => {
    const { id } = await make();
    const reply = await update(acme, id, { intent: "x", role_description: "y", name: "Ada" });
    expectRefusal(reply, 400, /^intent, role_description of/);
    expect((await digitalHumanOf(acme, id)).name).toBeUndefined();
  });

  test("accepts the stored values again, with null for absent ones", async () => {
    const { id } = await make();
    const same = { intent: "", success_criteria: "", role_description: null, original_transcript: null };
    expect((await update(acme, id, same)).status).toBe(200);
  });

  test("lets the playback and every other field change", async () => {
    const { id } = await make();
    const changes = { enriched_playback: [{ turn: 2 }], name: "Ada", creativity: 0 };
    const reply = await update(acme, id, changes);
    expectAnswer("update_digital_human", reply);
    expect(reply.body.digital_human).toMatchObject(changes);
  });

  test("counts as tagged by the tag in the body, when there is one", async () => {
    const plain = await makeDigitalHuman(acme, { intent: "Get a refund" });
    const tagging = { tag: "WORKFLOW-7" };
    expectRefusal(await update(acme, plain.id, { ...tagging, intent: "x" }), 400, /^intent of/);
    expect((await update(acme, plain.id, { ...tagging, intent: "Get a refund" })).status).toBe(200);
    expectRefusal(await update(acme, plain.id, { intent: "x" }), 400, /^intent of/);
    for (const tag of ["plain", null])
      expect((await update(acme, plain.id, { tag, intent: `x ${tag}` })).status).toBe(200);
  });

  test("compares transcripts by their content, not by the order of keys", async () => {
    const said = [{ role: "USER", utterance: "I want a refund.", note: 1 }];
    const { id } = await makeDigitalHuman(acme, { formatted_transcript: said });
    await update(acme, id, { tag: "workflow" });
    const reordered = [{ note: 1, utterance: "I want a refund.", role: "USER" }];
    expect((await update(acme, id, { formatted_transcript: reordered })).status).toBe(200);
    const changed = [{ role: "USER", utterance: "I want a refund.", note: 2 }];
    expectRefusal(await update(acme, id, { formatted_transcript: changed }), 400, /^formatted_transcript of/);
  });
});
