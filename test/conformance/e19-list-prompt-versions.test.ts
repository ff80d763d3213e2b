import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makePrompts } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const numbers = (body: { version: number }[]) => body.map(({ version }) => version);

describe("E19 GET /v1/agents/{agent_id}/prompts/versions", () => {
  test("answers the versions newest first, with their labels", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const made = await makePrompts(acme, path, ["production", "b", "a"], []);
    const reply = await acme("GET", `${path}/prompts/versions`);
    expectAnswer("list_prompt_versions", reply);
    expect(reply.body).toEqual([
      {
        id: made[1]?.id,
        agent_id,
        version: 2,
        prompt_text: "text 2",
        commit_message: null,
        labels: ["latest"],
      },
      {
        id: made[0]?.id,
        agent_id,
        version: 1,
        prompt_text: "text 1",
        commit_message: null,
        labels: ["production", "a", "b"],
      },
    ]);
  });

  test("answers an empty array for an agent without versions", async () => {
    const { path } = await makeAgent(acme);
    const reply = await acme("GET", `${path}/prompts/versions`);
    expectAnswer("list_prompt_versions", reply);
    expect(reply.body).toEqual([]);
  });

  test("answers the version that has the label", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["production"], ["b"], []);
    const versions = async (label: string) =>
      numbers((await acme("GET", `${path}/prompts/versions?label=${label}`)).body);
    expect(await versions("production")).toEqual([1]);
    expect(await versions("b")).toEqual([2]);
    expect(await versions("latest")).toEqual([3]);
    expect(await versions("unknown")).toEqual([]);
  });

  test("does not mistake the label of another agent for this one's", async () => {
    const first = await makeAgent(acme);
    const second = await makeAgent(acme);
    await makePrompts(acme, first.path, ["b"]);
    await makePrompts(acme, second.path, []);
    const { body } = await acme("GET", `${second.path}/prompts/versions?label=b`);
    expect(body).toEqual([]);
  });

  test("answers the version of that number", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, [], []);
    const versions = async (version: number) =>
      numbers((await acme("GET", `${path}/prompts/versions?version=${version}`)).body);
    expect(await versions(1)).toEqual([1]);
    expect(await versions(3)).toEqual([]);
  });

  test("applies label and version together", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["b"], []);
    expect((await acme("GET", `${path}/prompts/versions?label=b&version=1`)).body).toHaveLength(1);
    expect((await acme("GET", `${path}/prompts/versions?label=b&version=2`)).body).toEqual([]);
  });

  test("answers the 50 newest by default, and as many as limit says", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ...Array.from({ length: 51 }, () => []));
    const byDefault = (await acme("GET", `${path}/prompts/versions`)).body;
    expect(byDefault).toHaveLength(50);
    expect(numbers(byDefault).at(-1)).toBe(2);
    expect(numbers((await acme("GET", `${path}/prompts/versions?limit=2`)).body)).toEqual([51, 50]);
  });

  test("answers 404 for an agent that does not exist or is another organization's", async () => {
    expectRefusal(await acme("GET", "/v1/agents/999/prompts/versions"), 404, /agent 999/);
    expectRefusal(await rival("GET", "/v1/agents/101/prompts/versions"), 404, /agent 101/);
  });

  test.each([
    ["limit", "0", "greater_than_equal"],
    ["limit", "1001", "less_than_equal"],
    ["version", "x", "int_type"],
    ["page", "1", "extra_forbidden"],
  ])("answers 422 for %s=%s", async (name, value, type) => {
    const reply = await acme("GET", `/v1/agents/101/prompts/versions?${name}=${value}`);
    expectFault(reply, ["query", name], type);
  });
});
