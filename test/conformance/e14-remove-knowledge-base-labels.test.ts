import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeKnowledgeBases, makeLabel } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();
const labelsPath = (path: string, version: number) => `${path}/knowledge-bases/versions/${version}/labels`;

describe("E14 DELETE /v1/agents/{agent_id}/knowledge-bases/versions/{version}/labels", () => {
  test("removes the named labels and answers those that remain", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["production", "a", "b"]);
    const reply = await acme("DELETE", labelsPath(path, 1), { labels: ["b", "production", "b"] });
    expectAnswer("remove_knowledge_base_labels", reply);
    expect(reply.body).toEqual({ labels: ["latest", "a"] });
  });

  test("keeps a removed label as a free-standing one", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["b"]);
    const before = await labelOf(acme, path, "b");
    await acme("DELETE", labelsPath(path, 1), { labels: ["b"] });
    expect(await labelOf(acme, path, "b")).toEqual({ ...before, knowledge_base_id: null });
  });

  test.each([[{}], [{ labels: null }], [{ labels: [] }]])(
    "removes all labels for %j, except latest, which the service keeps",
    async (body) => {
      const { path } = await makeAgent(acme);
      await makeKnowledgeBases(acme, path, ["production", "a", "b"]);
      const reply = await acme("DELETE", labelsPath(path, 1), body);
      expect(reply.body).toEqual({ labels: ["latest"] });
    },
  );

  test("removes nothing from other versions when it removes all", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"], ["b"]);
    const reply = await acme("DELETE", labelsPath(path, 1), {});
    expect(reply.body).toEqual({ labels: [] });
    const { body } = await acme("GET", `${path}/knowledge-bases/versions?label=b`);
    expect(body).toMatchObject([{ version: 2, labels: ["latest", "b"] }]);
  });

  test("answers 409 for a label of another version, and removes none of the named", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"], ["b"]);
    const reply = await acme("DELETE", labelsPath(path, 1), { labels: ["a", "b"] });
    expectRefusal(reply, 409, /"b" is on version 2/);
    const { body } = await acme("GET", `${path}/knowledge-bases/versions?version=1`);
    expect(body[0].labels).toEqual(["a"]);
  });

  test("leaves a label of another version where it is when override_label is true", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"], ["b"]);
    const reply = await acme("DELETE", labelsPath(path, 1), { labels: ["a", "b"], override_label: true });
    expect(reply.body).toEqual({ labels: [] });
    const { body } = await acme("GET", `${path}/knowledge-bases/versions?version=2`);
    expect(body[0].labels).toEqual(["latest", "b"]);
  });

  test("changes nothing for a label that no version has, or that does not exist", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"]);
    await makeLabel(acme, path, { label_text: "free" });
    const reply = await acme("DELETE", labelsPath(path, 1), { labels: ["free", "unheard of"] });
    expect(reply.body).toEqual({ labels: ["latest", "a"] });
    expect(await labelOf(acme, path, "unheard of")).toBeUndefined();
  });

  test("answers 400 for latest", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, ["a"]);
    const reply = await acme("DELETE", labelsPath(path, 1), { labels: ["a", "latest"] });
    expectRefusal(reply, 400, /the service keeps the label "latest"/);
    const { body } = await acme("GET", `${path}/knowledge-bases/versions`);
    expect(body[0].labels).toEqual(["latest", "a"]);
  });

  test("answers 404 for an unknown version, an unknown agent and another organization's", async () => {
    const { path } = await makeAgent(acme);
    await makeKnowledgeBases(acme, path, []);
    expectRefusal(await acme("DELETE", labelsPath(path, 2), {}), 404, /knowledge base version 2 not found/);
    expectRefusal(await acme("DELETE", labelsPath("/v1/agents/999", 1), {}), 404, /agent 999/);
    expectRefusal(await rival("DELETE", labelsPath(path, 1), {}), 404, /agent/);
  });

  test.each([
    [{ labels: "b" }, ["body", "labels"], "array_type"],
    [{ labels: [5] }, ["body", "labels", "0"], "string_type"],
    [{ override_label: "yes" }, ["body", "override_label"], "boolean_type"],
    [{ label: "b" }, ["body", "label"], "extra_forbidden"],
    [undefined, ["body"], "missing"],
  ])("answers 422 for %j", async (body, loc, type) => {
    expectFault(await acme("DELETE", labelsPath("/v1/agents/101", 1), body), loc, type);
  });
});
