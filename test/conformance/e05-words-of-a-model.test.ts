import { describe, expect, test } from "vitest";
import { completion, refusal } from "../support/completions.ts";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const server = useRecorder();
const { acme } = useService(undefined, () => ({
  model: { base_url: `${server.url()}/v1`, model: "writer-1", api_key: "sk-test" },
}));

const generate = (body: object) => acme("POST", "/v1/generate-digital-humans", { agent_id: "101", ...body });
const goal = (text: string, num_calls = 1) => ({ goal_adherence: [{ goal: text, num_calls }] });

/** The texts that a question gives to the model. */
const textsIn = ({ body }: Recorded): Record<string, string> =>
  JSON.parse(body.messages[1].content.split("\n")[1]).texts;

/** A model that puts a word before the intent, and leaves out what `dropped` matches. */
const wording = (dropped = /(?!)/) =>
  server.answer((request) => {
    const texts = textsIn(request);
    const words = Object.entries(texts).map(([field, text]) => [
      field,
      (field === "intent" ? `Please, ${text}` : text).replace(dropped, ""),
    ]);
    return completion(JSON.stringify(Object.fromEntries(words)));
  });

describe("E5 with a model", () => {
  test("rewords the texts that the rules made, and says so", async () => {
    wording();
    const reply = await generate(goal("Refund order 2001", 2));
    expectAnswer("generate_digital_humans", reply);
    expect(server.requests).toHaveLength(2);
    const [made] = reply.body.digital_humans;
    expect(made).toMatchObject({
      name: "Refund order 2001 (1 of 2)",
      tag: "goal_adherence",
      intent: "Please, Refund order 2001",
      role_description: expect.stringMatching(/Your name is .* Your phone number is \+1 415 555 0128\./),
      language: "en",
    });
    expect(made.generation).toEqual({
      generated_by: "llm",
      model: "writer-1",
      kind: "goal_adherence",
      seed: "1",
      source: "Refund order 2001",
      manner: "begins with its wish",
    });
    expect(reply.body.test_scenarios[0]).toMatchObject({ intent: made.intent, generation: made.generation });
    const stored = await acme("GET", `/v1/digital-human/${made.id}`);
    expect(stored.body.digital_human).toEqual(made);
  });

  test("keeps a digital human whose answer drops its telephone number as it was", async () => {
    wording(/\+1 415 555 0175/);
    const { body } = await generate(goal("Refund order 2002", 2));
    expect(body.digital_humans).toMatchObject([
      { intent: "Please, Refund order 2002", generation: { generated_by: "llm" } },
      { intent: "Refund order 2002", generation: { generated_by: "rules" } },
    ]);
    expect(body.digital_humans[1].role_description).toContain("+1 415 555 0175");
    expect(body.digital_humans[1].generation).not.toHaveProperty("model");
  });

  test.each([
    ["fails", refusal(500, "overloaded")],
    ["is not to be reached", { reset: true as const }],
    ["answers nonsense", completion("As you wish.")],
    ["answers other fields", completion('{"verdict":true}')],
  ])("does without a model that %s", async (what, reply) => {
    server.answer(reply);
    const { status, body } = await generate(goal(`Book a visit, as it ${what}`));
    expect(status).toBe(200);
    expect(body.digital_humans[0]).toMatchObject({
      intent: `Book a visit, as it ${what}`,
      generation: { generated_by: "rules" },
    });
  });

  test("previews in the same words, and asks the model nothing twice", async () => {
    wording();
    const request = goal("Refund order 2003", 3);
    const preview = await generate({ ...request, preview: true });
    expect(preview.body.digital_humans[2]).toMatchObject({
      intent: "Please, Refund order 2003",
      generation: { generated_by: "llm" },
    });
    expect(server.requests).toHaveLength(3);
    server.answer(refusal(400, "gone"));
    const stored = await generate(request);
    expect(server.requests).toHaveLength(3);
    const intents = ({ body }: typeof stored) =>
      body.digital_humans.map(({ intent, generation }: Record<string, unknown>) => [intent, generation]);
    expect(intents(stored)).toEqual(intents(preview));
  });

  test("leaves attacks, recordings and paths of workflows in their words", async () => {
    wording();
    const workflow = {
      agent_id: 101,
      name: "Desk",
      nodes: [{ id: "greet", says: "How can I help?" }, { id: "end" }],
      edges: [{ from: "greet", to: "end", utterance: "Nothing, thanks." }],
    };
    expect((await acme("POST", "/v1/workflow", workflow)).status).toBe(200);
    const { body } = await generate({
      workflow_adherence_v2: { Desk: 1 },
      replay_transcript: [{ transcript: "AGENT: Hello.\nUSER: I want a refund for order 2004." }],
      red_teaming: 3,
    });
    expect(body.digital_humans).toHaveLength(5);
    for (const made of body.digital_humans) expect(made.generation.generated_by).toBe("rules");
    expect(server.requests).toEqual([]);
  });

  test("tells the model the manner that the request chose", async () => {
    wording();
    const traits = [{ trait_name: "angry", trait_data_type: "BOOLEAN", value: true }];
    const { body } = await generate({ ...goal("Refund order 2005"), traits });
    expect(body.digital_humans[0].traits).toMatchObject(traits);
    expect(server.requests[0]?.body.messages[1].content).toContain(
      '"traits":[{"trait_name":"angry","value":true}]',
    );
  });

  test("asks nothing for a request that is refused", async () => {
    wording();
    expectRefusal(
      await generate({ ...goal("Refund order 2006"), simulation_id: "987654" }),
      404,
      /simulation/,
    );
    expect(server.requests).toEqual([]);
  });
});
