import { expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { makeAgent } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme } = useStrictService();

const POLICY = {
  sentence: 'Never say "sure thing".',
  reads: 'the agent never says "sure thing"',
  rule: 'fail when agent says "sure thing"',
};
const asked = [{ speaker: "USER", utterance: "How much is a check-up?", start_offset_ms: 0 }];
const answered = (utterance: string) => [...asked, { speaker: "AGENT", utterance, start_offset_ms: 1000 }];
const wrong = answered("Sure thing, 60 dollars.");

type Setting = {
  label?: string;
  review?: "accepted" | "rejected" | "proposed";
} & Parameters<typeof makeAgent>[1];

/** The evaluation of a call of an agent whose prompt has policies. */
async function evaluated(submitted: object, { label = "production", review, ...fields }: Setting = {}) {
  const { agent_id } = await makeAgent(acme, fields);
  const reply = await acme("POST", `/v1/agents/${agent_id}/prompts/versions`, {
    prompt_text:
      'You work for a clinic. Never say "sure thing". Never say "booked a visit" before calling book_visit.',
    labels: [label],
  });
  expect(reply.status).toBeLessThan(300);
  if (review)
    await acme("PUT", `/v1/agents/${agent_id}/prompts/versions/1/policies`, {
      policies: [{ ...POLICY, status: review }],
    });
  const call_id = await submit(acme, { agent_id: String(agent_id), ...submitted });
  const { evaluation } = await evaluationOf(acme, call_id);
  return evaluation;
}

const verdictsOn = async (submitted: object, setting?: Setting) =>
  (await evaluated(submitted, setting)).verdicts;

test("a submitted call is judged by the accepted policies of the prompt that is in production", async () => {
  expect(await verdictsOn({ transcript: wrong }, { review: "accepted" })).toMatchObject([
    {
      name: 'Policy: Never say "sure thing"',
      status: "EVALUATED",
      value: false,
      message: 'the agent never says "sure thing"',
      requested_by: ["prompt"],
      clauses: [{ decided: true, outcome: true, evidence: [{ kind: "turn", turn: 2 }] }],
    },
  ]);
});

test.each([undefined, "proposed"] as const)("a policy that is %s only raises a suspicion", async (review) => {
  const { verdicts, suspicions } = await evaluated({ transcript: wrong }, { ...(review && { review }) });
  expect(verdicts).toEqual([]);
  expect(suspicions).toMatchObject([
    { ...POLICY, clauses: [{ decided: true, outcome: true, evidence: [{ kind: "turn", turn: 2 }] }] },
  ]);
});

test("a rejected policy says nothing", async () => {
  const { verdicts, suspicions } = await evaluated({ transcript: wrong }, { review: "rejected" });
  expect([verdicts, suspicions]).toEqual([[], undefined]);
});

test("rules that are kept or do not apply leave no verdict on a call", async () => {
  const kept = { transcript: answered("It's 60 dollars.") };
  expect(await verdictsOn(kept, { review: "accepted" })).toEqual([]);
});

test("without a prompt in production, or with policies switched off, nothing is claimed", async () => {
  const review = "accepted";
  expect(await verdictsOn({ transcript: wrong }, { label: "draft", review })).toEqual([]);
  expect(await verdictsOn({ transcript: wrong }, { checks_off: ["policies"], review })).toEqual([]);
});

const supervisor = [
  { speaker: "USER", utterance: "I want to speak to a supervisor.", start_offset_ms: 0 },
  { speaker: "AGENT", utterance: "Why is that?", start_offset_ms: 1000 },
  { speaker: "USER", utterance: "I just want a supervisor.", start_offset_ms: 2000 },
  { speaker: "AGENT", utterance: "I've booked a visit for you.", start_offset_ms: 3000 },
];

test("a call without its tool calls is not blamed for one that is missing there", async () => {
  expect(await verdictsOn({ transcript: supervisor })).toEqual([]);
  const { verdicts, suspicions } = await evaluated({ transcript: supervisor, tool_calls: [] });
  expect(verdicts.map(({ name }: { name: string }) => name)).toEqual(["Check: empty_promise"]);
  expect(suspicions).toMatchObject([{ sentence: 'Never say "booked a visit" before calling book_visit.' }]);
});

test("the built-in checks judge a call too, unless they are switched off", async () => {
  const call = { name: "book_visit", parameters: { day: "Tuesday" }, output: { ok: true } };
  const submitted = {
    transcript: [{ speaker: "USER", utterance: "Tuesday, please.", start_offset_ms: 0 }],
    tool_calls: [
      { ...call, start_offset_ms: 500 },
      { ...call, start_offset_ms: 700 },
    ],
  };
  expect(await verdictsOn(submitted)).toMatchObject([
    { name: "Check: repeated_call", value: false, requested_by: ["check"] },
  ]);
  expect(await verdictsOn(submitted, { checks_off: ["repeated_call"] })).toEqual([]);
});
