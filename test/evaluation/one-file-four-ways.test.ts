/** The same transcript gives the same conversation, in whatever format it is. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluated, evaluationOf } from "../support/evaluations.ts";
import { useFiles } from "../support/files.ts";
import { useProgram } from "../support/in-process.ts";
import { makeDigitalHuman } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const files = useFiles();
const parley = useProgram(service);

/** Who says what, with names in three languages. The agent is first a person, then a program. */
const SAID = [
  { speaker: "Agente", start_offset_ms: 200, end_offset_ms: 2100, utterance: "Clinic, how can I help?" },
  { speaker: "Customer", start_offset_ms: 2600, end_offset_ms: 4200, utterance: "I need a slot on Tuesday." },
  { speaker: "Assistant", start_offset_ms: 4900, end_offset_ms: 5900, utterance: "I have ten thirty." },
  { speaker: "Customer", start_offset_ms: 6300, end_offset_ms: 7500, utterance: "Fine, I am Dana Reyes." },
  { speaker: "Agente", start_offset_ms: 8400, end_offset_ms: 9700, utterance: "You are booked." },
];

const CONVERSATION = SAID.map(({ speaker, ...said }) => ({
  ...said,
  speaker: speaker === "Customer" ? "USER" : "AGENT",
}));
const FORMATTED = CONVERSATION.map(({ speaker, utterance }) => ({ role: speaker, utterance }));

const seconds = (ms: number) => (ms / 1000).toFixed(3);
const clock = (ms: number) => `00:00:${seconds(ms).padStart(6, "0")}`;

const VTT = [
  "WEBVTT",
  ...SAID.map(
    ({ speaker, start_offset_ms, end_offset_ms, utterance }) =>
      `${clock(start_offset_ms)} --> ${clock(end_offset_ms)} align:start\n<v ${speaker}>${utterance.replace(" ", "\n")}</v>`,
  ),
].join("\n\n");

const SRT = SAID.map(
  ({ speaker, start_offset_ms, end_offset_ms, utterance }, at) =>
    `${at + 1}\r\n${clock(start_offset_ms)} --> ${clock(end_offset_ms)}\r\n${speaker}: ${utterance}`,
)
  .join("\r\n\r\n")
  .replaceAll(/(\d)\.(\d{3})/g, "$1,$2");

const AWS = {
  jobName: "call-1",
  status: "COMPLETED",
  results: {
    transcripts: [{ transcript: "…" }],
    items: SAID.map(({ speaker, start_offset_ms, end_offset_ms, utterance }) => ({
      type: "pronunciation",
      speaker_label: speaker,
      start_time: seconds(start_offset_ms),
      end_time: seconds(end_offset_ms),
      alternatives: [{ content: utterance }],
    })),
  },
};

const MESSAGES = {
  messages: SAID.map(({ speaker, start_offset_ms, end_offset_ms, utterance }) => ({
    sender: speaker,
    content: utterance,
    start_ms: start_offset_ms,
    end_ms: end_offset_ms,
  })),
};

/** The call as `parley evaluate --transcript` submits it. */
async function submitted(file: string, text: string) {
  writeFileSync(join(parley.home, file), text);
  const flags = ["--agent", "101", "--start-time", "2026-11-01T12:00:00Z", "--transcript", file];
  const { stdout, stderr } = await parley(["evaluate", ...flags, "-o", "json"], {
    env: { PARLEY_API_KEY: ACME_KEY },
  });
  expect(stderr).not.toContain("assumed to be");
  return evaluationOf(acme, JSON.parse(stdout).call_id);
}

test.each([
  ["call.vtt", VTT],
  ["call.srt", SRT],
  ["aws.json", JSON.stringify(AWS)],
  ["messages.json", JSON.stringify(MESSAGES)],
  ["entries.json", JSON.stringify(SAID)],
])("%s is one conversation, four ways", async (file, text) => {
  const byFile = await submitted(file, text);
  expect(byFile.transcript).toEqual(CONVERSATION);

  const byUrl = await evaluated(acme, { transcript_url: files.serve(`/${file}/call.json`, text) });
  expect(byUrl.evaluation.transcript).toEqual(CONVERSATION);
  expect(byUrl.evaluation.metrics).toEqual(byFile.evaluation.metrics);

  const byBody = await evaluated(acme, { transcript: SAID });
  expect(byBody.evaluation.metrics).toEqual(byFile.evaluation.metrics);
  const replay_transcript = [{ conversation_id: byBody.id }, { transcript: text }];
  const { body } = await acme("POST", "/v1/generate-digital-humans", { agent_id: "101", replay_transcript });
  for (const made of body.digital_humans) expect(made.formatted_transcript).toEqual(FORMATTED);

  const { id } = await makeDigitalHuman(acme, { original_transcript: text });
  const { body: human } = await acme("GET", `/v1/digital-human/${id}`);
  expect(human.digital_human.formatted_transcript).toEqual(FORMATTED);
});

test("who spoke first decides where the names do not, in every way of submitting", async () => {
  const names = [
    { speaker: "Dana", utterance: "Hello?" },
    { speaker: "Ava", utterance: "Good morning." },
  ];
  const participants = [{ role: "USER", spoke_first: true }, { role: "AGENT" }];
  const conversation = [
    { speaker: "USER", utterance: "Hello?" },
    { speaker: "AGENT", utterance: "Good morning." },
  ];
  const transcript_url = files.serve("/names.json", JSON.stringify(names));
  const byUrl = await evaluated(acme, { transcript_url, participants });
  expect(byUrl.evaluation.transcript).toEqual(conversation);
  const byBody = await evaluated(acme, { transcript: names, participants });
  expect(byBody.evaluation.metrics).toEqual(byUrl.evaluation.metrics);
});
