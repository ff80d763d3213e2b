import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { againstResults } from "./against-results.ts";

const told = (call: Omit<MadeCall, "arrival">, said: string, more: { prompt?: string; wish?: string } = {}) =>
  againstResults(
    [{ ...call, arrival: 1.5 }],
    {
      prompt: more.prompt ?? "",
      knowledge_base: "",
      transcript: [
        { role: "AGENT", utterance: "Hello. How can I help?" },
        { role: "USER", utterance: more.wish ?? "I'd like to know when it is." },
        { role: "AGENT", utterance: said },
      ],
    },
    languageOf("en"),
  );

const LESSON = {
  name: "get_lesson",
  parameters: { lesson_number: "L-3318" },
  output: { date: "2026-03-05", start_time: "17:30", room: "B2" },
};

describe("what an agent says about what it has looked up", () => {
  it("is held to the only day and the only hour", () => {
    expect(
      told(LESSON, "Your lesson takes place on Friday, 6 March at 17:30. May I help with anything else?"),
    ).toBe(
      'the agent said "Your lesson takes place on Friday, 6 March at 17:30.", and get_lesson had returned 2026-03-05',
    );
    expect(told(LESSON, "It is at 6 pm.")).toBe(
      'the agent said "It is at 6 pm.", and get_lesson had returned 17:30',
    );
  });

  it.each([
    "It takes place on Thursday, 5 March at 17:30. May I help with anything else?",
    "It's on Thursday at half past five.",
    "It's at 5:30 pm. Please be there at 5:20 pm.",
    "Please arrive by 17:15.",
    "We open at 9:00.",
    "You can move it to Friday 6 March.",
    "It isn't on Friday 6 March.",
    "Is it about the lesson on Friday 6 March?",
    "The office is there on Friday, 6 March.",
  ])("proves nothing: %s", (said) => {
    expect(told(LESSON, said)).toBeUndefined();
  });

  it("proves nothing where somebody has said the other day or hour, or there are several", () => {
    expect(told(LESSON, "It is at 6 pm.", { prompt: "Late lessons begin at 18:00." })).toBeUndefined();
    expect(told(LESSON, "It is at 6 pm.", { wish: "Is it at 6 pm?" })).toBeUndefined();
    const two = { ...LESSON, output: [LESSON.output, { date: "2026-03-06", start_time: "18:30" }] };
    expect(told(two, "It takes place on Saturday, 7 March at 19:00.")).toBeUndefined();
    const bought = { ...LESSON, output: { ...LESSON.output, paid_on: "2026-02-20" } };
    expect(told(bought, "It takes place on Saturday, 7 March.")).toBeUndefined();
  });

  it("proves nothing where the day is that of an order, or the value is an amount", () => {
    const order = {
      name: "get_order",
      parameters: { order_id: "B-118" },
      output: { date: "2026-02-20", disk: "120 GB" },
    };
    expect(told(order, "You'll have it on Friday, 6 March.")).toBeUndefined();
    expect(told(order, "The other one has 150 GB.")).toBeUndefined();
  });

  it("is held to a code of the same form, and to a place in a queue", () => {
    const wheels = {
      name: "get_stored_wheels",
      parameters: { plate: "BRK77" },
      output: { tyre: "225/45 R17", rack: "A03" },
    };
    expect(told(wheels, "BRK77: summer set, 215/60 R16.")).toBe(
      'the agent said "215/60 R16", and get_stored_wheels had returned "225/45 R17"',
    );
    expect(told(wheels, "BRK77: summer set, 225 / 45 R17.")).toBeUndefined();
    expect(told(wheels, "We also fit 215/60 R16.", { prompt: "On offer: 215/60 R16." })).toBeUndefined();
    const list = { name: "check_waiting_list", parameters: { reference: "WL-104" }, output: { position: 7 } };
    expect(told(list, "You are number 5 on the list.")).toContain("had returned 7");
    expect(told(list, "You are 7th on the list.")).toBeUndefined();
    expect(told(list, "You are on the list, and the office is at number 5.")).toBeUndefined();
    expect(told(list, "There are 5 or 6 people on the list.")).toBeUndefined();
  });
});

describe("more than there is", () => {
  const found = {
    name: "check_bikes",
    parameters: { bike_type: "cargo", date: "2026-03-12" },
    output: { available: 2, price: 38 },
    arrival: 1.5,
  };
  const reserve = (quantity: number, bike_type = "cargo"): MadeCall => ({
    name: "reserve_bikes",
    parameters: { bike_type, date: "2026-03-12", quantity, days: 2 },
    output: { ok: true },
    arrival: 3.5,
  });
  const held = (call: MadeCall) =>
    againstResults([found, call], { prompt: "", knowledge_base: "", transcript: [] }, languageOf("en"));

  it("is held against the agent, for the same thing only", () => {
    expect(held(reserve(3))).toBe(
      "reserve_bikes was called for 3, and check_bikes had returned that 2 are available",
    );
    expect(held(reserve(2))).toBeUndefined();
    expect(held(reserve(3, "city"))).toBeUndefined();
  });
});

describe("a status that the prompt orders to repeat as returned", () => {
  const prompt = "Repeat the status as returned; do not interpret it.";
  const claim = {
    name: "get_claim_status",
    parameters: { claim_number: "CL-70412" },
    output: { claim_number: "CL-70412", type: "glass", status: "on hold; photos of the damage are missing" },
  };
  const closed =
    "Claim CL-70412, glass: closed; the payment has been released. Can I help you with anything else?";

  it("is held against an agent that says nothing of it, and something else", () => {
    expect(told(claim, closed, { prompt })).toBe(
      'the agent said "Claim CL-70412, glass: closed; the payment has been released.", get_claim_status had returned the status ' +
        '"on hold; photos of the damage are missing", and the prompt says "Repeat the status as returned; do not interpret it."',
    );
  });

  it.each([
    "Claim CL-70412 is on hold; photos are missing. Can I help you with anything else?",
    "Claim CL-70412: we wait for a photo. Can I help you with anything else?",
    "I have found CL-70412. May I have your date of birth?",
    "Claim CL-70412 is not yours, it seems. Can I help you with anything else?",
    "Is CL-70412 the right one?",
    "Thank you.",
  ])("proves nothing: %s", (said) => {
    expect(told(claim, said, { prompt })).toBeUndefined();
  });

  it("proves nothing without the order, or for a word that may be paraphrased", () => {
    expect(told(claim, closed, { prompt: "Tell the status in simple words." })).toBeUndefined();
    expect(told({ ...claim, output: { status: "on_hold" } }, closed, { prompt })).toBeUndefined();
  });
});

describe("what is being worked on", () => {
  const order = (status: string) => ({ name: "order_status", output: { status, ready_on: "2026-03-05" } });

  it("is not ready", () => {
    expect(told(order("in cleaning"), "Ticket W4836, 1 dress: it is ready, and 38 euros are due.")).toContain(
      'order_status had returned the status "in cleaning"',
    );
    expect(told(order("in_preparation"), "Your order is ready.")).toContain('"in_preparation"');
  });

  it.each([
    ["in cleaning", "It is still in cleaning; it is ready on Thursday."],
    ["in cleaning", "It is ready on Thursday."],
    ["in cleaning", "It isn't ready yet."],
    ["in cleaning", "We let you know when it is ready."],
    ["in cleaning", "Our delivery desk is ready to help."],
    ["in stock", "It is ready."],
    ["ready", "It is ready."],
    ["in cleaning", "Is it ready?"],
  ])("may be ready: %s, %s", (status, said) => {
    expect(told(order(status), said)).toBeUndefined();
  });
});
