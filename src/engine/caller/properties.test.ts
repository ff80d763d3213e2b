import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../contract/values.ts";
import { turnRng } from "../random.ts";
import { sentences } from "../transcript/sentences.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { fidelity } from "./fidelity.ts";
import { optionsIn } from "./hearing/menu.ts";
import { LANGUAGES, languageOf } from "./language.ts";
import { onSilence } from "./next.ts";
import type { CallerState } from "./state.ts";
import { play } from "./testing/play.ts";
import { words } from "./words.ts";

const AGENT_LINES = [
  "Hello, how can I help you?",
  "What is your name?",
  "Could you give me your order number and your date of birth?",
  "One moment, please.",
  "That was order B-9987 of 17 June, correct?",
  "So it is A-4471 for 5 May at 3 pm, is that right?",
  "Would you like a refund or a voucher?",
  "Shall I go ahead?",
  "I can't do that.",
  "Your order has been cancelled. Anything else?",
  "We have Monday at 10:15 or Tuesday at 16:45. Which do you prefer?",
  "How many people?",
  "Why?",
  "Can you tell me more?",
  "You're welcome, goodbye!",
  "Sorry, could you repeat that?",
  "The moon is made of cheese, Mr. Miller of Boston.",
  "¿Qué puedo hacer por usted y para quién?",
  "???",
  "",
];

const agent = fc.array(fc.oneof(fc.constantFrom(...AGENT_LINES), fc.string()), { maxLength: 14 });

const record: fc.Arbitrary<DigitalHuman> = fc.record({
  intent: fc.constantFrom(
    "",
    "I want to cancel order A-4471. It never came. I'd also like a refund.",
    "The user wants to move their booking HX77 from 3 May to 5 May at 4 pm.",
    "Find out when you open on Sunday.",
  ),
  role_description: fc.constantFrom(
    "",
    "You are Anna Schmidt. You were born on 12 March 1990. You live at 12 Hill Road.",
  ),
  verbosity: fc.constantFrom(null, "low", "medium", "high"),
  fluency: fc.constantFrom(null, "beginner", "intermediate", "native"),
  creativity: fc.constantFrom(null, 0, 1, 2),
  traits: fc
    .subarray(["impatient", "angry", "confused", "hard of hearing", "talkative", "polite"])
    .map((names) => names.map((trait_name) => ({ trait_name, value: true }))),
  scripted_responses: fc.constantFrom(null, [
    { match_phrase: "voucher", response_value: "No voucher.", silence_duration: 2 },
  ]),
  formatted_transcript: fc.constantFrom(null, [
    { role: "AGENT", utterance: "How can I help you?" },
    { role: "USER", utterance: "My name is Bea Wolf and I lost card 5512." },
    { role: "AGENT", utterance: "When did you lose it?" },
    { role: "USER", utterance: "On 2 April." },
  ]),
  speaks_first_config: fc.constantFrom(
    undefined,
    { speaks_first: false },
    { speaks_first: true, message: "Hi there, it's me." },
  ),
});

const seed = fc.string({ maxLength: 8 });

describe("any conversation", () => {
  it("is the same bytes for the same seed, also when the state is stored as JSON between the turns", () => {
    fc.assert(
      fc.property(record, agent, seed, (digital_human, messages, run_seed) => {
        const played = play(digital_human, messages, { seed: run_seed });
        const store = (state: CallerState): CallerState => JSON.parse(JSON.stringify(state));
        const stored = play(digital_human, messages, { seed: run_seed, store });
        expect(stored.actions).toStrictEqual(played.actions);
        expect(JSON.stringify(stored.state)).toBe(JSON.stringify(played.state));
        expect(JSON.parse(JSON.stringify(played.caller))).toStrictEqual(played.caller);
      }),
      { numRuns: 60 },
    );
  });

  it("says only words of its record, of its language's phrases, or of alternatives that it was offered", () => {
    const phrases = languageOf("en");
    const vocabulary = JSON.stringify([phrases.phrases, phrases.traits, phrases.intent.about]);
    fc.assert(
      fc.property(record, agent, seed, (digital_human, messages, run_seed) => {
        const { said, caller } = play(digital_human, messages, { seed: run_seed });
        const offered = messages.flatMap((message) =>
          sentences(message).flatMap((one) => optionsIn(one, phrases)),
        );
        const known = new Set(
          words(
            `${vocabulary} ${JSON.stringify(digital_human)} ${caller.goals.join(" ")} ${offered.join(" ")}`,
            "en",
          ),
        );
        const unknown = words(said.filter((text) => text !== null).join("\n"), "en").filter(
          (word) => !known.has(word),
        );
        expect(unknown).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("ends within the limit of turns, whatever the agent does", () => {
    fc.assert(
      fc.property(record, agent, fc.integer({ min: 1, max: 6 }), (digital_human, messages, max_turns) => {
        const endless = [...messages, ...new Array<string>(max_turns + 1).fill("One moment, please.")];
        const { state, said } = play(digital_human, endless, { max_turns });
        expect(state.ended).not.toBeNull();
        expect(said.filter((text) => text !== null).length).toBeLessThanOrEqual(max_turns);
      }),
      { numRuns: 60 },
    );
  });

  it("ends in silence", () => {
    fc.assert(
      fc.property(record, agent, (digital_human, messages) => {
        let { caller, state } = play(digital_human, messages);
        for (let silences = 0; silences < 5 && !state.ended; silences += 1)
          ({ state } = onSilence({
            caller,
            state,
            at_ms: 100_000 + silences * 30_000,
            rng: turnRng("s", "1", state.turn),
          }));
        expect(state.ended).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it("is faithful to its record", () => {
    fc.assert(
      fc.property(record, agent, seed, (digital_human, messages, run_seed) => {
        const { caller, transcript, state } = play(digital_human, messages, { seed: run_seed });
        expect(fidelity(digital_human, caller, transcript, state).infidelities).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("answers every message until it ends, in any language, and leaves no placeholder in its words", () => {
    const codes = fc.constantFrom(...(Object.keys(LANGUAGES) as LanguageCode[]));
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("订单号A-1，五月3日。", "मेरा नाम राम है।", "اسمي علي."),
    );
    fc.assert(
      fc.property(codes, text, fc.array(text, { maxLength: 4 }), (language, intent, messages) => {
        const { state, actions } = play({ language, intent, role_description: intent }, messages);
        expect(state.turn).toBe(actions.length);
        if (!state.ended) expect(actions).toHaveLength(messages.length + 1);
        for (const { rule, say, end, wake_after_ms } of actions) {
          if (say === undefined) expect([rule, end ?? wake_after_ms]).not.toContain(undefined);
          else expect(say.trim()).not.toBe("");
          expect(say ?? "").not.toMatch(/\{(?:value|intent)\}|undefined/);
        }
      }),
      { numRuns: 60 },
    );
  });
});
