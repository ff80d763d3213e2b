import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeMetric, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const PROMPT =
  "You are the front desk of a clinic.\n\n- Always verify the date of birth before you call book_appointment.\n" +
  '- Never say "I promise".\n- You may call cancel_appointment.';

async function agentWith(prompt_text: string, fields = {}) {
  const { agent_id, path } = await makeAgent(acme, fields);
  const { body } = await acme("POST", `${path}/prompts/versions`, { prompt_text });
  return { agent_id: String(agent_id), prompt_id: body.id as string };
}
const generate = (what: string, body: object, calls = acme) => calls("POST", `/v1/generate-${what}`, body);

describe("suggestions from an agent", () => {
  test("are its goals, and the actions of the tools in its prompt", async () => {
    const { agent_id } = await agentWith(PROMPT, { goals: ["Book an appointment"] });
    const reply = await generate("goals", { agent_id });
    expectAnswer("generate_goals", reply);
    expect(reply.body).toEqual({
      goals: ["Book an appointment", "Cancel an appointment"],
      status: "200",
      warning: null,
    });
    const one = await generate("goals", { agent_id, count: 1, custom_prompt: "Be bold" });
    expect(one.body).toMatchObject({
      goals: ["Book an appointment"],
      warning: expect.stringContaining("custom_prompt"),
    });
  });

  test("are metrics with rules that the service accepts as they are", async () => {
    const { agent_id } = await agentWith(PROMPT);
    const reply = await generate("custom-metrics", { agent_id, count: 10 });
    expectAnswer("generate_custom_metrics", reply);
    expect(reply.body.custom_metrics.length).toBeGreaterThan(0);
    for (const metric of reply.body.custom_metrics)
      expect(await makeMetric(acme, metric)).toMatchObject({ name: metric.name, response_type: "pass_fail" });
    const empty = await agentWith("Hello.");
    const { body } = await generate("custom-metrics", { agent_id: empty.agent_id });
    expect(body.custom_metrics).toEqual([]);
  });

  test("are people who want what the agent is for, each in another manner, and the same people again next time", async () => {
    const { agent_id } = await agentWith(PROMPT, { goals: ["Book an appointment"] });
    const reply = await generate("customer-personas", { agent_id: Number(agent_id), count: 6 });
    expectAnswer("generate_customer_personas", reply);
    const { customer_personas } = reply.body;
    const goals = customer_personas.map(({ goal }: { goal: string }) => goal);
    expect(goals).toEqual(Array(3).fill(["Book an appointment", "Cancel an appointment"]).flat());
    for (const field of ["name", "description"])
      expect(
        new Set(customer_personas.map((customer_persona: Record<string, string>) => customer_persona[field]))
          .size,
      ).toBe(6);
    expect((await generate("customer-personas", { agent_id, count: 6 })).body).toEqual(reply.body);
    for (const persona of customer_personas)
      expect((await acme("POST", "/v1/create-customer-persona", persona)).status).toBe(200);
    const { agent_id: idle } = await agentWith("Hello.");
    expect((await generate("customer-personas", { agent_id: idle })).body.customer_personas).toEqual([]);
  });

  test("need an agent of the organization", async () => {
    const { agent_id, prompt_id } = await agentWith(PROMPT);
    expectRefusal(await generate("goals", { agent_id }, rival), 404, /agent \d+ not found/);
    expectRefusal(await generate("goals", { agent_id: "101", prompt_id }), 404, /prompt .* not found/);
    expectFault(await generate("goals", { agent_id, count: 0 }), ["body", "count"], "greater_than_equal");
  });
});

describe("summaries", () => {
  test("of a digital human are its own words, and nothing without any", async () => {
    const human = await makeDigitalHuman(acme, {
      intent: "I want a refund for order 1182. I also want to know why it was late.",
      success_criteria: "The refund is confirmed.",
    });
    const test_case_id = human.id;
    const summary = await generate("intent-summary", { test_case_id });
    expectAnswer("generate_intent_summary", summary);
    expect(summary.body).toEqual({
      ...{ intent_summary: "I want a refund for order 1182.", test_case_id, skipped: false },
    });
    const objectives = await generate("objectives", { test_case_id });
    expectAnswer("generate_objectives", objectives);
    expect(objectives.body.objectives.split("\n")).toEqual([
      "I want a refund for order 1182.",
      "I also want to know why it was late.",
      "The refund is confirmed.",
    ]);
    const silent = (await makeDigitalHuman(acme)).id;
    const nothing = await generate("intent-summary", { test_case_id: silent });
    expect(nothing.body).toEqual({ intent_summary: null, test_case_id: silent, skipped: true });
    expect((await generate("objectives", { test_case_id: silent })).body.objectives).toBeNull();
    expectRefusal(await generate("objectives", { test_case_id }, rival), 404, /digital human \d+ not found/);
  });

  test("of a prompt are the sentences with which it begins", async () => {
    const { prompt_id } = await agentWith("# Desk\n\nYou book. You cancel. You are kind. You are brief.");
    const reply = await generate("prompt-summary", { prompt_id });
    expectAnswer("generate_prompt_summary", reply);
    expect(reply.body).toEqual({ prompt_summary: "Desk You book. You cancel.", prompt_id, skipped: false });
    const empty = await agentWith("");
    expect((await generate("prompt-summary", { prompt_id: empty.prompt_id })).body.skipped).toBe(true);
    expectRefusal(await generate("prompt-summary", { prompt_id }, rival), 404, /prompt .* not found/);
    const [version] = await makePrompts(acme, (await makeAgent(acme)).path, []);
    expect((await generate("prompt-summary", { prompt_id: version?.id })).status).toBe(200);
  });
});

describe("POST /v1/generate-formatted-transcript", () => {
  test("returns who said what, what the customer wants, and who spoke first", async () => {
    const original_transcript =
      "AGENT: Clinic, hello.\nUSER: Hi. I want to cancel my appointment.\nAGENT: Done.";
    const reply = await generate("formatted-transcript", { original_transcript });
    expectAnswer("generate_formatted_transcript", reply);
    expect(reply.body).toEqual({
      formatted_transcript: [
        { role: "AGENT", utterance: "Clinic, hello." },
        { role: "USER", utterance: "Hi. I want to cancel my appointment." },
        { role: "AGENT", utterance: "Done." },
      ],
      description: "I want to cancel my appointment.",
      speaks_first_config: { speaks_first: false },
    });
    const user = await generate("formatted-transcript", { original_transcript: "USER: Hello?\nAGENT: Yes?" });
    expect(user.body.speaks_first_config).toEqual({ speaks_first: true, mode: "custom", message: "Hello?" });
    expectRefusal(
      await generate("formatted-transcript", { original_transcript: " \n " }),
      400,
      /nobody says/,
    );
  });
});
