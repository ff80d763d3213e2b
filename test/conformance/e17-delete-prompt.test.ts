import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeKnowledgeBases, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("E17 DELETE /v1/agents/{agent_id}/prompts/{prompt_id}", () => {
  test("deletes the version, moves latest to the highest that remains, and answers both", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const [first, second] = await makePrompts(acme, path, ["production"], []);
    const reply = await acme("DELETE", `${path}/prompts/${second?.id}`);
    expectAnswer("delete_prompt", reply);
    expect(reply.body).toEqual({ deleted: true, agent_id, id: second?.id, version: 2, latest_version: 1 });
    const { body } = await acme("GET", `${path}/prompts/versions`);
    expect(body).toEqual([{ ...first, labels: ["production", "latest"] }]);
  });

  test("frees the other labels of the version, and leaves the knowledge base that has one", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makePrompts(acme, path, ["b"], []);
    const [knowledge_base] = await makeKnowledgeBases(acme, path, ["b"]);
    await acme("DELETE", `${path}/prompts/${first?.id}`);
    expect(await labelOf(acme, path, "b")).toMatchObject({
      prompt_id: null,
      knowledge_base_id: knowledge_base?.id,
    });
  });

  test("answers 400 for the production version; when production has moved on, it is deleted", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makePrompts(acme, path, ["production"], []);
    const remove = () => acme("DELETE", `${path}/prompts/${first?.id}`);
    expectRefusal(await remove(), 400, /prompt version 1 is the production version/);
    await acme("POST", `${path}/prompts/versions/2/labels`, { labels: ["production"], override_label: true });
    expect((await remove()).status).toBe(200);
  });

  test("answers 400 for the only remaining version, and leaves it", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], []);
    const [first] = await makePrompts(acme, path, []);
    const reply = await acme("DELETE", `${path}/prompts/${first?.id}`);
    expectRefusal(reply, 400, /prompt version 1 is the only one;/);
    expect((await acme("GET", `${path}/prompts/${first?.id}`)).status).toBe(200);
  });

  test("answers 404 for an unknown id, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const [first] = await makePrompts(acme, path, [], []);
    expectRefusal(await acme("DELETE", `${path}/prompts/unknown`), 404, /prompt unknown not found/);
    expectRefusal(await acme("DELETE", `${other.path}/prompts/${first?.id}`), 404, /prompt/);
    expectRefusal(await rival("DELETE", `${path}/prompts/${first?.id}`), 404, /agent/);
    expect((await acme("GET", `${path}/prompts/${first?.id}`)).status).toBe(200);
  });

  test("answers 422 for an agent_id that is not an integer", async () => {
    expectFault(await acme("DELETE", "/v1/agents/x/prompts/y"), ["path", "agent_id"], "int_type");
  });
});
