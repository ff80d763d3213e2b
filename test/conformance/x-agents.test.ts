import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeCall, makeKnowledgeBases, makePrompts, makeSimulation } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

describe("POST /v1/add-agent", () => {
  test("returns the agent with its own id and the defaults", async () => {
    const reply = await acme("POST", "/v1/add-agent", { name: "Night desk" });
    expectAnswer("create_agent", reply);
    const { body } = await acme("GET", "/v1/all-agents");
    const { agent_id, status, ...agent } = reply.body;
    expect(agent_id).toBe(Number(agent.id));
    expect(status).toBe("200");
    expect(agent).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      organization_id: body[0].organization_id,
      created_at: expect.stringMatching(/Z$/),
      name: "Night desk",
      agent_description: "",
      knowledge_base: "",
      mode: "VOICE",
      phone_number: null,
      http_webhook_key: null,
    });
    expect(body).toContainEqual(agent);
  });

  test("accepts system_prompt, and creates a key for a webhook that has none", async () => {
    const { body } = await acme("POST", "/v1/add-agent", {
      name: "Desk",
      system_prompt: "Books appointments",
      http_webhook: "http://127.0.0.1:9099/",
    });
    expect(body).toMatchObject({
      agent_description: "Books appointments",
      http_webhook_key: expect.stringMatching(/^whsec_.{20}/),
    });
    expect((await acme("GET", `/v1/agents/${body.agent_id}`)).body).not.toHaveProperty("system_prompt");
  });

  test("keeps every field that is given, objects as they are", async () => {
    const given = {
      name: "Desk",
      agent_description: "Books",
      knowledge_base: "Open 9 to 5",
      mode: "TEXT",
      goals: ["book"],
      type: "INBOUND",
      connection_type: "HTTP_WEBHOOK",
      phone_number: null,
      http_webhook: "http://127.0.0.1:9099/agent",
      http_webhook_key: "whsec_local",
      custom_sip_headers: { "X-Team": "care" },
      rtc_metadata: { room: { size: 2 } },
      enable_outbound_call_auto_start: false,
    };
    const { body } = await acme("POST", "/v1/add-agent", given);
    expect(body).toMatchObject(given);
  });

  test.each([
    [{}, "name", "missing"],
    [{ name: "" }, "name", "string_too_short"],
    [{ name: "x", mode: "FAX" }, "mode", "enum"],
    [{ name: "x", folder_id: "5" }, "folder_id", "guid_format"],
    [{ name: "x", id: "5" }, "id", "extra_forbidden"],
    [{ name: "x", organization_id: "y" }, "organization_id", "extra_forbidden"],
  ])("answers 422 for %j", async (body, field, type) => {
    expectFault(await acme("POST", "/v1/add-agent", body), ["body", field], type);
  });

  test("repeats no secret in a refusal, however it is refused", async () => {
    for (const body of [
      { name: "x", sip_password: ["hunter2"] },
      { name: "x", http_webhook_key: "hunter2\u0000" },
      { name: "x", unknown: { websocket_password: "hunter2" } },
    ]) {
      const reply = await acme("POST", "/v1/add-agent", body);
      expect(reply.status).toBe(422);
      expect(JSON.stringify(reply.body)).not.toContain("hunter2");
      expect(JSON.stringify(reply.body)).toContain("••••");
    }
  });
});

describe("POST /v1/update-agent", () => {
  test("changes the named fields and leaves the others", async () => {
    const made = await acme("POST", "/v1/add-agent", { name: "Desk", goals: ["book"], sip_uri: "sip:a" });
    const { agent_id, status, ...before } = made.body;
    const reply = await acme("POST", "/v1/update-agent", { agent_id, name: "Front desk", sip_uri: null });
    expectAnswer("update_agent", reply);
    const now = { ...before, name: "Front desk", sip_uri: null };
    expect(reply.body).toEqual({
      agent: { ...now, agent_id: String(agent_id), system_prompt: "" },
      status: "200",
      http_webhook_key: null,
    });
    expect((await acme("GET", `/v1/agents/${agent_id}`)).body).toEqual(now);
  });

  test.each([1000, 100_000, 999_000])(
    "tells external ids of %i characters apart by their last",
    async (length) => {
      const external = (last: string) => `${"i".repeat(length)}"\\_%${last}`;
      const made = [];
      for (const last of ["a", "b"]) made.push(await makeAgent(acme, { external_agent_id: external(last) }));
      const change = (last: string) =>
        acme("PUT", "/v1/update-agent-by-external-id", {
          external_agent_id: external(last),
          phone_number: "+1555",
        });
      expect((await change("b")).body.agent.agent_id).toBe(String(made[1]?.agent_id));
      const { status, body } = await change("c");
      expect(status).toBe(404);
      expect(body.detail.length, "characters of the refusal").toBeLessThan(300);
    },
  );

  test("finds the agent by its external id if agent_id is null, and ignores null fields", async () => {
    const { agent_id, path } = await makeAgent(acme, {
      external_agent_id: "desk-7",
      system_prompt: "Be kind",
    });
    const unset = { name: null, system_prompt: null, knowledge_base: null, mode: null };
    const changes = { agent_id: null, external_agent_id: "desk-7", ...unset, phone_number: "+1555" };
    const { status, body } = await acme("POST", "/v1/update-agent", changes);
    expect([status, body.agent.agent_id]).toEqual([200, String(agent_id)]);
    expect((await acme("GET", path)).body).toMatchObject({
      ...{ name: "Desk", agent_description: "Be kind", knowledge_base: "", mode: "TEXT" },
      ...{ external_agent_id: "desk-7", phone_number: "+1555" },
    });
    const other = await rival("POST", "/v1/update-agent", changes);
    expectRefusal(other, 404, /agent with the external_agent_id "desk-7" not found/);
  });

  test("changes nothing when no field is named", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const before = await acme("GET", path);
    const { body } = await acme("POST", "/v1/update-agent", { agent_id });
    expect(body.agent).toMatchObject(before.body);
  });

  test("keeps all of many changes that arrive at once", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const fields = ["phone_number", "sip_uri", "provider_id", "voice_provider", "websocket_url"];
    await Promise.all(
      fields.map((name) => acme("POST", "/v1/update-agent", { agent_id, [name]: "changed" })),
    );
    const { body } = await acme("GET", path);
    expect(fields.map((name) => body[name])).toEqual(fields.map(() => "changed"));
  });

  test("answers 404 for an unknown agent and another organization's, and leaves it", async () => {
    expectRefusal(await acme("POST", "/v1/update-agent", { agent_id: 999, name: "x" }), 404, /agent 999/);
    expectRefusal(await rival("POST", "/v1/update-agent", { agent_id: 101, name: "x" }), 404, /agent 101/);
    expect((await acme("GET", "/v1/agents/101")).body.name).toBe("Front desk");
  });

  test.each([
    [{ name: "x" }, "agent_id", "missing"],
    [{ agent_id: 101, name: "" }, "name", "string_too_short"],
    [{ agent_id: 101, mode: "FAX" }, "mode", "enum"],
    [{ agent_id: 101, created_at: null }, "created_at", "extra_forbidden"],
  ])("answers 422 for %j", async (body, field, type) => {
    expectFault(await acme("POST", "/v1/update-agent", body), ["body", field], type);
  });
});

describe("GET /v1/agents/{agent_id}", () => {
  test("answers the agent", async () => {
    const reply = await acme("GET", "/v1/agents/101");
    expectAnswer("get_agent", reply);
    expect(reply.body).toMatchObject({ id: "101", name: "Front desk", mode: "TEXT" });
  });

  test("answers 404 for an unknown agent and another organization's", async () => {
    expectRefusal(await acme("GET", "/v1/agents/999"), 404, /agent 999 not found/);
    expectRefusal(await acme("GET", "/v1/agents/-1"), 404, /agent -1 not found/);
    expectRefusal(await rival("GET", "/v1/agents/101"), 404, /agent 101 not found/);
  });

  test("answers 422 for an id that is not an integer", async () => {
    expectFault(await acme("GET", "/v1/agents/desk"), ["path", "agent_id"], "int_type");
  });
});

describe("DELETE /v1/agent/{agent_id}", () => {
  test("deletes an agent with its versions and labels, once", async () => {
    const { agent_id, path } = await makeAgent(acme);
    await makePrompts(acme, path, ["candidate"]);
    await makeKnowledgeBases(acme, path, []);
    const reply = await acme("DELETE", `/v1/agent/${agent_id}`);
    expectAnswer("delete_agent", reply);
    expect(reply.body).toEqual({ agent_id, status: "200", http_webhook_key: null });
    const { body } = await acme("GET", "/v1/all-agents");
    expect(body.map(({ id }: { id: string }) => id)).not.toContain(String(agent_id));
    expectRefusal(await acme("DELETE", `/v1/agent/${agent_id}`), 404, /agent \d+ not found/);
  });

  test("answers 409 for an agent that a simulation, a call or a workflow uses, and keeps it", async () => {
    const tested = await makeAgent(acme);
    await makeSimulation(acme, { agent_id: tested.agent_id });
    const monitored = await makeAgent(acme);
    await makeCall(acme, String(monitored.agent_id), "deletion");
    for (const { agent_id } of [tested, monitored]) {
      expectRefusal(await acme("DELETE", `/v1/agent/${agent_id}`), 409, /is used by (simulation|call) /);
      expect((await acme("GET", `/v1/agents/${agent_id}`)).status).toBe(200);
    }
  });

  test("answers 404 for an agent of another organization", async () => {
    const { agent_id } = await makeAgent(acme);
    expectRefusal(await rival("DELETE", `/v1/agent/${agent_id}`), 404, /agent \d+ not found/);
  });
});
