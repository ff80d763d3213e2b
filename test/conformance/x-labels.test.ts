import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeLabel, makePrompts } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

describe("GET /v1/agents/{agent_id}/labels", () => {
  test("answers the reserved labels first, which every agent has, then the others by their text", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const b = await makeLabel(acme, path, { label_text: "b" });
    const a = await makeLabel(acme, path, { label_text: "a", color: "red" });
    const reply = await acme("GET", `${path}/labels`);
    expectAnswer("list_labels", reply);
    const reserved = { agent_id, color: null, prompt_id: null, knowledge_base_id: null };
    expect(reply.body).toMatchObject([
      { label_text: "production", ...reserved },
      { label_text: "latest", ...reserved },
      a,
      b,
    ]);
  });

  test("shows which version has a label", async () => {
    const { path } = await makeAgent(acme);
    const [first, second] = await makePrompts(acme, path, ["b"], []);
    const { body } = await acme("GET", `${path}/labels`);
    expect(body).toMatchObject([
      { label_text: "production", prompt_id: null },
      { label_text: "latest", prompt_id: second?.id },
      { label_text: "b", prompt_id: first?.id },
    ]);
  });

  test("answers 404 for another organization's agent, 422 for an agent_id that is not an integer", async () => {
    expectRefusal(await rival("GET", "/v1/agents/101/labels"), 404, /agent 101/);
    expectFault(await acme("GET", "/v1/agents/x/labels"), ["path", "agent_id"], "int_type");
  });
});

describe("POST /v1/agents/{agent_id}/labels", () => {
  test("answers a free-standing label", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const reply = await acme("POST", `${path}/labels`, { label_text: "b", color: "#2f81f7" });
    expectAnswer("create_label", reply);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/Z$/),
      agent_id,
      label_text: "b",
      color: "#2f81f7",
      prompt_id: null,
      knowledge_base_id: null,
    });
  });

  test.each(["production", "latest"])("answers 400 for the reserved text %s", async (label_text) => {
    const { path } = await makeAgent(acme);
    expectRefusal(await acme("POST", `${path}/labels`, { label_text }), 400, /is a reserved label/);
  });

  test("answers 409 for a text that the agent has; texts differ by case and by spaces", async () => {
    const { path } = await makeAgent(acme);
    await makeLabel(acme, path, { label_text: "b" });
    expectRefusal(await acme("POST", `${path}/labels`, { label_text: "b" }), 409, /"b" already exists/);
    for (const label_text of ["B", "b ", "Production"])
      expect((await acme("POST", `${path}/labels`, { label_text })).status).toBe(200);
  });

  test("answers 404 for another organization's agent", async () => {
    expectRefusal(await rival("POST", "/v1/agents/101/labels", { label_text: "b" }), 404, /agent 101/);
  });

  test.each([
    [{}, "label_text", "missing"],
    [{ label_text: "" }, "label_text", "string_too_short"],
    [{ label_text: "b", color: 5 }, "color", "string_type"],
    [{ label_text: "b", prompt_id: null }, "prompt_id", "extra_forbidden"],
  ])("answers 422 for %j", async (body, field, type) => {
    expectFault(await acme("POST", "/v1/agents/101/labels", body), ["body", field], type);
  });
});
