import { expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const files = useFiles();

const spoken = "My number is (202) 555-0143, card 4242 4242 4242 4242, mail dana@example.com.";
const masked = "My number is [phone number], card [card number], mail [email address].";
const transcript = [{ speaker: "USER", utterance: spoken }];
const call = {
  participants: [{ role: "AGENT" }, { role: "USER", name: "Dana", phone_number: "+12025550143" }],
  tool_calls: [{ name: "send", parameters: { to: "dana@example.com" }, output: { phone: 12_025_550_143 } }],
  events: [{ title: "transfer", description: "to 202-555-0143", tags: ["dana@example.com"] }],
  metadata: { caller: "078-05-1120", plan: "gold", notes: { "dana@example.com": "likes tea" } },
};

test("personal data is neither stored nor quoted as evidence if the agent has redact_pii", async () => {
  const { agent_id } = await makeAgent(acme, { redact_pii: true });
  const metric = await makeMetric(acme, { scoring_guidance: "@rules\npass when user says /card .*/i" });
  const log = await evaluated(acme, {
    ...call,
    transcript,
    agent_id: String(agent_id),
    custom_metrics: [metric.id],
    trace_id: "2025550143",
  });
  expect(log).toMatchObject({
    participants: [{ role: "AGENT" }, { name: "Dana", phone_number: "[phone number]" }],
    transcript: [{ utterance: masked }],
    tool_calls: [{ parameters: { to: "[email address]" }, output: { phone: "[phone number]" } }],
    events: [{ description: "to [phone number]", tags: ["[email address]"] }],
    metadata: { caller: "[national id]", plan: "gold", notes: { "[email address]": "likes tea" } },
    trace_id: "[phone number]",
  });
  expect(log.evaluation.verdicts[0]?.value).toBe(true);
  expect(JSON.stringify(log)).not.toMatch(/4242|dana@example|555-0143/);
});

test("personal data in a fetched transcript is not stored either", async () => {
  const { agent_id } = await makeAgent(acme, { redact_pii: true });
  const transcript_url = files.serve("/t.json", JSON.stringify(transcript));
  const log = await evaluated(acme, { transcript_url, agent_id: String(agent_id) });
  expect(log.evaluation.transcript).toEqual([{ speaker: "USER", utterance: masked }]);
});

test("of other agents everything is stored as it came", async () => {
  const log = await evaluated(acme, { ...call, transcript });
  expect(log).toMatchObject({ ...call, transcript });
});
