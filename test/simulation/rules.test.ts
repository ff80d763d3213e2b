/** A digital human's behaviour over the API: the agent's lines, and its answers. */
import { describe, expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { conversationOf, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { until } from "../support/until.ts";

const { acme } = useService();

type DigitalHuman = Body<"create_digital_human">["digital_human"];

const send = (simulation_result_id: string, message: string) =>
  acme("POST", "/v1/send-http-text-message", { simulation_result_id, message });

/**
 * A conversation with these lines of the agent. The service says that it has ended after the last one, or
 * never.
 */
async function talk(digital_human: DigitalHuman, lines: readonly string[], max_turns?: number) {
  const simulation = await makeSimulation(acme, { agent_id: 101, ...(max_turns && { max_turns }) });
  await makeDigitalHuman(acme, { creativity: 0, ...digital_human }, [simulation.id]);
  const [id = ""] = (await startRun(acme, { simulation_id: simulation.id })).simulation_result_ids;
  for (const [index, line] of lines.entries()) {
    const { status, body } = await send(id, line);
    expect(status).toBe(200);
    expect(body.end_conversation && index + 1 < lines.length, `ended at line ${index + 1}`).toBe(false);
  }
  const result = await until(async () => {
    const found = await conversationOf(acme, id);
    return found.end_reason === null || found.fidelity !== null ? found : undefined;
  });
  const said = result.transcript.filter(({ role }) => role === "USER").map(({ message }) => message);
  return { ...result, said };
}

const ORDER: DigitalHuman = {
  intent: "I want to cancel order A-4471. I ordered it by mistake.",
  role_description: "You are Ann Lee. Your email is ann@example.com.",
};

describe("the first message", () => {
  test("is what the digital human wants, with a greeting", async () => {
    const { said, transcript } = await talk(ORDER, []);
    expect(said).toEqual(["Hello. I want to cancel order A-4471."]);
    expect(transcript[0]).toMatchObject({ role: "USER", start_offset_ms: 0 });
  });

  test("is the message of its speaks_first_config", async () => {
    const config = { speaks_first: true, mode: "custom", message: "Is anybody there?" };
    expect((await talk({ ...ORDER, speaks_first_config: config }, [])).said).toEqual(["Is anybody there?"]);
  });

  test("is the agent's where the digital human does not speak first", async () => {
    const config = { speaks_first: false, mode: "custom", message: "" };
    const { said } = await talk({ ...ORDER, speaks_first_config: config }, ["Hello, how can I help?"]);
    expect(said).toEqual(["Hello. I want to cancel order A-4471."]);
  });
});

describe("a conversation", () => {
  test("says what is asked and known, and ends when the goal is reached and the agent closes", async () => {
    const result = await talk(ORDER, [
      "What is your name and email address?",
      "And your postal code?",
      "Why do you want to cancel it?",
      "Your order has been cancelled. Anything else?",
      "Goodbye!",
    ]);
    expect(result.said).toEqual([
      "Hello. I want to cancel order A-4471.",
      "Ann Lee, ann@example.com.",
      "I'd rather not say.",
      "I ordered it by mistake.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(result).toMatchObject({ end_reason: "goal_reached", goal_completed: true });
    expect(result.fidelity).toEqual({
      verdict: "valid",
      infidelities: [],
      asked_but_unknown: ["postal_code"],
      unanswered: null,
    });
  });

  test("ends when the agent refuses after it was asked for another way", async () => {
    const lines = ["I'm sorry, that is not possible.", "I'm afraid we can't do that."];
    expect(await talk(ORDER, lines)).toMatchObject({ end_reason: "refused", goal_completed: false });
  });

  test("ends when the agent hands over", async () => {
    const lines = ["I'll transfer you to a colleague."];
    expect(await talk(ORDER, lines)).toMatchObject({ end_reason: "transferred", goal_completed: false });
  });

  test("ends when the digital human cannot follow three times in a row", async () => {
    const result = await talk(ORDER, ["Xyzzy.", "Plugh.", "Frotz.", "Gnusto."]);
    expect(result).toMatchObject({ end_reason: "out_of_script", goal_completed: false });
  });

  test.each([
    [
      "How can I help you?",
      "going_in_circles",
      "incompleted",
      'the agent said "How can I help you?" 5 times',
    ],
    [
      "May I have your email address?",
      "out_of_script",
      "incompleted",
      'the agent asked for the email 5 times ("May I have your email address?")',
    ],
  ])("ends when the agent says the same again and again: %s", async (line, end_reason, outcome, reason) => {
    const result = await talk(ORDER, new Array<string>(5).fill(line));
    expect(result).toMatchObject({ end_reason, goal_completed: false, fidelity: { verdict: "valid" } });
    await expect.poll(async () => (await conversationOf(acme, String(result.id))).outcome).toBe(outcome);
    expect((await conversationOf(acme, String(result.id))).outcome_reason).toContain(reason);
  });

  test("ends at max_turns of its simulation, the first message included", async () => {
    const result = await talk(ORDER, ["What is your name?", "And your email address?", "Thanks."], 3);
    expect(result.said).toHaveLength(3);
    expect(result).toMatchObject({ end_reason: "max_turns", goal_completed: false });
  });
});

describe("hangup phrases", () => {
  test("end the conversation without a word when the agent says one", async () => {
    const result = await talk({ ...ORDER, hangup_phrases: ["have a nice day"] }, ["Have a nice day!"]);
    expect(result.end_reason).toBe("hangup_phrase");
    expect(result.said).toHaveLength(1);
  });

  test("end the conversation after the digital human has said one", async () => {
    const result = await talk({ ...ORDER, hangup_phrases: ["Ann Lee"] }, ["What is your name?"]);
    expect(result.end_reason).toBe("hangup_phrase");
    expect(result.said).toHaveLength(2);
  });
});

const response = (fields: object) => ({
  match_type: "exact",
  match_phrase: "",
  response_type: "phrase",
  response_value: "",
  occurrence_mode: "always",
  occurrence_n: 0,
  silence_duration: 0,
  ...fields,
});

describe("scripted responses", () => {
  test("answer as often as they say, the first that matches", async () => {
    const scripted_responses = [
      response({ match_phrase: "date of birth", response_value: "1 May 1990.", occurrence_mode: "once" }),
      response({ match_type: "any", response_value: "Pardon?" }),
    ];
    const ask = "Your date of birth?";
    const result = await talk({ ...ORDER, scripted_responses }, [ask, ask]);
    expect(result.said.slice(1)).toEqual(["1 May 1990.", "Pardon?"]);
  });

  test("may stay silent first, and speaks when the silence is over", async () => {
    const scripted_responses = [
      response({ match_type: "any", response_value: "Sorry, I was away.", silence_duration: 0.05 }),
    ];
    const { id, said } = await talk({ ...ORDER, scripted_responses }, ["Are you there?"]);
    expect(said).toHaveLength(1);
    const messages = async () => (await conversationOf(acme, id)).transcript.map(({ message }) => message);
    await expect.poll(messages).toContain("Sorry, I was away.");
    const { transcript } = await conversationOf(acme, id);
    const [, asked, answered] = transcript.map(({ start_offset_ms }) => start_offset_ms);
    expect((answered ?? 0) - (asked ?? 0)).toBeGreaterThanOrEqual(50);
  });

  test("that nothing can call for are named, as are fields that have no effect on text", async () => {
    const scripted_responses = [response({ match_type: "rhymes", response_value: "Never said." })];
    const voice = { accent: "indian", background_noise: "cafe" } as const;
    const result = await talk({ ...ORDER, ...voice, scripted_responses, hangup_phrases: ["bye"] }, ["Bye"]);
    expect(result.unused_fields).toEqual(["accent", "background_noise"]);
    expect(result.inactive_scripted_responses).toEqual([{ index: 0, reason: 'unknown match_type "rhymes"' }]);
  });
});

describe("a recorded conversation", () => {
  const formatted_transcript = [
    { role: "AGENT", utterance: "Hello, how can I help?" },
    { role: "USER", utterance: "My parcel is late." },
    { role: "AGENT", utterance: "What is the tracking number?" },
    { role: "USER", utterance: "It is 77-X." },
    { role: "AGENT", utterance: "Which street do you live in?" },
    { role: "USER", utterance: "Hill Road." },
  ];

  test("is said again when the agent asks, and unsaid lines are reported", async () => {
    const result = await talk({ formatted_transcript, hangup_phrases: ["bye"] }, [
      "Which street do you live in?",
      "Bye",
    ]);
    expect(result.said).toEqual(["My parcel is late.", "Hill Road."]);
    expect(result.divergence).toEqual([
      { line: 0, status: "matched", turn: 0, similarity: expect.any(Number) },
      { line: 1, status: "skipped", turn: null, similarity: null },
      { line: 2, status: "matched", turn: 1, similarity: 1 },
    ]);
    expect(result.goal_completed).toBeNull();
  });
});

describe("scripted responses", () => {
  const scripted = (fields: object) => ({ occurrence_mode: "always", response_type: "phrase", ...fields });

  test("match what a message does, and undecided ones are listed", async () => {
    const scripted_responses = [
      scripted({ match_type: "context", match_phrase: "offers a time", response_value: "Any time will do." }),
      scripted({ match_type: "context", match_phrase: "sounds annoyed", response_value: "Calm down." }),
    ];
    const { said, undecided_scripted_responses } = await talk({ ...ORDER, scripted_responses }, [
      "Hello, how can I help?",
      "How about Tuesday at 9:15?",
      "Your order has been cancelled. Anything else?",
      "Goodbye!",
    ]);
    expect(said).toContain("Any time will do.");
    expect(said).not.toContain("Calm down.");
    expect(undecided_scripted_responses).toEqual([1]);
  });

  test("with response_type dtmf send the keys as text", async () => {
    const keys = {
      match_type: "contains",
      match_phrase: "press 1",
      response_type: "dtmf",
      response_value: "1#",
    };
    const { said, inactive_scripted_responses } = await talk(
      { ...ORDER, scripted_responses: [scripted(keys)] },
      ["For orders, press 1.", "Your order has been cancelled. Anything else?", "Goodbye!"],
    );
    expect(said[1]).toBe("1#");
    expect(inactive_scripted_responses).toEqual([]);
  });
});

describe("interruptions", () => {
  test("by keywords answer a message that has the keyword, as often as their probability says", async () => {
    const keyword_responses = [
      { keyword: "hold", probability: 0, response: "Never." },
      { keyword: "please hold", probability: 1, response: "No, do not put me on hold!" },
    ];
    const { said, unused_fields } = await talk(
      { ...ORDER, interruptions: { type: "keywords", keyword_responses } },
      ["Please hold for a moment.", "Your order has been cancelled. Anything else?", "Goodbye!"],
    );
    expect(said[1]).toBe("No, do not put me on hold!");
    expect(unused_fields).toEqual([]);
  });

  test("by context have no effect on text, and the result says so", async () => {
    const interruptions = { type: "contextual", contextual_prompt: "Interrupt when the agent rambles" };
    const { unused_fields } = await talk({ ...ORDER, interruptions }, [
      "Your order has been cancelled. Anything else?",
      "Goodbye!",
    ]);
    expect(unused_fields).toEqual(["interruptions"]);
  });
});
