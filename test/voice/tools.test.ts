/**
 * What a digital human can do in a call besides speaking, on a real line: hang up, stay silent, press keys,
 * follow a playback.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { asMulaw } from "../support/telephone-agent.ts";
import { callAll, saying, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

const ANA = { intent: "Wants a check-up on Tuesday. The full name is Ana Diaz.", creativity: 0 };
/** The parts of an utterance that the tests check. */
interface Said {
  readonly speaker: string;
  readonly text: string | null;
  readonly start_offset_ms: number;
  readonly end_offset_ms: number;
}

let simulation_id: number;
beforeAll(async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  ({ id: simulation_id } = await makeSimulation(acme, { agent_id }));
});

async function call(texts: readonly string[], fields: object) {
  const { id } = await makeDigitalHuman(acme, { ...ANA, ...fields }, [simulation_id]);
  const websocket_url = await agents.serve(saying(texts));
  const body = { simulation_id, digital_human_ids: [id], websocket_url };
  const [result] = await callAll(acme, body);
  expect(result.unused_fields).toEqual([]);
  const timeline: Said[] = result.call.timeline;
  return { result, timeline, said: timeline.filter(({ speaker }) => speaker === "USER") };
}

describe("a digital human", () => {
  test.concurrent("that may not end the call says goodbye once and leaves hanging up to the agent", async () => {
    const texts = [
      "Which day would you like?",
      "You're booked for Tuesday.",
      "Thank you, goodbye.",
      "Goodbye then.",
    ];
    const { result, said, timeline } = await call(texts, { allow_end_call_tool: false });
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", goal_completed: true });
    expect(said.filter(({ text }) => text === "Thank you, bye!")).toHaveLength(1);
    expect(timeline.at(-1)).toMatchObject({ speaker: "AGENT" });
  });

  test.concurrent("hangs up when its instructions say so, with their words", async () => {
    const hangup_instructions = 'Hang up when the agent puts you on hold, and say "I have no time for this."';
    const { result, said } = await call(["Which day would you like?", "Please hold.", "Still there?"], {
      hangup_instructions,
    });
    expect(result.end_reason).toBe("hangup_instructions");
    expect(said.at(-1)?.text).toBe("I have no time for this.");
  });

  test.concurrent("with the silence tool is silent while it is on hold", async () => {
    const texts = ["Which day would you like?", "One moment please.", "What is your full name?"];
    const { timeline, said } = await call(texts, { allow_silence_tool: true });
    const agent = timeline.filter(({ speaker }) => speaker === "AGENT");
    const [, hold, back] = agent;
    const between = said.filter(
      ({ start_offset_ms: at }) => at > (hold?.start_offset_ms ?? 0) && at < (back?.start_offset_ms ?? 0),
    );
    expect(agent).toHaveLength(3);
    expect(between).toEqual([]);
    expect(said.at(-1)?.text).toContain("Ana Diaz");
  });

  test.concurrent("keeps silent for as long as the silence tool's instructions say", async () => {
    const { timeline } = await call(["Which day would you like?", "What is your full name?"], {
      allow_silence_tool: true,
      silence_tool_instructions: "Stay silent for 3 seconds when the agent asks for your name.",
      endpointing_delay: 0.5,
    });
    const asks = timeline.findLast(({ speaker }) => speaker === "AGENT");
    const answers = timeline.find(({ start_offset_ms: at }) => at > (asks?.start_offset_ms ?? 0));
    expect(answers?.text).toContain("Ana Diaz");
    const pause_ms = (answers?.start_offset_ms ?? 0) - (asks?.end_offset_ms ?? 0);
    expect(pause_ms).toBeGreaterThanOrEqual(3000);
    expect(pause_ms).toBeLessThan(4000);
  });

  test.concurrent("follows its enriched_playback", async () => {
    const { result, said } = await call(
      ["Hello, how can I help?", "What is the booking number?", "It's done."],
      {
        intent: "",
        enriched_playback: [
          { turn: 1, role: "AGENT", node: "greet", description: "Greets." },
          { turn: 2, role: "USER", utterance: "I want to cancel my table." },
          { turn: 3, role: "AGENT", node: "number", utterance: "What is the booking number?" },
          { turn: 4, role: "USER", utterance: "It is four seven one one." },
          { turn: 5, role: "AGENT", node: "cancel", description: "Cancels." },
        ],
      },
    );
    expect(said.slice(0, 2).map(({ text }) => text)).toEqual([
      "I want to cancel my table.",
      "It is four seven one one.",
    ]);
    expect(result).toMatchObject({ end_reason: "script_finished", goal_completed: null });
  });
});

test.concurrent.each([
  [true, ["4", "#"]],
  [false, []],
])("allow_dtmf_tool %s: keys on a telephone line", async (allow_dtmf_tool, keys) => {
  const digits: string[] = [];
  const websocket_url = await agents.serve((socket) => {
    socket.on("message", (data) => {
      const { event, start, dtmf } = JSON.parse(String(data));
      if (event === "dtmf") digits.push(dtmf.digit);
      if (event !== "start") return;
      const payload = asMulaw(soundBytes(600, 6000, 8000)).toString("base64");
      socket.send(JSON.stringify({ event: "media", streamSid: start.streamSid, media: { payload } }));
      setTimeout(() => socket.close(1000), 7000);
    });
  });
  const scripted_responses = [
    { match_type: "any", response_type: "dtmf", response_value: "4#", occurrence_mode: "once" },
  ];
  const speaks_first_config = { speaks_first: false };
  const fields = { ...ANA, scripted_responses, speaks_first_config, allow_dtmf_tool, endpointing_delay: 0.5 };
  const { id } = await makeDigitalHuman(acme, fields, [simulation_id]);
  const [result] = await callAll(acme, {
    simulation_id,
    digital_human_ids: [id],
    websocket_url,
    dialect: "twilio",
  });
  expect(digits).toEqual(keys);
  const said = result.call.timeline.filter(({ speaker }: Said) => speaker === "USER");
  expect(said.map(({ text }: Said) => text)).toContain("4#");
});
