import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeKnowledgeBases } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

describe("E9 POST /v1/agents/{agent_id}/knowledge-bases/versions", () => {
  test("answers the version, numbered 1 and latest, with everything that was given", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const reply = await acme("POST", `${path}/knowledge-bases/versions`, {
      kb_text: "Open 9 to 5",
      commit_message: "first",
      labels: ["winter", "production"],
      metadata: { author: { team: "care" } },
    });
    expectAnswer("create_knowledge_base_version", reply);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agent_id,
      version: 1,
      kb_text: "Open 9 to 5",
      commit_message: "first",
      labels: ["production", "latest", "winter"],
      metadata: { author: { team: "care" } },
    });
  });

  test("needs only the text, which may be empty", async () => {
    const { path } = await makeAgent(acme);
    const reply = await acme("POST", `${path}/knowledge-bases/versions`, { kb_text: "" });
    expectAnswer("create_knowledge_base_version", reply);
    expect(reply.body).toMatchObject({ kb_text: "", commit_message: null, labels: ["latest"] });
  });

  test("counts versions up by agent, and moves latest to the newest", async () => {
    const first = await makeAgent(acme);
    const second = await makeAgent(acme);
    await makeKnowledgeBases(acme, first.path, [], []);
    const [other] = await makeKnowledgeBases(acme, second.path, []);
    expect(other?.version).toBe(1);
    const { body } = await acme("GET", `${first.path}/knowledge-bases/versions`);
    expect(body).toMatchObject([
      { version: 2, labels: ["latest"] },
      { version: 1, labels: [] },
    ]);
  });

  test("counts prompts and knowledge bases apart", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], []);
    const { body } = await acme("POST", `${path}/prompts/versions`, { prompt_text: "Be kind" });
    expect(body).toMatchObject({ version: 1, labels: ["latest"] });
  });

  test("never gives the number of a deleted version again", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], []);
    await acme("DELETE", `${path}/knowledge-bases/versions/2`);
    const [next] = await makeKnowledgeBases(acme, path, []);
    expect(next?.version).toBe(3);
  });

  test("answers 409 for a label of another version, and uses no number up", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["production"]);
    const reply = await acme("POST", `${path}/knowledge-bases/versions`, {
      kb_text: "new",
      labels: ["fresh", "production"],
    });
    expectRefusal(reply, 409, /"production" is on version 1/);
    const labels = await acme("GET", `${path}/labels`);
    expect(labels.body.map((label: { label_text: string }) => label.label_text)).not.toContain("fresh");
    const [next] = await makeKnowledgeBases(acme, path, []);
    expect(next?.version).toBe(2);
  });

  test("answers 400 for the label latest", async () => {
    const { path } = await makeAgent(acme);
    const reply = await acme("POST", `${path}/knowledge-bases/versions`, {
      kb_text: "x",
      labels: ["latest"],
    });
    expectRefusal(reply, 400, /the service keeps the label "latest"/);
  });

  test("answers 404 for an agent that does not exist or is another organization's", async () => {
    const body = { kb_text: "x" };
    expectRefusal(await acme("POST", "/v1/agents/999/knowledge-bases/versions", body), 404, /agent 999/);
    expectRefusal(await rival("POST", "/v1/agents/101/knowledge-bases/versions", body), 404, /agent 101/);
  });

  test.each([
    [{}, ["body", "kb_text"], "missing"],
    [{ kb_text: 5 }, ["body", "kb_text"], "string_type"],
    [{ kb_text: "x", labels: [""] }, ["body", "labels", "0"], "string_too_short"],
    [{ kb_text: "x", metadata: [] }, ["body", "metadata"], "record_type"],
    [{ kb_text: "x", version: 7 }, ["body", "version"], "extra_forbidden"],
  ])("answers 422 for %j", async (body, loc, type) => {
    expectFault(await acme("POST", "/v1/agents/101/knowledge-bases/versions", body), loc, type);
  });
});
