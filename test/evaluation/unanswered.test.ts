/** If an agent gets stuck because the caller lacks what it asks for, it has neither passed nor failed. */
import { describe, expect, test } from "vitest";
import { isHeldAsFarAsEvaluated } from "../../src/results/check/conversation.ts";
import { conversationOf, runOf } from "../support/make.ts";
import { type Message, playedBy } from "../support/played.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const played = playedBy(acme);

const hello: Message = { message: "Hello, Nord Air speaking." };
const question: Message = { message: "Gladly. What is your booking reference?" };
const sorry: Message = { message: "I'm sorry, I can't help you without it. Goodbye!" };
const passenger = {
  intent: "I want to move my flight to Friday.",
  role_description: "You are Ann Lee.",
  success_criteria: "@rules\npass when tool rebook_flight called",
};
const ASKED =
  'the caller was asked for its booking number ("What is your booking reference?") and does not know it; ' +
  'add `booking_number: …` under `facts:` (in the API, a trait named "booking_number")';

describe("a question that the digital human cannot answer", () => {
  test("makes the conversation inconclusive, says which question it was, and is counted apart", async () => {
    const { result, simulation_id } = await played(passenger, [hello, question, question, sorry]);
    expect(result).toMatchObject({
      status: "INCOMPLETED",
      outcome: "incompleted",
      outcome_reason: ASKED,
      criteria: null,
      fidelity: {
        verdict: "valid",
        unanswered: { question: "What is your booking reference?", slot: "booking_number" },
      },
    });
    expect(result.evaluation?.verdicts).toContainEqual(
      expect.objectContaining({
        name: "Success criteria",
        status: "NOT_EVALUATED",
        reason: "question_not_answered",
      }),
    );
    expect(await runOf(acme, simulation_id)).toMatchObject({
      status: "INCOMPLETED",
      tests_passed: 0,
      tests_failed: 0,
      tests_incompleted: 1,
      tests_unanswered: 1,
    });
    const { id } = result;
    const again = await acme("POST", `/v1/re-evaluate-simulation-result/${id}`);
    expect(again.status).toBe(200);
    await expect.poll(async () => (await conversationOf(acme, String(id))).outcome).toBe("incompleted");
    expect(await runOf(acme, simulation_id)).toMatchObject({ tests_incompleted: 1, tests_unanswered: 1 });
    expect(isHeldAsFarAsEvaluated(await conversationOf(acme, String(id)))).toBe(false);
  });

  test("is answered by a digital human that has what the reason says it lacks", async () => {
    const traits = [{ trait_name: "booking_number", value: "KX48QT" }];
    const { result } = await played({ ...passenger, traits }, [
      hello,
      question,
      { type: "tool_call", name: "rebook_flight", output: { ok: true } },
      { message: "Your flight has been moved to Friday." },
      sorry,
    ]);
    expect(result.transcript.map(({ message }) => message).join("\n")).toContain("KX48QT");
    expect(result).toMatchObject({ outcome: "passed", fidelity: { unanswered: null } });
  });

  test("excuses expected tool calls that were not made", async () => {
    const expected = {
      ...passenger,
      success_criteria: null,
      expected_tool_calls: [{ name: "rebook_flight" }],
    };
    const { result } = await played(expected, [hello, question, sorry]);
    expect(result).toMatchObject({ outcome: "incompleted", outcome_reason: ASKED });
  });

  test.each([
    ["if the agent's own texts speak of it", "Ask how long the boat is before you book a mooring."],
    ["if they don't", "Open from May to October."],
  ])("excuses a question without a name of its own %s", async (_, knowledge_base) => {
    const sailor = { ...passenger, intent: "I want to book a mooring for Friday." };
    const asks: Message = { message: "How long is your boat?" };
    const { result } = await played(sailor, [hello, asks, asks, sorry], { knowledge_base });
    expect(result).toMatchObject({
      outcome: "incompleted",
      outcome_reason: expect.stringContaining('asked "How long is your boat?"'),
    });
  });
});

describe("the agent has no excuse", () => {
  const failed = async (...args: Parameters<typeof played>) => {
    const { result, simulation_id } = await played(...args);
    expect(result).toMatchObject({ outcome: "failed", criteria: expect.any(Object) });
    const run = await runOf(acme, simulation_id);
    expect(run).toMatchObject({ tests_failed: 1 });
    expect(run).not.toHaveProperty("tests_unanswered");
    return result;
  };

  test("if it continued without the answer", async () => {
    await failed(passenger, [hello, question, { message: "Then what is your name?" }, sorry]);
  });

  test("if it did something that it must not do", async () => {
    const success_criteria = `${passenger.success_criteria}\nfail when agent says "stupid"`;
    await failed({ ...passenger, success_criteria }, [
      hello,
      question,
      { message: "That's stupid. What is your booking reference?" },
      sorry,
    ]);
  });

  test("if it changed something unexpected", async () => {
    const expected = {
      ...passenger,
      success_criteria: null,
      expected_tool_calls: [{ name: "rebook_flight" }],
    };
    await failed(expected, [
      hello,
      { type: "tool_call", name: "cancel_flight", output: {} },
      question,
      sorry,
    ]);
  });

  test("if another metric failed", async () => {
    const polite = { name: "Polite", scoring_guidance: '@rules\npass when agent says "at your service"' };
    await failed(passenger, [hello, question, sorry], {}, [polite]);
  });

  test("if the digital human is meant not to know it", async () => {
    const role_description = "You are Ann Lee. You have lost your booking reference.";
    await failed({ ...passenger, role_description }, [hello, question, sorry]);
  });
});
