import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makePrompts } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

describe("POST /v1/agents/{agent_id}/prompts/versions", () => {
  test("answers the version, numbered 1 and latest, with everything that was given", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const given = { prompt_text: "You are kind", commit_message: "first", metadata: { ticket: 12 } };
    const reply = await acme("POST", `${path}/prompts/versions`, {
      ...given,
      labels: ["b", "production", "b"],
    });
    expectAnswer("create_prompt_version", reply);
    expect(reply.body).toEqual({
      ...given,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agent_id,
      version: 1,
      labels: ["production", "latest", "b"],
    });
  });

  test("attaches a free-standing label", async () => {
    const { path } = await makeAgent(acme);
    const label = (await acme("POST", `${path}/labels`, { label_text: "b" })).body;
    const [version] = await makePrompts(acme, path, ["b"]);
    const { body } = await acme("GET", `${path}/labels`);
    expect(body).toContainEqual({ ...label, prompt_id: version?.id });
  });

  test("answers 409 for a label of another version, and makes nothing", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"]);
    const reply = await acme("POST", `${path}/prompts/versions`, { prompt_text: "new", labels: ["b"] });
    expectRefusal(reply, 409, /"b" is on version 1/);
    expect((await acme("GET", `${path}/prompts/versions`)).body).toHaveLength(1);
  });

  test("answers 400 for the label latest", async () => {
    const { path } = await makeAgent(acme);
    const reply = await acme("POST", `${path}/prompts/versions`, { prompt_text: "x", labels: ["latest"] });
    expectRefusal(reply, 400, /latest/);
  });

  test("answers 404 for an agent that does not exist or is another organization's", async () => {
    const body = { prompt_text: "x" };
    expectRefusal(await acme("POST", "/v1/agents/999/prompts/versions", body), 404, /agent 999/);
    expectRefusal(await rival("POST", "/v1/agents/101/prompts/versions", body), 404, /agent 101/);
  });

  test("answers 422 for a body without prompt_text", async () => {
    const reply = await acme("POST", "/v1/agents/101/prompts/versions", { kb_text: "x" });
    expectFault(reply, ["body", "prompt_text"], "missing");
    expectFault(reply, ["body", "kb_text"], "extra_forbidden");
  });
});

describe("GET /v1/agents/{agent_id}/prompts/{prompt_id}", () => {
  test("answers the version with the labels that it has now", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makePrompts(acme, path, ["b"], []);
    const reply = await acme("GET", `${path}/prompts/${first?.id}`);
    expectAnswer("get_prompt", reply);
    expect(reply.body).toEqual({ ...first, labels: ["b"] });
  });

  test("answers 404 for an unknown id, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const [version] = await makePrompts(acme, path, []);
    expectRefusal(await acme("GET", `${path}/prompts/unknown`), 404, /prompt unknown not found/);
    expectRefusal(await acme("GET", `${other.path}/prompts/${version?.id}`), 404, /prompt/);
    expectRefusal(await rival("GET", `${path}/prompts/${version?.id}`), 404, /agent/);
  });

  test("answers 422 for an agent_id that is not an integer", async () => {
    expectFault(await acme("GET", "/v1/agents/x/prompts/y"), ["path", "agent_id"], "int_type");
  });
});

describe("DELETE /v1/agents/{agent_id}/prompts/versions/{version}/labels", () => {
  test("removes the named labels and answers those that remain", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["production", "a", "b"]);
    const reply = await acme("DELETE", `${path}/prompts/versions/1/labels`, { labels: ["a", "production"] });
    expectAnswer("remove_prompt_labels", reply);
    expect(reply.body).toEqual({ labels: ["latest", "b"] });
  });

  test("leaves a knowledge base with the same label unchanged", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"]);
    await acme("POST", `${path}/knowledge-bases/versions`, { kb_text: "x", labels: ["b"] });
    await acme("DELETE", `${path}/prompts/versions/1/labels`, { labels: ["b"] });
    const { body } = await acme("GET", `${path}/knowledge-bases/versions?label=b`);
    expect(body).toHaveLength(1);
  });

  test("answers 409 for a label of another version", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["a"], ["b"]);
    const reply = await acme("DELETE", `${path}/prompts/versions/1/labels`, { labels: ["a", "b"] });
    expectRefusal(reply, 409, /"b" is on version 2/);
  });

  test("answers 400 for latest", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, []);
    const reply = await acme("DELETE", `${path}/prompts/versions/1/labels`, { labels: ["latest"] });
    expectRefusal(reply, 400, /latest/);
  });

  test("answers 404 for an unknown version and another organization's agent", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, []);
    expectRefusal(await acme("DELETE", `${path}/prompts/versions/2/labels`, {}), 404, /prompt version 2/);
    expectRefusal(await rival("DELETE", `${path}/prompts/versions/1/labels`, {}), 404, /agent/);
  });

  test("answers 422 for labels that are not a list", async () => {
    const reply = await acme("DELETE", "/v1/agents/101/prompts/versions/1/labels", { labels: "b" });
    expectFault(reply, ["body", "labels"], "array_type");
  });
});
