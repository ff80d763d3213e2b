/** A caller that interrupts as its own record says has kept to its record. */
import { expect, test } from "vitest";
import { useService } from "../support/service.ts";
import { sendPaced, soundBytes, useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();
const { call } = useVoiceCalls(acme);

const TEXTS = [
  "Clinic front desk. We are open all day. Which day would you like to come and see the doctor?",
  "On Tuesday we are open all day. Which time would suit you best on that day, please?",
  "We are open all day. And what is your full name, please?",
  "You are booked for a check-up on Tuesday. We are open all day. Goodbye.",
];

/** Speaks each text for four seconds, whatever the caller does, and the next a second after the caller's last word. */
function talker(texts: readonly string[]) {
  return agents.serve(async (socket) => {
    for (const [turn, text] of texts.entries()) {
      const data = { utterance_id: `turn-${turn}`, text };
      socket.send(JSON.stringify({ type: "speech.started", data }));
      await sendPaced(socket, soundBytes(5000));
      socket.send(JSON.stringify({ type: "speech.completed", data }));
      await new Promise((resolve) => setTimeout(resolve, 4000));
    }
    socket.close(1000);
  });
}

/** Interruptions of every kind, and how often a caller makes them at least. */
const KINDS: [string, Record<string, unknown>, string, number][] = [
  ["low", { type: "low" }, "two", 1],
  ["medium", { type: "medium" }, "one", 2],
  ["high", { type: "high" }, "one", 2],
  ["high", { type: "high" }, "two", 2],
  [
    "keywords",
    {
      type: "keywords",
      keyword_responses: [
        { keyword: "open all day", response: "Sorry, I have no time for this now.", probability: 1 },
        { keyword: "please", response: "Lo siento, no tengo tiempo para esto ahora.", probability: 1 },
      ],
    },
    "one",
    4,
  ],
  [
    "contextual",
    { type: "contextual", contextual_prompt: "Interrupt when the agent asks for the day." },
    "one",
    1,
  ],
];

test.concurrent.each(KINDS)(
  "%s",
  async (_, interruptions, seed, least) => {
    const result = await call(await talker(TEXTS), { interruptions }, { seed });
    expect(result.call.interruptions).toBeGreaterThanOrEqual(least);
    expect(result.fidelity).toMatchObject({ verdict: "valid", infidelities: [] });
    expect(result.outcome_reason ?? "").not.toContain("did not keep to its record");
  },
  120_000,
);
