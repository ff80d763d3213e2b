/**
 * What agents and callers say, and whether it does something or only mentions it. Written without looking at
 * the patterns.
 */
import { describe, expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { assertions } from "./english.ts";
import { judgeConversation } from "./judge.ts";
import { saysYes } from "./stated.ts";

type Line = readonly [speaker: "agent" | "user", utterance: string];

/** The finding of the policy, or else of the check, for a conversation. */
function judged(policy: string, lines: readonly Line[], tool?: string): string | undefined {
  const transcript = lines.map(([speaker, utterance], index) => ({
    speaker,
    utterance,
    start_offset_ms: index * 1000,
  }));
  const tool_calls = tool
    ? [{ name: tool, parameters: {}, start_offset_ms: lines.length * 1000 - 1500 }]
    : [];
  const agent = {
    prompt: `You are the assistant of a firm.\n\n${policy}`,
    knowledge_base: "",
    goals: [],
    off: [],
  };
  const found = judgeConversation(agent, { transcript, tool_calls } as unknown as ConversationInput);
  return found?.find(({ source, kind }) => source === policy || kind === "empty_promise")?.finding.status;
}

const HANDED = {
  yes: [
    "I'll connect you with a colleague.",
    "One moment, I'm transferring you.",
    "Let me put you through to our fraud team.",
    "I'm putting you through to Ines now.",
    "I have transferred your call to the billing department.",
    "I'm going to hand you over to a person who can help.",
    "Please hold while I connect you to an agent.",
    "I'm passing this on to our specialist, who will call you back.",
    "I've escalated this to my supervisor.",
    "I can't help with that myself, so I'll transfer you to a colleague.",
    "I'm not able to do that, but I'm connecting you with someone who can.",
    "Don't worry, I'm transferring you to a human right now.",
    "If that's everything, I'll put you through to the nurse now.",
    "You'll be speaking with a specialist in a moment; I'm handing you over.",
    "A colleague is taking over from here.",
    "OK, I will transfer you. Is there anything else before I do?",
    "Since I cannot see that account, let me get a colleague on the line.",
    "I won't ask you anything more, I'm transferring you.",
  ],
  no: [
    "I can't transfer you to an agent.",
    "I cannot put you through to anyone.",
    "I'm unable to transfer you to a person.",
    "I'm not able to connect you with a colleague.",
    "We don't transfer calls to the doctors.",
    "I could transfer you if you gave me your account number.",
    "Would you like me to transfer you?",
    "Shall I put you through to a colleague?",
    "Do you want to be connected with a specialist?",
    "If you like, I can transfer you to an agent.",
    "I won't be transferring you today.",
    "There is nobody I could connect you with.",
    "Unfortunately, no colleague is available to take over.",
    "I'm not going to hand you over to anyone.",
    "I was not able to transfer your call.",
    "Before I transfer you, I need your date of birth.",
    "You can't be transferred without a case number.",
    "It isn't possible to put you through right now.",
    "Transferring you is not something I can do.",
    "Should you need a person, our office opens at nine.",
    "I can offer to connect you with a colleague tomorrow.",
    "Once you have confirmed, I would transfer you.",
    "Are you saying you want to speak to a human?",
    "I never transfer anybody to the management.",
    "No transfer is possible at the weekend.",
    "Can I put you through to someone?",
  ],
};

const AGREED = {
  yes: [
    "Yes, please.",
    "Yeah, go ahead.",
    "Sure, that works.",
    "Sounds good to me.",
    "That's correct.",
    "Okay, book it.",
    "Please do.",
    "No problem, go ahead.",
    "Why not, go ahead.",
    "Right, do it.",
    "Perfect, thank you.",
    "Yes, I don't mind.",
  ],
  no: [
    "No, thanks.",
    "That's not correct.",
    "I'm not sure.",
    "Don't go ahead yet.",
    "Is that right?",
    "Not okay with me.",
    "Before I say yes, what does it cost?",
    "I didn't say yes.",
    "Can I say yes later?",
    "If I say yes, can I cancel?",
    "Please don't.",
    "No, that's wrong.",
    "Are you sure?",
    "That doesn't work for me.",
    "I wouldn't say that's right.",
    "Yes or no, I haven't decided.",
    "I haven't agreed to anything.",
    "Hold on, not yet.",
  ],
};

const CLAIMED = {
  yes: [
    "I've booked it for Tuesday.",
    "Your appointment has been booked.",
    "I have just cancelled your subscription.",
    "I'll call you back tomorrow.",
    "You're booked in for Friday.",
  ],
  no: [
    "I haven't booked it yet.",
    "Have I booked it for Tuesday? Let me see.",
    "I couldn't cancel your subscription.",
    "Your appointment has not been booked.",
    "Would you like me to call you back?",
    "I would have booked it if there had been a slot.",
    "If I've booked the wrong day, tell me.",
    "Nothing has been booked.",
    "I can't say that I've booked it.",
    "I'll call you back if you leave a number.",
    "Once I've booked it, you get an email.",
    "No appointment has been cancelled.",
  ],
};

const MACHINE = {
  yes: [
    "I'm an automated assistant.",
    "You're speaking with a virtual assistant.",
    "This is the AI assistant of Acme.",
  ],
  no: [
    "I'm not a bot.",
    "I'm not an automated assistant, I'm Anna.",
    "Do you want to talk to our automated assistant?",
    "You aren't speaking with a machine.",
  ],
};

const RECORDED = {
  yes: ["This call is recorded.", "Please note that the line is being recorded."],
  no: ["This call isn't recorded.", "We don't record calls.", "The line is not being recorded."],
};

const REFUSED = {
  yes: [
    "I'm sorry, I can't do that.",
    "I'm afraid that isn't possible.",
    "We don't give that out.",
    "I won't share that.",
    "That's not something I can help with.",
    "I'm not allowed to tell you.",
  ],
  no: [
    "I can do that.",
    "I can't wait to help you!",
    "That's not a problem, I'll do it.",
    "Why wouldn't I? Here it is: 4471.",
    "Can't you find it? It's on page two.",
    "No problem, it's 4471.",
  ],
};

describe("an agent that hands over", () => {
  const policy = "If somebody mentions fraud, hand over to a person.";
  const status = (answer: string) =>
    judged(policy, [
      ["user", "There is fraud on my account."],
      ["agent", answer],
    ]);
  test.each(HANDED.yes)("does: %s", (sentence) => expect(status(sentence)).toBe("kept"));
  test.each(HANDED.no)("does not: %s", (sentence) => expect(status(sentence)).not.toBe("kept"));

  test("an offer is judged by its outcome", () => {
    const comesOf = (...lines: Line[]) =>
      judged(policy, [
        ["user", "There is fraud on my account."],
        ["agent", "Shall I put you through to a colleague?"],
        ...lines,
      ]);
    expect(comesOf()).toBe("idle");
    expect(comesOf(["user", "No, thanks."], ["agent", "All right."])).toBe("idle");
    expect(comesOf(["user", "Yes, please."], ["agent", "What is your balance?"])).toBe("broken");
    expect(comesOf(["user", "Yes, please."], ["agent", "I'm putting you through."])).toBe("kept");
  });
});

describe("a caller who is asked", () => {
  test.each(AGREED.yes)("agrees: %s", (sentence) => expect(saysYes(sentence)).toBe(true));
  test.each(AGREED.no)("does not: %s", (sentence) => expect(saysYes(sentence)).toBe(false));

  test("has to say yes before a tool is called", () => {
    const sent = (answer: string) =>
      judged(
        "Call send_parcel only after the caller has said yes.",
        [
          ["agent", "Shall I send it?"],
          ["user", answer],
          ["agent", "It's on its way."],
        ],
        "send_parcel",
      );
    expect(sent("Yes, please.")).toBe("kept");
    expect(sent("No, that's not right.")).toBe("broken");
  });
});

describe("an agent that says what it has done", () => {
  const status = (sentence: string) =>
    judged("Tools: book_slot, cancel_subscription, call_back.", [
      ["user", "Hello."],
      ["agent", sentence],
      ["user", "Thanks."],
    ]);
  test.each(CLAIMED.yes)("claims it: %s", (sentence) => expect(status(sentence)).toBe("broken"));
  test.each(CLAIMED.no)("does not: %s", (sentence) => expect(status(sentence)).not.toBe("broken"));
});

describe("an agent whose first words have to say something", () => {
  const machine = "Begin by telling callers that they are speaking with an automated assistant.";
  const recorded = "Begin by saying that the line is recorded.";
  const status = (policy: string, sentence: string) => judged(policy, [["agent", sentence]]);
  test.each(MACHINE.yes)("says so: %s", (sentence) => expect(status(machine, sentence)).toBe("kept"));
  test.each(MACHINE.no)("does not: %s", (sentence) => expect(status(machine, sentence)).toBe("broken"));
  test.each(RECORDED.yes)("says so: %s", (sentence) => expect(status(recorded, sentence)).toBe("kept"));
  test.each(RECORDED.no)("does not: %s", (sentence) => expect(status(recorded, sentence)).toBe("broken"));
});

describe("an agent that is asked for something", () => {
  test.each(REFUSED.yes)("states nothing: %s", (sentence) => expect(assertions(sentence)).toEqual([]));
  test.each(REFUSED.no)("states something: %s", (sentence) => expect(assertions(sentence)).not.toEqual([]));
});

describe("a caller who has to give a date of birth", () => {
  const status = (...lines: Line[]) =>
    judged(
      "Call cancel_visit only after the caller has given their date of birth.",
      [...lines, ["agent", "It's cancelled."]],
      "cancel_visit",
    );
  test.each<[string, Line[]]>([
    ["says it", [["user", "I was born on 3 May 1984."]]],
    ["says it in a question", [["user", "My date of birth is 3 May 1984, can you find me?"]]],
    [
      "is asked for it",
      [
        ["agent", "Can you give me your date of birth?"],
        ["user", "3 May 1984."],
      ],
    ],
    [
      "is asked by a denial",
      [
        ["agent", "Without your date of birth I can't continue, so please tell me."],
        ["user", "3 May."],
      ],
    ],
  ])("%s", (_, lines) => expect(status(...lines)).toBe("kept"));
  test.each<[string, Line[]]>([
    ["refuses", [["user", "I won't tell you my date of birth."]]],
    ["asks whether it has to", [["user", "Do you need my date of birth?"]]],
    [
      "hears that it isn't needed",
      [
        ["agent", "You don't have to tell me your date of birth."],
        ["user", "Good."],
      ],
    ],
  ])("%s, so it told nothing", (_, lines) => expect(status(...lines)).toBe("broken"));
});
