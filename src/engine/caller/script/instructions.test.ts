import { describe, expect, it } from "vitest";
import { turnRng } from "../../random.ts";
import { prepareCaller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { onSilence } from "../next.ts";
import { play } from "../testing/play.ts";
import { readInstructions } from "./instructions.ts";

const ANA: DigitalHuman = {
  intent: "Wants a check-up on Tuesday. The full name is Ana Diaz.",
  creativity: 0,
};
const unused = (fields: DigitalHuman) => prepareCaller({ ...ANA, ...fields }).report.unused_offline;

describe("hangup_instructions", () => {
  it.each([
    ["Hang up when the agent refuses.", ["Hello.", "I'm sorry, we can't do that."]],
    ["Hang up if the agent asks for your name.", ["Hello.", "What is your full name?"]],
    ["End the call once the agent puts you on hold twice.", ["One moment please.", "Hold on, let me check."]],
    ['As soon as the agent says "supervisor", hang up.', ["Hello.", "I'll get my supervisor."]],
    ["Hang up after 2 messages.", ["Hello.", "Hm."]],
    ["Hang up after five seconds.", ["Which day?"]],
    ["Hang up as soon as your request is resolved.", ["Hello.", "You're booked for Tuesday."]],
  ])("%s", (hangup_instructions, agent) => {
    const { actions, state } = play({ ...ANA, hangup_instructions }, agent);
    expect(state.ended?.end_reason).toBe("hangup_instructions");
    expect(actions).toHaveLength(agent.length + 1);
    expect(actions.at(-1)).toMatchObject({ rule: "hangup_instructions", say: "Thank you, bye!" });
    expect(unused({ hangup_instructions })).toEqual([]);
  });

  it("may contain words to say, and the caller still understands the message", () => {
    const hangup_instructions = 'Hang up when the agent confirms the booking, and say "That is all. Bye."';
    const { said, state } = play({ ...ANA, hangup_instructions }, ["Hello.", "You're booked for Tuesday."]);
    expect(said.at(-1)).toBe("That is all. Bye.");
    expect(state).toMatchObject({ confirmed: true, ended: { end_reason: "hangup_instructions" } });
  });

  it("with nothing but a goodbye are its goodbye wherever it hangs up", () => {
    const { said, state } = play({ ...ANA, hangup_instructions: 'Say "So long!" before you hang up.' }, [
      "Which day?",
      "You're booked for Tuesday.",
      "Thank you, goodbye.",
    ]);
    expect(said.at(-1)).toBe("So long!");
    expect(state.ended?.end_reason).toBe("goal_reached");
  });

  it("hold it back until the agent has done something", () => {
    const hangup_instructions = 'Do not hang up before the agent says "survey".';
    const { said, state } = play({ ...ANA, hangup_instructions }, [
      "You're booked for Tuesday.",
      "You're booked for Tuesday.",
      "Goodbye.",
      "Goodbye.",
      "There will be a short survey. Goodbye.",
    ]);
    expect(said.slice(2)).toEqual(["Thank you, bye!", null, null, "Thank you, bye!"]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });

  it.each(["Hang up when bored.", "Be polite.", "Hang up when the mood turns."])(
    "that name nothing are listed: %s",
    (hangup_instructions) => {
      expect(unused({ hangup_instructions })).toEqual(["hangup_instructions"]);
    },
  );
});

describe("allow_end_call_tool", () => {
  const GOODBYES = ["Hello.", "You're booked for Tuesday.", "Goodbye.", "Goodbye then."];
  const PATIENT = { ...ANA, allow_end_call_tool: false };

  it("ends the conversation by default, as with true", () => {
    for (const allow_end_call_tool of [true, null, undefined])
      expect(play({ ...ANA, allow_end_call_tool }, GOODBYES).state.ended?.end_reason).toBe("goal_reached");
  });

  it.each([
    ["false", { allow_end_call_tool: false }],
    ["instructions never to hang up", { hangup_instructions: "Never hang up." }],
    ["instructions to wait", { hangup_instructions: "Wait for the agent to hang up." }],
  ])("with %s it says goodbye once and stays", (_, fields) => {
    const { said, state } = play({ ...ANA, ...fields }, GOODBYES);
    expect(said.slice(-2)).toEqual(["Thank you, bye!", null]);
    expect(state).toMatchObject({ ended: null, parted: true, confirmed: true });
  });

  it("answers questions after its goodbye", () => {
    const { said } = play(PATIENT, [...GOODBYES, "What is your full name?"]);
    expect(said.at(-1)).toContain("Ana Diaz");
  });

  it("gives the agent silence_timeout to hang up, without asking whether it is there", () => {
    const { caller, state } = play(PATIENT, GOODBYES);
    const { action } = onSilence({ caller, state, at_ms: 60_000, rng: turnRng("seed", "1", state.turn) });
    expect(action.end).toEqual({ end_reason: "silence_timeout", completed: true });
  });

  it("hangs up by a phrase of the record all the same", () => {
    const { state } = play({ ...PATIENT, hangup_phrases: ["wrong number"] }, ["Sorry, wrong number."]);
    expect(state.ended?.end_reason).toBe("hangup_phrase");
  });
});

describe("the silence tool", () => {
  const HOLD = ["Which day?", "One moment please."];

  it("is off by default: the caller says that it waits", () => {
    expect(play(ANA, HOLD).said.at(-1)).toBe("Sure, I'll wait.");
  });

  it("keeps it silent while it is on hold; it speaks when the agent returns", () => {
    const { said, actions } = play({ ...ANA, allow_silence_tool: true }, [
      ...HOLD,
      "What is your full name?",
    ]);
    expect(said.at(-2)).toBeNull();
    expect(actions.at(-2)).toEqual({ rule: "silence", wake_after_ms: 30_000 });
    expect(said.at(-1)).toContain("Ana Diaz");
  });

  it("keeps it silent as long, and whenever, its instructions say", () => {
    const fields = {
      allow_silence_tool: true,
      silence_tool_instructions: "Stay silent for 5 seconds when the agent asks for your name.",
    };
    const { actions, state, caller } = play({ ...ANA, ...fields }, ["Which day?", "What is your full name?"]);
    expect(actions.at(-1)).toEqual({ rule: "answer", wake_after_ms: 5000 });
    const { action } = onSilence({ caller, state, at_ms: 15_000, rng: turnRng("seed", "1", state.turn) });
    expect(action.say).toContain("Ana Diaz");
    expect(unused(fields)).toEqual([]);
    // Only then; on hold it says that it waits.
    expect(play({ ...ANA, ...fields }, HOLD).said.at(-1)).toBe("Sure, I'll wait.");
  });

  it("with unreadable instructions, the built-in rule applies, and they are listed", () => {
    const fields = { allow_silence_tool: true, silence_tool_instructions: "Brood over the meaning of it." };
    expect(unused(fields)).toEqual(["silence_tool_instructions"]);
    expect(play({ ...ANA, ...fields }, HOLD).said.at(-1)).toBeNull();
  });

  it("that is not allowed makes its instructions ineffective", () => {
    expect(unused({ silence_tool_instructions: "Stay silent when the agent asks for your name." })).toEqual([
      "silence_tool_instructions",
    ]);
  });
});

describe("allow_dtmf_tool", () => {
  const pressing = (message: string, fields: DigitalHuman = {}, on_line = true) =>
    play({ ...ANA, ...fields }, ["Welcome to the clinic.", message], { on_line }).actions.at(-1);

  it.each([
    ["For opening hours, press 1. For a check-up, press 2.", "2"],
    ["Press one for billing, press two to book a check-up.", "2"],
    ["Press 1 for sales, press 0 for all other questions.", "0"],
    ["For vaccinations, press 3. To speak to an operator, press star.", "*"],
  ])("presses the key of a menu: %s", (message, key) => {
    expect(pressing(message)).toMatchObject({ rule: "keypad", say: key, keys: true });
    expect(pressing(message, { allow_dtmf_tool: false })).not.toHaveProperty("keys");
    expect(pressing(message, {}, false)).not.toHaveProperty("keys");
  });

  it("enters the digits that it knows", () => {
    const message = "Please enter your phone number, followed by the pound key.";
    const fields = { phone_number: "+1 415 555 0100" };
    expect(pressing(message, fields)).toMatchObject({ rule: "keypad", say: "14155550100#", keys: true });
  });

  it("presses nothing if no choice fits and none leads to a person", () => {
    expect(pressing("Press 1 for billing.")).not.toHaveProperty("keys");
  });

  it("if false, says the keys of a scripted response", () => {
    const scripted_responses = [{ match_type: "any", response_type: "dtmf", response_value: "4#" }];
    const said = (allow_dtmf_tool: boolean) =>
      play({ ...ANA, scripted_responses, allow_dtmf_tool }, ["Hm."], { on_line: true }).actions.at(-1);
    expect(said(true)).toMatchObject({ say: "4#", keys: true });
    expect(said(false)).toMatchObject({ say: "4#" });
    expect(said(false)).not.toHaveProperty("keys");
  });
});

describe("enriched_playback", () => {
  const PLAYBACK = [
    { turn: 1, role: "AGENT", node: "greet", description: "Greets and asks what is wanted." },
    { turn: 2, role: "USER", utterance: "I want to cancel my table." },
    { turn: 3, role: "AGENT", node: "number", utterance: "What is the booking number?" },
    { turn: 4, role: "USER", utterance: "It is K4711." },
    { turn: 5, role: "AGENT", node: "cancel", description: "Cancels." },
  ];

  it("is followed like a recording", () => {
    const { said, state } = play(
      { enriched_playback: PLAYBACK, speaks_first_config: { speaks_first: false }, creativity: 0 },
      ["Hello, Bolt here.", "And the booking number?", "It is cancelled."],
    );
    expect(said).toEqual([null, "I want to cancel my table.", "It is K4711.", "Thank you, bye!"]);
    expect(state.ended?.end_reason).toBe("script_finished");
    expect(unused({ enriched_playback: PLAYBACK })).toEqual([]);
  });

  it("may have the keys that transcripts have", () => {
    const enriched_playback = [
      { speaker: "agent", text: "Hi" },
      { speaker: "caller", text: "I want to cancel my table." },
    ];
    expect(play({ enriched_playback }, []).said).toEqual(["I want to cancel my table."]);
  });

  it("keeps what a scripted response says", () => {
    const scripted_responses = [
      { match_type: "any", occurrence_mode: "nth", occurrence_n: 1, response_value: "It is K4711." },
    ];
    const { caller } = play({ enriched_playback: PLAYBACK, scripted_responses }, []);
    expect(caller.replay.lines.map(({ say }) => say)).toEqual(["I want to cancel my table."]);
  });

  it("with no words to say is listed, and so is one next to a formatted_transcript", () => {
    expect(unused({ enriched_playback: [{ any: "thing" }] })).toEqual(["enriched_playback"]);
    const formatted_transcript = [{ role: "USER", utterance: "Hello." }];
    expect(unused({ enriched_playback: PLAYBACK, formatted_transcript })).toEqual(["enriched_playback"]);
  });
});

it("reads numbers, words and sentences", () => {
  const read = (hangup_instructions: string) => readInstructions({ hangup_instructions }).list;
  expect(read("Hang up after 3 questions.")).toEqual([
    { does: "hang_up", situation: "asks", times: 3, after_ms: 0 },
  ]);
  expect(read("Hang up after about two minutes.")).toEqual([
    { does: "hang_up", times: 1, after_ms: 120_000 },
  ]);
  expect(read("Hang up when it refuses. Hang up when it transfers you.")).toHaveLength(2);
});
