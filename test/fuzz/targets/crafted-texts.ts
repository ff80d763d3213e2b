import fc from "fast-check";
import { trouble } from "../inputs.ts";
import { PARTS } from "../parts.ts";
import { target } from "../target.ts";
import { begin, end, postWithinBounds } from "./small-service.ts";

const call = (agent_id: string, utterances: readonly string[]) => ({
  agent_id,
  start_time_utc: "2026-11-01T12:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript: utterances.map((utterance, at) => ({ speaker: at % 2 ? "AGENT" : "USER", utterance })),
});
const digitalHuman = (digital_human: object) => ["/v1/create-digital-human", { digital_human }] as const;
const generated = (wanted: object) =>
  ["/v1/generate-digital-humans", { agent_id: "1", preview: true, ...wanted }] as const;

/** Requests with a text at every place that is read, each with the largest text that it takes. */
const PLACES: Readonly<Record<string, readonly [number, (text: string) => readonly [string, object]]>> = {
  goals: [9900, (text) => ["/v1/update-agent", { agent_id: 1, goals: [text] }]],
  suggestions: [1000, () => ["/v1/generate-customer-personas", { agent_id: "1" }]],
  metrics: [1000, () => ["/v1/generate-custom-metrics", { agent_id: "1" }]],
  prompt: [100_000, (text) => ["/v1/agents/1/prompts/versions", { prompt_text: text }]],
  formatted: [100_000, (text) => ["/v1/generate-formatted-transcript", { original_transcript: text }]],
  original: [100_000, (text) => digitalHuman({ original_transcript: text })],
  intent: [
    100_000,
    (text) => digitalHuman({ intent: text, role_description: text, hangup_instructions: text }),
  ],
  goal: [9900, (text) => generated({ goal_adherence: [{ goal: text, num_calls: 2 }] })],
  persona: [
    9900,
    (text) => generated({ customer_personas: [{ name: "x", description: text, goal: text, num_calls: 2 }] }),
  ],
  replay: [100_000, (text) => generated({ replay_transcript: [{ transcript: text }] })],
  "masked call": [31_000, (text) => ["/v1/evaluate", call("2", [text])]],
  call: [31_000, (text) => ["/v1/evaluate", call("1", [text, text.slice(0, 900)])]],
};

/** A formatted transcript has many times the characters of its text. */
const ANSWER_BYTES = 10_000_000;

/** Texts that repeat something, at every place of a request where a text is read. */
export const craftedText = target({
  name: "crafted-text",
  share: 1,
  begin,
  end,
  inputs: fc.record({
    place: fc.constantFrom(...Object.keys(PLACES)),
    parts: fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PARTS) }, trouble), {
      minLength: 1,
      maxLength: 3,
    }),
    end: fc.constantFrom("", "x", "\n", "!", "?"),
  }),
  async run({ place, parts, end: last }) {
    const [maximum, requestWith] = PLACES[place] ?? [0, () => ["/v1/evaluate", {}] as const];
    const again = parts.join("").toWellFormed().replaceAll("\0", "") || "x";
    const text =
      again
        .repeat(Math.ceil(maximum / again.length))
        .slice(0, maximum - 1)
        .toWellFormed() + last;
    const [path, body] = requestWith(text);
    await postWithinBounds({ path, body: Buffer.from(JSON.stringify(body)), answer_bytes: ANSWER_BYTES });
  },
});
