import { describe, expect, it } from "vitest";
import type { DigitalHuman } from "./digital-human.ts";
import { fidelity } from "./fidelity.ts";
import { play } from "./testing/play.ts";

const RETURN: DigitalHuman = {
  intent:
    "I want to return a blender from order A-4471. It stopped working after two days. I'd like a refund.",
  role_description:
    "You are Anna Schmidt, 34. You live at 12 Hill Road, Leeds. Your email is anna@example.com. The blender came on 5 May.",
  creativity: 0,
};

const RETURN_DESK = [
  "Hello! Could you give me your name and order number, please?",
  "Thank you, Anna. One moment while I check.",
  "I found it: one blender, delivered on 3 May, correct?",
  "I see. What is the reason for the return?",
  "Understood. Would you like a refund or a replacement?",
  "Would you like me to issue the refund to your card now?",
  "Your refund has been issued. Is there anything else I can help you with?",
  "You're welcome, have a great day!",
];

describe("a conversation about a return", () => {
  it("answers questions, corrects errors, and closes when the agent does", () => {
    const { said, state, transcript, caller } = play(RETURN, RETURN_DESK);
    expect(said).toEqual([
      "Hello. I want to return a blender from order A-4471.",
      "Anna Schmidt, A-4471.",
      "Sure, I'll wait.",
      "No, it's 5 May.",
      "It stopped working after two days.",
      "I'd like a refund.",
      "Yes, please.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(state.ended).toEqual({ end_reason: "goal_reached", completed: true });
    expect(fidelity(RETURN, caller, transcript, state).verdict).toBe("valid");
  });

  it("sounds like an impatient person who says much", () => {
    const hasty: DigitalHuman = {
      ...RETURN,
      verbosity: "high",
      traits: [{ trait_name: "Impatient", trait_data_type: "BOOLEAN", value: true }],
    };
    expect(play(hasty, RETURN_DESK.slice(0, 2)).said).toEqual([
      "Hello. I want to return a blender from order A-4471. I hope you can help me with this. Time is short.",
      "Anna Schmidt, A-4471. Just tell me if you need anything else from me.",
      "Sure, I'll wait. Can we speed this up, please?",
    ]);
  });

  it("sounds like a learner who says little", () => {
    expect(play({ ...RETURN, verbosity: "low", fluency: "beginner" }, RETURN_DESK).said).toEqual([
      "Um… I want to return a blender from order A-4471. Sorry, my English is not so good.",
      "Anna Schmidt, A-4471.",
      "Um… Sure, I'll wait.",
      "No, it's 5 May.",
      "Um… It stopped working after two days.",
      "I'd like a refund.",
      "Yes, please.",
      "Great, thank you.",
      "Thank you, bye!",
    ]);
  });
});

describe("a conversation about an appointment", () => {
  it("insists on its date and time and says nothing that is not in its record", () => {
    const patient: DigitalHuman = {
      intent:
        "The customer wants to reschedule their dentist appointment from 3 May to 12 May at 10:30 am. If asked, say the old time no longer works.",
      traits: [
        { trait_name: "insurance_number", trait_data_type: "STRING", value: "X99-1" },
        { trait_name: "favourite_color", trait_data_type: "STRING", value: "red" },
      ],
      creativity: 0,
    };
    const { said, state, transcript, caller } = play(patient, [
      "Good morning, Smile Dental, how can I help you?",
      "Sure. May I have your full name?",
      "What's your favourite color?",
      "What day would you like?",
      "We have the 13th of May at 10:30 or the 12th of May at 3 pm, which works best for you?",
      "So the 12th of May at 3 pm, is that right?",
      "Ok, 12 May at 10:30 am. Shall I go ahead and book that?",
      "Done! Your appointment has been rescheduled.",
      "Great. Bye!",
    ]);
    expect(said).toEqual([
      "Hello. I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "As I wrote: I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "I'd rather not say.",
      "It's red.",
      "I'd like to reschedule my dentist appointment from 3 May to 12 May at 10:30 am.",
      "It's 12 May.",
      "No, it's 10:30 am.",
      "Yes, please.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(fidelity(patient, caller, transcript, state)).toEqual({
      verdict: "valid",
      infidelities: [],
      asked_but_unknown: ["name"],
      unanswered: null,
    });
  });
});

describe("a conversation about a question", () => {
  it("takes an answer for an answer, and a promise of help for none", () => {
    const { said, state } = play({ intent: "Find out whether the shop is open on Sunday.", creativity: 0 }, [
      "Sure, I can help with that.",
      "We are open on Sundays from 10 am to 4 pm.",
      "Happy to help!",
    ]);
    expect(said).toEqual([
      "Hello. I'd like to find out whether the shop is open on Sunday.",
      "Okay.",
      "Okay, that answers my question. Thank you.",
      "Thank you, bye!",
    ]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });
});

describe("a conversation with an agent that writes long messages", () => {
  const FLIGHT: DigitalHuman = {
    intent:
      "You want to change your flight HAT136 on May 20 to May 24 because your meeting moved. You'd like the cheapest option.",
    role_description:
      "Your name is Sofia Kim. Your user id is sofia_kim_7287. Your reservation number is OBUT9V.",
    creativity: 0,
  };

  it("reads lists and answers the question in the last sentence", () => {
    const { said, state } = play(FLIGHT, [
      "Hello! I'd be happy to help. Could you please provide me with:\n1. Your user ID\n2. Your reservation number",
      "I found your reservation **OBUT9V**:\n- Flight: HAT136\n- Date: May 20\n\nIs this the flight you'd like to change?",
      "Available on May 24:\n1. HAT201 at 9:00 am, $80\n2. HAT305 at 2:30 pm, $45\n\nWhich option would you prefer?",
      "How would you like to pay: credit card or gift card?",
      "The difference is $45. Do you want to proceed? (yes/no)",
      "Your flight has been successfully changed. Is there anything else I can assist you with today?",
      "Safe travels, Sofia! Goodbye!",
    ]);
    expect(said).toEqual([
      "Hello. I'd like to change my flight HAT136 on May 20 to May 24 because my meeting moved.",
      "sofia_kim_7287, OBUT9V.",
      "Yes, that's right.",
      "I'd like the cheapest option.",
      "Credit card, please.",
      "Yes, please.",
      "Great, thank you. That's what I needed.",
      "Thank you, bye!",
    ]);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });
});
