import { describe, expect, test } from "vitest";
import { GENERATION_MAXIMUM, REPLAY_MAXIMUM, REPLAYS_MAXIMUM } from "../../src/contract/limits.ts";
import { formatTranscript } from "../../src/engine/transcript/parse.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeCall } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const replay = (...replay_transcript: object[]) =>
  acme("POST", "/v1/generate-digital-humans", { agent_id: "101", replay_transcript });

const REFUND = "Agent: How can I help?\nUser: I want a refund for order 1182.";
const FORMATTED = [
  { role: "AGENT", utterance: "How can I help?" },
  { role: "USER", utterance: "I want a refund for order 1182." },
];

async function submit(transcript: object[] | null, recording_url?: string): Promise<string> {
  const { body } = await acme("POST", "/v1/evaluate", {
    agent_id: "101",
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript,
    recording_url,
  });
  return body.call_id;
}

describe("E5 replay_transcript", () => {
  test("creates a digital human that contains the transcript, and shows both forms as a scenario", async () => {
    const reply = await replay({ transcript: REFUND, success_criteria: "Refund promised", mode: "smart" });
    expectAnswer("generate_digital_humans", reply);
    const [made] = reply.body.digital_humans;
    expect(made).toMatchObject({
      name: "Replay: I want a refund for order 1182",
      intent: "I want a refund for order 1182.",
      success_criteria: "Refund promised",
      original_transcript: REFUND,
      formatted_transcript: FORMATTED,
    });
    expect(reply.body.test_scenarios).toMatchObject([
      {
        digital_human_id: made.id,
        original_transcript: REFUND,
        formatted_transcript: FORMATTED,
        scripted_lines: [{ heard: "How can I help?", say: "I want a refund for order 1182." }],
      },
    ]);
  });

  test("shows transcripts only in the scenarios of replays", async () => {
    const { body } = await acme("POST", "/v1/generate-digital-humans", {
      agent_id: "101",
      load_testing: 1,
      replay_transcript: [{ transcript: REFUND }, { transcript: REFUND }],
    });
    expect(body.digital_humans).toHaveLength(3);
    const transcripts = body.test_scenarios.map((scenario: object) => "original_transcript" in scenario);
    expect(transcripts.filter(Boolean)).toHaveLength(2);
  });

  test("replays a submitted call by its id", async () => {
    const conversation_id = await submit([
      { speaker: "AGENT", utterance: "How can\nI help?", start_offset_ms: 0 },
      { speaker: "USER", utterance: "I want a refund for order 1182.", start_offset_ms: 900 },
      { speaker: "USER", utterance: "  " },
    ]);
    const { body } = await replay({ conversation_id });
    const [made] = body.digital_humans;
    expect(made.formatted_transcript).toEqual(FORMATTED);
    expect(made.original_transcript).toBe("AGENT: How can I help?\nUSER: I want a refund for order 1182.");
    expect(await formatTranscript(made.original_transcript)).toEqual(FORMATTED);
  });

  test("expects the tool calls that were recorded, with their parameters", async () => {
    const call = await acme("POST", "/v1/evaluate", {
      agent_id: "101",
      start_time_utc: "2025-03-01T10:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript: [{ speaker: "USER", utterance: "I want a refund for order 1182." }],
      tool_calls: [
        { name: "lookup_order", start_offset_ms: 900, parameters: { id: 1182 }, output: { found: true } },
        { name: "issue_refund", start_offset_ms: 950 },
      ],
    });
    const chat = JSON.stringify([
      { role: "user", content: "Refund, please" },
      {
        role: "assistant",
        content: "Done",
        tool_calls: [{ function: { name: "pay", arguments: '{"id":7}' } }],
      },
    ]);
    const { body } = await replay(
      { conversation_id: call.body.call_id },
      { transcript: chat },
      { transcript: REFUND },
    );
    expect(body.digital_humans.map((made: Record<string, unknown>) => made["expected_tool_calls"])).toEqual([
      [{ name: "lookup_order", parameters: { id: 1182 } }, { name: "issue_refund" }],
      [{ name: "pay", parameters: { id: 7 } }],
      undefined,
    ]);
  });

  test("answers 404 for a call that is unknown or another organization's", async () => {
    const { call_id } = await makeCall(rival, "202", "t-1");
    for (const conversation_id of [call_id, "no-such-call"])
      expectRefusal(await replay({ conversation_id }), 404, new RegExp(`call ${conversation_id} not found`));
  });

  test("refuses a conversation in which nothing is said, and says which", async () => {
    const silent = await submit(null, "https://example.com/call.wav");
    for (const nothing of [{ conversation_id: silent }, { transcript: " \n " }])
      expectRefusal(
        await replay({ transcript: REFUND }, nothing),
        400,
        /replay_transcript\[1\] contains nothing/,
      );
  });

  test("knows the modes strict, smart and persona", async () => {
    for (const mode of ["strict", "smart", "persona"])
      expect((await replay({ transcript: REFUND, mode })).status).toBe(200);
    expectRefusal(
      await replay({ transcript: REFUND, mode: "wild" }),
      400,
      /mode "wild" is not one of strict/,
    );
  });

  test("refuses a transcript that is too long, and too many long ones", async () => {
    const lines = (length: number) => "User: I want a refund.\n".repeat(length).slice(0, length);
    expectFault(
      await replay({ transcript: REFUND }, { transcript: lines(REPLAY_MAXIMUM + 1) }),
      ["body", "replay_transcript", "1", "transcript"],
      "string_too_long",
    );
    const longest = { transcript: lines(REPLAY_MAXIMUM) };
    const most = Array.from({ length: REPLAYS_MAXIMUM / REPLAY_MAXIMUM }, () => longest);
    expectRefusal(await replay(...most, { transcript: REFUND }), 400, /more than 1000000 characters in all/);
    const conversation_id = await submit([{ speaker: "USER", utterance: lines(REPLAY_MAXIMUM + 1) }]);
    expectRefusal(
      await replay({ conversation_id }),
      400,
      /replay_transcript\[0\] has 1000\d\d characters; a transcript to replay has at most 100000/,
    );
  });

  test("answers others while it makes the most that one request may ask for", async () => {
    const transcript = "Agent: How can I help?\nUser: I want a refund for order 1182.\n"
      .repeat(1000)
      .slice(0, 9999);
    let isDone = false;
    const silence = (async () => {
      let longest = 0;
      while (!isDone) {
        const asked = performance.now();
        expect((await acme("GET", "/healthz")).status).toBe(200);
        longest = Math.max(longest, performance.now() - asked);
      }
      return longest;
    })();
    const reply = await replay(...Array.from({ length: GENERATION_MAXIMUM }, () => ({ transcript })));
    isDone = true;
    expect(reply.body.digital_humans).toHaveLength(GENERATION_MAXIMUM);
    // The promise is tens of milliseconds on an idle machine, but the test shares its process.
    expect(await silence).toBeLessThan(1500);
  });

  test("refuses an element that is neither a transcript nor a conversation", async () => {
    const reply = await replay({ success_criteria: "Refund promised" });
    expect(reply.status).toBe(422);
    expectFault(
      await replay({ transcript: "" }),
      ["body", "replay_transcript", "0", "transcript"],
      "string_too_short",
    );
  });
});
