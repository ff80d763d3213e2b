/** Whether the agent heard the facts of its caller right, of calls and of conversations. */
import { expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { playedBy } from "../support/played.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const played = playedBy(acme);

const never = "@rules\nfail when entities.wrong > 0";
const transcript = [
  {
    speaker: "USER",
    utterance: "Kilo X-ray, forty-four seventy-one. Mail jo dot miller at example dot com.",
  },
  { speaker: "AGENT", utterance: "Your order number is KX4417, right?" },
];
const facts = { order_number: "KX-4471", email: "jo.miller@example.com", size: "large" };
const heardIn = (metrics: readonly { id: string; value: unknown }[]) =>
  metrics.find(({ id }) => id === "entities.heard")?.value;

test("a call that states the facts is judged by them", async () => {
  const metric = await makeMetric(acme, { scoring_guidance: never });
  const { evaluation } = await evaluated(acme, {
    transcript,
    tool_calls: [{ name: "send", parameters: { to: "jo.miller@example.com" } }],
    metadata: { facts },
    custom_metrics: [metric.id],
  });
  expect(evaluation.verdicts[0]).toMatchObject({ status: "EVALUATED", value: false });
  expect(heardIn(evaluation.metrics)).toEqual([
    {
      ...{ fact: "order_number", kind: "number", value: "KX-4471", outcome: "wrong", said: 0 },
      places: [{ verdict: "wrong", heard: "KX4417", entry: 1 }],
    },
    {
      ...{ fact: "email", kind: "email", value: "jo.miller@example.com", outcome: "right", said: 0 },
      places: [{ verdict: "right", heard: "jo.miller@example.com", tool_call: 0, parameter: "to" }],
    },
  ]);
});

test("without facts, and in another language, rules about them are left open", async () => {
  const metric = await makeMetric(acme, { scoring_guidance: never });
  const unknown = await evaluated(acme, { transcript, custom_metrics: [metric.id] });
  expect(unknown.evaluation.verdicts[0]).toMatchObject({ status: "NOT_EVALUATED" });
  expect(heardIn(unknown.evaluation.metrics)).toBeUndefined();
  const foreign = await evaluated(acme, {
    transcript,
    metadata: { facts, language: "ja" },
    custom_metrics: [metric.id],
  });
  expect(foreign.evaluation.verdicts[0]).toMatchObject({ status: "NOT_EVALUATED" });
});

test("a digital human's facts are known", async () => {
  const digital_human = {
    intent: "Wants a refund for an order. The order number is 1182.",
    traits: [{ trait_name: "order_number", value: "118204" }],
  };
  const { result } = await played(digital_human, [
    { message: "Hello. What is your order number?" },
    { message: "Your order number is 118240, is that right?" },
  ]);
  expect(heardIn(result.evaluation?.metrics ?? [])).toContainEqual(
    expect.objectContaining({ fact: "order_number", value: "118204", outcome: "wrong" }),
  );
});

test("facts that are masked in the transcript are not found, and not shown", async () => {
  const { result } = await played(
    { intent: "Wants a receipt.", traits: [{ trait_name: "email", value: "dana@example.com" }] },
    [{ message: "Hello. What is your e-mail address?" }, { message: "I sent it to dana@example.com." }],
    { redact_pii: true },
  );
  const metrics = result.evaluation?.metrics ?? [];
  expect(JSON.stringify(metrics)).not.toContain("dana@");
  expect(metrics.find(({ id }) => id === "entities.wrong")).toMatchObject({ status: "NOT_APPLICABLE" });
});

test("an agent's own name and numbers are not the caller's", async () => {
  const { agent_id } = await makeAgent(acme);
  const { evaluation } = await evaluated(acme, {
    agent_id: String(agent_id),
    metadata: { facts: { name: "Mario Rossi", booking_reference: "QT9B2", date: "2026-03-12" } },
    transcript: [
      { speaker: "AGENT", utterance: "Good morning, my name is Maria." },
      { speaker: "USER", utterance: "Mario Rossi. Q T nine B two, on the twelfth of March." },
      {
        speaker: "AGENT",
        utterance: "Your name again is Maria? No, sorry. The twelfth is full, how about the 13th of March?",
      },
      { speaker: "USER", utterance: "Fine." },
      { speaker: "AGENT", utterance: "Done. Your new booking reference is HL3M7." },
    ],
    tool_calls: [{ name: "book", parameters: { date: "2026-03-13" } }],
  });
  expect(evaluation.metrics.find(({ id }) => id === "entities.wrong")).toMatchObject({ value: 0, n: 3 });
});
