import { expect, test } from "vitest";
import { type Conversation, vendorLogs } from "../../../test/support/vendor-logs.ts";
import { callsIn, keyOfCall, submissionOf } from "./vendors.ts";

const conversation: Conversation = {
  id: "call_1",
  agent_id: "agent_1",
  start: Date.UTC(2026, 10, 1, 12),
  turns: [
    { side: "AGENT", text: "Hello.", start_ms: 200, end_ms: 900 },
    { side: "USER", text: "A table, please.", start_ms: 1500, end_ms: 2500 },
  ],
  tools: [],
};
const logOf = (vendor: string) => vendorLogs[vendor]?.log(conversation) as Record<string, unknown>;
const callOf = (log: unknown) => {
  const [call] = callsIn(log);
  if (!call || "fault" in call) throw new Error(call?.fault ?? "no call");
  return call.call;
};

test.each([
  ["what Retell's webhook sends", { event: "call_analyzed", call: logOf("retell") }],
  [
    "what ElevenLabs' webhook sends",
    { type: "post_call_transcription", event_timestamp: 1, data: logOf("elevenlabs") },
  ],
  [
    "what Vapi's webhook sends",
    {
      message: {
        type: "end-of-call-report",
        endedReason: "customer-ended-call",
        artifact: logOf("vapi")["artifact"],
        startedAt: logOf("vapi")["startedAt"],
        call: { id: "call_1", orgId: "org", assistantId: "agent_1", type: "inboundPhoneCall" },
      },
    },
  ],
])("%s is unwrapped", (_, envelope) => {
  const { fields, id, agent_id } = callOf(envelope);
  expect({ id, agent_id, words: fields.transcript?.map(({ utterance }) => utterance) }).toEqual({
    id: "call_1",
    agent_id: "agent_1",
    words: ["Hello.", "A table, please."],
  });
});

test("a log that fits two platforms is refused, and names both", () => {
  const both = { ...logOf("retell"), transcripts: [{ user: "user", text: "Hi" }] };
  expect(callsIn(both)).toEqual([{ fault: "could be a call of retell or bland" }]);
});

test.each([
  ["nested deeper than a body may be", "[".repeat(100_000) + "]".repeat(100_000)],
  [
    "with more keys than an object may have",
    JSON.stringify(Object.fromEntries(Array(1001).fill(0).entries())),
  ],
  ["with more items than a list may have", JSON.stringify(Array(20_001).fill(0))],
])("JSON in a text stays a text if it is %s", (_, text) => {
  const used = { role: "tool_call_invocation", tool_call_id: "1", name: "book", arguments: text };
  const log = { ...logOf("retell"), transcript_with_tool_calls: [used] };
  expect(callOf(log).fields.tool_calls).toEqual([{ name: "book", parameters: { arguments: text } }]);
});

test("what has no known shape is not a call", () => {
  expect([{}, [], "text", 1, null, [{ role: "user", content: "Hi" }]].flatMap(callsIn)).toEqual([]);
});

test("an item of a list that is not a call is a fault, and the others are calls", () => {
  const calls = callsIn([logOf("retell"), { what: "else" }]);
  expect(calls).toMatchObject([
    { call: { vendor: "retell" } },
    { fault: /^item 2 is not a call of retell, / },
  ]);
});

test("what E2 has no field for is kept, without secrets", () => {
  const log = {
    ...logOf("vapi"),
    assistant: { serverUrlSecret: "s3cret", model: { apiKey: "k", name: "m" } },
    name: "n",
  };
  const { metadata } = submissionOf(callOf(log));
  expect(metadata).toMatchObject({
    source: {
      vendor: "vapi",
      id: "call_1",
      agent_id: "agent_1",
      log: { name: "n", assistant: { serverUrlSecret: "••••", model: { apiKey: "••••", name: "m" } } },
    },
  });
});

test.each([
  ["recording_url", "https://x.example/a.wav?sig=1", { recording_url: "https://x.example/a.wav?sig=1" }],
  [
    "recording_multi_channel_url",
    "https://x.example/a.wav",
    { recording_url: "https://x.example/a.wav", multichannel: true },
  ],
  ["recording_url", "https://x.example/a.ogg", {}],
  ["recording_url", "file:///etc/passwd.wav", {}],
])("takes a recording only from a WAV at an http URL: %s %s", (name, url, expected) => {
  const { recording_url, multichannel } = submissionOf(callOf({ ...logOf("retell"), [name]: url }));
  expect({ ...(recording_url && { recording_url }), ...(multichannel && { multichannel }) }).toEqual(
    expected,
  );
});

test("a tool that the platform says failed has failed", () => {
  const log = {
    ...logOf("retell"),
    transcript_with_tool_calls: [
      { role: "tool_call_invocation", tool_call_id: "1", name: "book", arguments: "not json" },
      { role: "tool_call_result", tool_call_id: "1", content: "no seats", successful: false },
    ],
  };
  expect(callOf(log).fields.tool_calls).toEqual([
    { name: "book", parameters: { arguments: "not json" }, output: { is_error: true, output: "no seats" } },
  ]);
});

test("without a platform's id, a call is identified by its contents", () => {
  const { session_id: _, ...log } = logOf("pipecat");
  const other = { messages: (log["messages"] as unknown[]).slice(0, 4) };
  const keys = [log, log, other].map((one) => keyOfCall("7", callOf(one)));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});

test("the key of a call says agent, platform and id, and is a valid header", () => {
  expect(keyOfCall("7", callOf(logOf("retell")))).toBe("import/7/retell/call_1");
  const odd = keyOfCall("7", { ...callOf(logOf("retell")), id: "Ü / ".repeat(200) });
  expect(odd).toMatch(/^[!-~]{1,255}$/);
});

test("Twilio's insights without words are not a conversation", () => {
  const lines = vendorLogs["twilio-conversation-relay"]?.log(conversation) as { name?: string }[];
  const insights = lines.filter(({ name }) => name);
  const { transcript, events } = submissionOf(callOf(insights));
  expect({ transcript, events: events?.length }).toEqual({ transcript: undefined, events: 5 });
});
