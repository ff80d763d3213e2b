import { describe, expect, test } from "vitest";
import { LIST_MAXIMUM } from "../../src/contract/limits.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { labelOf, makeAgent, makeKnowledgeBases, makeLabel, makePrompts } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();
const labelsPath = (path: string, version: number) => `${path}/prompts/versions/${version}/labels`;

async function labelsOfVersions(path: string): Promise<string[][]> {
  const { body } = await acme("GET", `${path}/prompts/versions`);
  return body.map((version: { labels: string[] }) => version.labels).reverse();
}

describe("E15 POST /v1/agents/{agent_id}/prompts/versions/{version}/labels", () => {
  test("attaches the labels and answers all of the version: production, latest, then by text", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"]);
    const reply = await acme("POST", labelsPath(path, 1), { labels: ["c", "production", "a", "c"] });
    expectAnswer("add_prompt_labels", reply);
    expect(reply.body).toEqual({ labels: ["production", "latest", "a", "b", "c"] });
  });

  test("attaches a free-standing label without making a second one", async () => {
    const { path } = await makeAgent(acme);
    const [version] = await makePrompts(acme, path, []);
    const label = await makeLabel(acme, path, { label_text: "b", color: "#fff" });
    await acme("POST", labelsPath(path, 1), { labels: ["b"] });
    expect(await labelOf(acme, path, "b")).toEqual({ ...label, prompt_id: version?.id });
  });

  test("answers 409 for a label of another version, naming both, and attaches none of the named", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["production", "b"], []);
    const reply = await acme("POST", labelsPath(path, 2), { labels: ["new", "b", "production"] });
    expectRefusal(reply, 409, /"b" is on version 1/);
    expectRefusal(reply, 409, /"production" is on version 1/);
    expect(await labelsOfVersions(path)).toEqual([["production", "b"], ["latest"]]);
    expect(await labelOf(acme, path, "new")).toBeUndefined();
  });

  test("moves a label of another version when override_label is true", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["production", "b"], []);
    const reply = await acme("POST", labelsPath(path, 2), { labels: ["production"], override_label: true });
    expect(reply.body).toEqual({ labels: ["production", "latest"] });
    expect(await labelsOfVersions(path)).toEqual([["b"], ["production", "latest"]]);
  });

  test("changes nothing for labels that the version has already", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"]);
    const before = await labelOf(acme, path, "b");
    const reply = await acme("POST", labelsPath(path, 1), { labels: ["b"] });
    expect(reply.body).toEqual({ labels: ["latest", "b"] });
    expect(await labelOf(acme, path, "b")).toEqual(before);
  });

  test.each([[{}], [{ labels: null }], [{ labels: [], override_label: null }]])(
    "changes nothing for %j",
    async (body) => {
      const { path } = await makeAgent(acme);
      await makePrompts(acme, path, ["b"], ["c"]);
      const reply = await acme("POST", labelsPath(path, 1), body);
      expect(reply.body).toEqual({ labels: ["b"] });
      expect(await labelsOfVersions(path)).toEqual([["b"], ["latest", "c"]]);
    },
  );

  test("lets a label be on one prompt and one knowledge base at once", async () => {
    const { path } = await makeAgent(acme);
    const [knowledge_base] = await makeKnowledgeBases(acme, path, ["b"]);
    const [prompt] = await makePrompts(acme, path, []);
    const reply = await acme("POST", labelsPath(path, 1), { labels: ["b"] });
    expect(reply.body).toEqual({ labels: ["latest", "b"] });
    expect(await labelOf(acme, path, "b")).toMatchObject({
      prompt_id: prompt?.id,
      knowledge_base_id: knowledge_base?.id,
    });
  });

  test.each([false, true])("answers 400 for latest, with override_label %s too", async (override_label) => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, [], []);
    const reply = await acme("POST", labelsPath(path, 1), { labels: ["b", "latest"], override_label });
    expectRefusal(reply, 400, /the service keeps the label "latest"/);
    expect(await labelsOfVersions(path)).toEqual([[], ["latest"]]);
  });

  test("takes as many labels as a list may have", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, []);
    const labels = Array.from({ length: LIST_MAXIMUM }, (_, index) => `label ${index}`);
    const { status, body } = await acme("POST", labelsPath(path, 1), { labels });
    expect(status).toBe(200);
    expect(body.labels).toHaveLength(LIST_MAXIMUM + 1);
  });

  test("answers 404 for an unknown version, an unknown agent and another organization's", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, []);
    const body = { labels: ["b"] };
    expectRefusal(await acme("POST", labelsPath(path, 2), body), 404, /prompt version 2 not found/);
    expectRefusal(await acme("POST", labelsPath("/v1/agents/999", 1), body), 404, /agent 999/);
    expectRefusal(await rival("POST", labelsPath(path, 1), body), 404, /agent/);
  });

  test.each([
    [{ labels: { b: true } }, ["body", "labels"], "array_type"],
    [{ labels: ["b", ""] }, ["body", "labels", "1"], "string_too_short"],
    [{ labels: [], override: true }, ["body", "override"], "extra_forbidden"],
  ])("answers 422 for %j", async (body, loc, type) => {
    expectFault(await acme("POST", labelsPath("/v1/agents/101", 1), body), loc, type);
  });

  test("answers 422 for a version that is not an integer", async () => {
    const reply = await acme("POST", "/v1/agents/101/prompts/versions/v1/labels", {});
    expectFault(reply, ["path", "version"], "int_type");
  });
});
