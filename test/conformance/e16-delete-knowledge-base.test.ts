import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeKnowledgeBases } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("E16 DELETE /v1/agents/{agent_id}/knowledge-bases/{kb_id}", () => {
  test("deletes the version, moves latest to the highest that remains, and answers both", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const [, second, third] = await makeKnowledgeBases(acme, path, [], [], []);
    const reply = await acme("DELETE", `${path}/knowledge-bases/${third?.id}`);
    expectAnswer("delete_knowledge_base", reply);
    expect(reply.body).toEqual({ deleted: true, agent_id, id: third?.id, version: 3, latest_version: 2 });
    const { body } = await acme("GET", `${path}/knowledge-bases/versions`);
    expect(body).toMatchObject([
      { id: second?.id, labels: ["latest"] },
      { version: 1, labels: [] },
    ]);
  });

  test("leaves latest where it is when an older version is deleted", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makeKnowledgeBases(acme, path, [], []);
    const { body } = await acme("DELETE", `${path}/knowledge-bases/${first?.id}`);
    expect(body).toMatchObject({ version: 1, latest_version: 2 });
  });

  test("frees the other labels of the version", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makeKnowledgeBases(acme, path, ["b"], []);
    await acme("DELETE", `${path}/knowledge-bases/${first?.id}`);
    expect(await labelOf(acme, path, "b")).toMatchObject({ knowledge_base_id: null });
  });

  test("answers 400 for the production version, and leaves it", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makeKnowledgeBases(acme, path, ["production"], []);
    const reply = await acme("DELETE", `${path}/knowledge-bases/${first?.id}`);
    expectRefusal(reply, 400, /version 1 is the production version/);
    expect((await acme("GET", `${path}/knowledge-bases/${first?.id}`)).status).toBe(200);
  });

  test("answers 400 for the only remaining version, and leaves it", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makeKnowledgeBases(acme, path, []);
    const reply = await acme("DELETE", `${path}/knowledge-bases/${first?.id}`);
    expectRefusal(reply, 400, /version 1 is the only one;/);
    expect((await acme("GET", `${path}/knowledge-bases/${first?.id}`)).status).toBe(200);
  });

  test("answers 404 for an unknown id, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const [first] = await makeKnowledgeBases(acme, path, [], []);
    expectRefusal(await acme("DELETE", `${path}/knowledge-bases/unknown`), 404, /knowledge base unknown/);
    expectRefusal(await acme("DELETE", `${other.path}/knowledge-bases/${first?.id}`), 404, /knowledge base/);
    expectRefusal(await rival("DELETE", `${path}/knowledge-bases/${first?.id}`), 404, /agent/);
    expect((await acme("GET", `${path}/knowledge-bases/${first?.id}`)).status).toBe(200);
  });

  test("answers 422 for an agent_id that is not an integer", async () => {
    const reply = await acme("DELETE", "/v1/agents/x/knowledge-bases/y");
    expectFault(reply, ["path", "agent_id"], "int_type");
  });
});
