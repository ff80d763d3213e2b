import { expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { makeAgent } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme } = useStrictService();

const asked = [{ speaker: "USER", utterance: "How much is a check-up?", start_offset_ms: 0 }];
const answered = (utterance: string) => [...asked, { speaker: "AGENT", utterance, start_offset_ms: 1000 }];
const wrong = answered("A check-up is 85 dollars.");

/** The verdicts on a call of an agent whose prompt has policies. */
async function verdictsOn(
  submitted: object,
  { label = "production", ...fields }: { label?: string } & Parameters<typeof makeAgent>[1] = {},
) {
  const { agent_id } = await makeAgent(acme, fields);
  const reply = await acme("POST", `/v1/agents/${agent_id}/prompts/versions`, {
    prompt_text:
      "You work for a clinic. A check-up costs 60 dollars. If somebody asks for a supervisor, call transfer_call. Book with book_visit.",
    labels: [label],
  });
  expect(reply.status).toBeLessThan(300);
  const call_id = await submit(acme, { agent_id: String(agent_id), ...submitted });
  const { evaluation } = await evaluationOf(acme, call_id);
  return evaluation.verdicts;
}

test("a submitted call is judged by the policies of the prompt that is in production", async () => {
  expect(await verdictsOn({ transcript: wrong })).toMatchObject([
    {
      name: "Policy: A check-up costs 60 dollars",
      status: "EVALUATED",
      value: false,
      message: "the agent said 85, where the prompt says 60",
      requested_by: ["prompt"],
      evidence: [{ kind: "turn", turn: 2 }],
    },
  ]);
});

test("rules that are kept or do not apply leave no verdict on a call", async () => {
  expect(await verdictsOn({ transcript: answered("It's 60 dollars.") })).toEqual([]);
});

test("without a prompt in production, or with policies switched off, nothing is claimed", async () => {
  expect(await verdictsOn({ transcript: wrong }, { label: "draft" })).toEqual([]);
  expect(await verdictsOn({ transcript: wrong }, { checks_off: ["policies"] })).toEqual([]);
});

const supervisor = [
  { speaker: "USER", utterance: "I want to speak to a supervisor.", start_offset_ms: 0 },
  { speaker: "AGENT", utterance: "Why is that?", start_offset_ms: 1000 },
  { speaker: "USER", utterance: "I just want a supervisor.", start_offset_ms: 2000 },
  { speaker: "AGENT", utterance: "I've booked a visit for you.", start_offset_ms: 3000 },
];

test("a call without its tool calls is not blamed for one that is missing there", async () => {
  expect(await verdictsOn({ transcript: supervisor })).toEqual([]);
  const names = (await verdictsOn({ transcript: supervisor, tool_calls: [] })).map(({ name }) => name);
  expect(names).toEqual([
    "Policy: If somebody asks for a supervisor, call transfer_call",
    "Check: empty_promise",
  ]);
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
