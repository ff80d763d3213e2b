import { describe, expect, test } from "vitest";
import { METRIC, type Organization, seedOf, useServices } from "../support/seeds.ts";
import { callsWith } from "../support/service.ts";

const { start, started, newFolder } = useServices();

describe("a seed is refused as a whole", () => {
  const theirs: Organization = {
    name: "rival",
    api_key: "pk_rival",
    agents: [{ id: 101, name: "Theirs" }],
    metrics: [{ id: METRIC, name: "Theirs", response_type: "yes_no" }],
    simulations: [
      { id: 7, name: "Theirs", agent_id: 101, digital_humans: [{ id: 501 }], runs: [{ id: 900 }] },
    ],
  };
  const agents = [{ id: 202, name: "Ours" }];
  const simulation = { id: 8, name: "Ours", agent_id: 202 };
  const ours = (part: Partial<Organization>): Organization => ({
    name: "acme",
    api_key: "pk_acme",
    agents,
    ...part,
  });
  const metric = { name: "Greeting", response_type: "pass_fail" } as const;

  test.each<[string, Partial<Organization>, RegExp]>([
    ["an agent", { agents: [{ id: 101, name: "Ours" }] }, /agent 101 belongs to another organization/],
    ["a metric", { metrics: [{ ...metric, id: METRIC }] }, /custom metric 5f0c.* belongs to another/],
    ["a simulation", { simulations: [{ ...simulation, id: 7 }] }, /simulation 7 belongs to another/],
    [
      "a digital human",
      { simulations: [{ ...simulation, digital_humans: [{ id: 501 }] }] },
      /digital human 501 belongs to another/,
    ],
    [
      "a run",
      { simulations: [{ ...simulation, runs: [{ id: 900 }] }] },
      /simulation run 900 belongs to another/,
    ],
    ["a key", { api_key: "pk_rival" }, /api_key of "acme" belongs to another organization/],
  ])("for %s of another organization", async (_, part, why) => {
    await expect(start([seedOf(theirs), seedOf(ours(part))])).rejects.toThrow(why);
  });

  test("for mistakes in the rules of a metric", async () => {
    const metrics = [{ ...metric, scoring_guidance: "@rules\npass when agent syas hello" }];
    await expect(start([seedOf(ours({ metrics }))])).rejects.toThrow(
      /metric "Greeting": scoring_guidance: line 2, column 17: expected/,
    );
  });

  test.each<[string, Partial<Organization>, RegExp]>([
    ["one id twice", { agents: [...agents, { id: 202, name: "Other" }] }, /lists agent 202 twice/],
    ["one name without ids", { metrics: [metric, metric] }, /two metrics named "Greeting"; give each an id/],
    [
      "one name with one id",
      { simulations: [{ ...simulation, digital_humans: [{ name: "Late" }, { id: 9, name: "Late" }] }] },
      /two digital humans named "Late"/,
    ],
    [
      "one label on two prompts",
      {
        agents: [{ name: "Ours", prompts: [1, 2].map(() => ({ prompt_text: "x", labels: ["production"] })) }],
      },
      /agent "Ours": .*"production" is on version 1/,
    ],
    [
      "an unknown agent",
      { metrics: [{ ...metric, agent_ids: [999] }] },
      /metric "Greeting": agent 999 not found/,
    ],
    ["a metric that breaks a rule", { metrics: [{ ...metric, response_type: "enum" }] }, /enum_options/],
    [
      "a digital human that breaks a rule",
      { simulations: [{ ...simulation, digital_humans: [{ name: "Late", phone_number: "x" }] }] },
      /digital human "Late" of simulation "Ours": .*phone/,
    ],
  ])("for %s", async (_, part, why) => {
    await expect(start([seedOf(ours(part))])).rejects.toThrow(why);
  });

  test("and leaves the store as it was", async () => {
    const data = await newFolder();
    const bad = ours({ metrics: [{ ...metric, agent_ids: [999] }] });
    await expect(start([seedOf(bad)], data)).rejects.toThrow(/agent 999 not found/);
    const { organizations, url } = await start([], data);
    expect(organizations).toMatchObject([{ name: "local" }]);
    expect((await callsWith(url, "pk_acme")("GET", "/v1/all-agents")).status).toBe(401);
  });

  test("with two objects of one name, unless both have ids", async () => {
    const calls = await started(ours({ agents: [...agents, { id: 203, name: "Ours" }] }));
    expect((await calls("GET", "/v1/all-agents")).body).toHaveLength(2);
  });
});
