import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeKnowledgeBases, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("GET /v1/agents/{agent_id}/knowledge-bases/versions", () => {
  test("answers the versions newest first, with their labels", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const made = await makeKnowledgeBases(acme, path, ["production"], []);
    const reply = await acme("GET", `${path}/knowledge-bases/versions`);
    expectAnswer("list_knowledge_base_versions", reply);
    const common = { agent_id, commit_message: null };
    expect(reply.body).toEqual([
      { ...common, id: made[1]?.id, version: 2, kb_text: "text 2", labels: ["latest"] },
      { ...common, id: made[0]?.id, version: 1, kb_text: "text 1", labels: ["production"] },
    ]);
  });

  test("filters by label and by version, and stops at limit", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["a"]);
    await makeKnowledgeBases(acme, path, [], ["a"], []);
    const versions = async (query: string) =>
      (await acme("GET", `${path}/knowledge-bases/versions?${query}`)).body.map(
        ({ version }: { version: number }) => version,
      );
    expect(await versions("label=a")).toEqual([2]);
    expect(await versions("version=1")).toEqual([1]);
    expect(await versions("limit=2")).toEqual([3, 2]);
  });

  test("answers 404 for another organization's agent, 422 for a bad limit", async () => {
    expectRefusal(await rival("GET", "/v1/agents/101/knowledge-bases/versions"), 404, /agent 101/);
    const reply = await acme("GET", "/v1/agents/101/knowledge-bases/versions?limit=-1");
    expectFault(reply, ["query", "limit"], "greater_than_equal");
  });
});

describe("GET /v1/agents/{agent_id}/knowledge-bases/{kb_id}", () => {
  test("answers the version", async () => {
    const { path } = await makeAgent(acme);
    const [made] = await makeKnowledgeBases(acme, path, ["b"]);
    const reply = await acme("GET", `${path}/knowledge-bases/${made?.id}`);
    expectAnswer("get_knowledge_base", reply);
    expect(reply.body).toEqual(made);
  });

  test("answers 404 for the id of a prompt, another agent's and another organization's", async () => {
    const { path } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const [prompt] = await makePrompts(acme, path, []);
    const [made] = await makeKnowledgeBases(acme, path, []);
    expectRefusal(await acme("GET", `${path}/knowledge-bases/${prompt?.id}`), 404, /knowledge base/);
    expectRefusal(await acme("GET", `${other.path}/knowledge-bases/${made?.id}`), 404, /knowledge base/);
    expectRefusal(await rival("GET", `${path}/knowledge-bases/${made?.id}`), 404, /agent/);
  });

  test("answers 422 for an agent_id that is not an integer", async () => {
    expectFault(await acme("GET", "/v1/agents/x/knowledge-bases/y"), ["path", "agent_id"], "int_type");
  });
});

describe("POST /v1/agents/{agent_id}/knowledge-bases/versions/{version}/labels", () => {
  test("attaches the labels, making those that are new, and answers all of the version", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"]);
    const reply = await acme("POST", `${path}/knowledge-bases/versions/1/labels`, {
      labels: ["b", "production"],
    });
    expectAnswer("add_knowledge_base_labels", reply);
    expect(reply.body).toEqual({ labels: ["production", "latest", "a", "b"] });
  });

  test("answers 409 for a label of another version; override_label moves it", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["b"], []);
    const labels = `${path}/knowledge-bases/versions/2/labels`;
    expectRefusal(await acme("POST", labels, { labels: ["b"] }), 409, /"b" is on version 1/);
    const moved = await acme("POST", labels, { labels: ["b"], override_label: true });
    expect(moved.body).toEqual({ labels: ["latest", "b"] });
  });

  test("answers 400 for latest, 404 for an unknown version and another organization's agent", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, []);
    const labels = (version: number) => `${path}/knowledge-bases/versions/${version}/labels`;
    expectRefusal(await acme("POST", labels(1), { labels: ["latest"] }), 400, /latest/);
    expectRefusal(await acme("POST", labels(2), { labels: ["b"] }), 404, /knowledge base version 2/);
    expectRefusal(await rival("POST", labels(1), { labels: ["b"] }), 404, /agent/);
  });

  test("answers 422 for an empty label", async () => {
    const reply = await acme("POST", "/v1/agents/101/knowledge-bases/versions/1/labels", { labels: [""] });
    expectFault(reply, ["body", "labels", "0"], "string_too_short");
  });
});
