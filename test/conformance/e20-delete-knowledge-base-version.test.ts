import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeKnowledgeBases } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const versionPath = (path: string, version: number | string) => `${path}/knowledge-bases/versions/${version}`;

describe("E20 DELETE /v1/agents/{agent_id}/knowledge-bases/versions/{version}", () => {
  test("deletes the latest version and reassigns latest to the highest that remains", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const made = await makeKnowledgeBases(acme, path, [], [], []);
    await acme("DELETE", versionPath(path, 2));
    const reply = await acme("DELETE", versionPath(path, 3));
    expectAnswer("delete_knowledge_base_version", reply);
    expect(reply.body).toEqual({ deleted: true, agent_id, id: made[2]?.id, version: 3, latest_version: 1 });
    const { body } = await acme("GET", `${path}/knowledge-bases/versions`);
    expect(body).toEqual([{ ...made[0], labels: ["latest"] }]);
  });

  test("leaves latest where it is when an older version is deleted", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["b"], []);
    const { body } = await acme("DELETE", versionPath(path, 1));
    expect(body).toMatchObject({ version: 1, latest_version: 2 });
  });

  test("answers 400 for the production version, also when it is the latest", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], ["production"]);
    const reply = await acme("DELETE", versionPath(path, 2));
    expectRefusal(reply, 400, /knowledge base version 2 is the production version/);
    expect((await acme("GET", `${path}/knowledge-bases/versions`)).body).toHaveLength(2);
  });

  test("answers 400 for the only remaining version", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], []);
    await acme("DELETE", versionPath(path, 1));
    const reply = await acme("DELETE", versionPath(path, 2));
    expectRefusal(reply, 400, /knowledge base version 2 is the only one;/);
    expect((await acme("GET", `${path}/knowledge-bases/versions`)).body).toHaveLength(1);
  });

  test("answers 404 for a version that never was or is deleted, and another organization's", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, [], [], []);
    expectRefusal(await acme("DELETE", versionPath(path, 4)), 404, /knowledge base version 4 not found/);
    await acme("DELETE", versionPath(path, 3));
    expectRefusal(await acme("DELETE", versionPath(path, 3)), 404, /knowledge base version 3 not found/);
    expectRefusal(await rival("DELETE", versionPath(path, 1)), 404, /agent/);
  });

  test("answers 422 for a version that is not an integer", async () => {
    expectFault(await acme("DELETE", versionPath("/v1/agents/101", "v1")), ["path", "version"], "int_type");
  });
});
