import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { againstResults } from "./against-results.ts";

const BOOKED: MadeCall = {
  name: "book_visit",
  parameters: { date: "2026-06-12", time: "15:30", name: "Ana Diaz" },
  output: { ok: true, reference: "BK-4417", total: 45 },
  arrival: 2.5,
};

/** What is proved by the agent's words after a call. */
const heard = (said: string, call: MadeCall = BOOKED, prompt = "A visit is £45. Delivery is £8.") =>
  againstResults(
    [call],
    {
      prompt,
      knowledge_base: "",
      transcript: [
        { role: "USER", utterance: "I'd like a visit for Ana Diaz." },
        { role: "AGENT", utterance: "Shall I book it?" },
        { role: "USER", utterance: "Yes, please." },
        { role: "AGENT", utterance: said },
      ],
    },
    languageOf("en"),
  );

describe("againstResults", () => {
  it.each([
    ["You're booked. Your reference is BK-4471.", '"BK-4471", and book_visit had returned "BK-4417"'],
    ["It's entered as BK-4471.", '"BK-4471", and book_visit had returned "BK-4417"'],
    ["Your booking reference is GN5J2.", '"GN5J2", and book_visit had returned "BK-4417"'],
    ["Booked. Visit at 4:30 pm, Ana Diaz.", "was called for 15:30"],
    ["You're booked. The total is £54.", '£54.", and book_visit had returned a total of 45'],
    ["You're booked in for 4:30 pm.", "was called for 15:30"],
    ["You're booked for Saturday the 13th of June.", "was called for 2026-06-12"],
  ])("shows what the agent said beside what its tool has: %s", (said, found) => {
    expect(heard(said)).toContain(found);
  });

  it("takes a date of birth for no day on which anything happens", () => {
    const enrolled: MadeCall = {
      name: "book_course",
      parameters: { course_id: "C51", participant: { name: "Ana Diaz", date_of_birth: "1959-05-23" } },
      output: { ok: true },
      arrival: 2.5,
    };
    expect(heard("You're booked. See you on Thursday 14 January!", enrolled)).toBeUndefined();
  });

  it.each([
    [
      "Booking C7719, see you on Friday.",
      { booking: "C7710" },
      '"C7719", and book_visit had returned "C7710"',
    ],
    ["Filed under CL-55129.", { claim: "CL-55120" }, '"CL-55129", and book_visit had returned "CL-55120"'],
    ["Booking C7710, see you in room B12.", { booking: "C7710" }, undefined],
    ["Booked, see you in studio C7719.", { booking: "C7710" }, undefined],
  ])("knows a code by what it is the code of: %s", (said, output, found) => {
    const shown = heard(said, { ...BOOKED, output });
    if (found === undefined) expect(shown).toBeUndefined();
    else expect(shown).toContain(found);
  });

  it.each([
    "You're booked. Your reference is BK-4417.",
    "Your reference is bk 4417, and the number of our clinic is CL-1000.",
    "Your reference ends in 4417.",
    "It's entered as BK-4417.",
    "Your booking reference is easy to find: BK-4417.",
    "Booked. Visit at 3:30 pm, Ana Diaz.",
    "Booked. Please be here at 3:15 pm.",
    "Booked. You get a text at 9:00 on the 11th of June.",
    "The total is £45.",
    "The total is £53 with delivery.",
    "The total for both is £90 with the second visit.",
    "You're booked in for half past three on Friday.",
    "You're booked in for 3:30. Please arrive at 3:15 pm.",
    "You're booked for Friday the 12th of June at 15:30.",
    "You're booked for Friday. You can cancel until Wednesday at noon.",
    "Your visit is booked; we text you at 9:00 on the 11th of June.",
  ])("has nothing against an agent that says it in its own words: %s", (said) => {
    expect(heard(said)).toBeUndefined();
  });

  it("knows that a move is registered for its day", () => {
    const move = {
      ...BOOKED,
      name: "register_move",
      parameters: { move_out_date: "2026-03-31" },
      output: { ok: true },
    };
    expect(heard("Your move on 7 April has been registered.", move)).toContain("was called for 2026-03-31");
    expect(heard("Your move on 31 March has been registered.", move)).toBeUndefined();
    expect(heard("Your readings of 2 March are registered.", move)).toBeUndefined();
  });

  it("reads an hour of its own", () => {
    const at = { ...BOOKED, parameters: { date: "2026-03-03", start_hour: 16, hours: 1 } };
    expect(
      heard("Booked! Your code is BK-4417: a court on Tuesday 3 March at 5 pm for 1 hour.", at),
    ).toContain("was called for 16:00");
    expect(
      heard("Booked! Your code is BK-4417: a court on Tuesday 3 March at 4 pm for 1 hour.", at),
    ).toBeUndefined();
    expect(heard("Booked! You can come from 3 pm; your court is yours for 1 hour.", at)).toBeUndefined();
  });

  it("knows what its prompt and its caller have said, however they write it", () => {
    const total = (amount: number): MadeCall => ({ ...BOOKED, output: { ok: true, total: amount } });
    expect(heard("The total is £1,200.", total(45))).toContain("a total of 45");
    expect(heard("The total is £1,200.", total(45), "A season is £1,200.")).toBeUndefined();
    expect(heard("The total is £1200.50.", total(45), "A season is £1,200.50.")).toBeUndefined();
  });

  const quoted = (output: unknown): MadeCall => ({ name: "get_quote", output, arrival: 2.5 });
  it("holds a price to the only one that the look-up returned", () => {
    expect(heard("That would be £39.", quoted({ price: 32.5 }))).toContain("get_quote had returned 32.5");
    expect(heard("That would be £39.", quoted({ price: 3250 }))).toContain("get_quote had returned 3250");
    for (const said of [
      "That would be £32.50.",
      "That would be £65.",
      "That would be £40.50.",
      "Standard is £45.",
    ])
      expect(heard(said, quoted({ price: 32.5 }))).toBeUndefined();
    expect(heard("That would be £39.", quoted({ price: 32.5, fee: 3 }))).toBeUndefined();
    expect(heard("That's £39 with the discount.", quoted({ price: 32.5 }))).toBeUndefined();
  });

  it("knows that who says that the tax is in adds none, if the tool says so, too", () => {
    const gross = (vat_included: boolean) => quoted({ price: 310, vat_included });
    expect(heard("A full service is £290, VAT in.", gross(true))).toContain("get_quote had returned 310");
    expect(heard("A full service is £310, VAT in.", gross(true))).toBeUndefined();
    expect(heard("A full service is £372, VAT included.", gross(false))).toBeUndefined();
    expect(heard("A full service is £372 with the VAT.", gross(true))).toBeUndefined();
  });

  it("holds what things come to against the total", () => {
    const total = quoted({ unit_price: 18, total: 36 });
    expect(heard("2 suits come to 31 euros. Delivery costs 5 euros.", total)).toContain("a total of 36");
    expect(heard("2 suits come to 36 euros. Delivery costs 5 euros.", total)).toBeUndefined();
    expect(heard("2 suits come to 41 euros with delivery.", total)).toBeUndefined();
  });

  it("reads the day and the hour behind a short report", () => {
    const order: MadeCall = {
      ...BOOKED,
      name: "place_order",
      parameters: { date: "2026-03-04", time: "12:00" },
      output: { order_number: "CC-1062" },
    };
    expect(heard("Ordered! Number CC-1062, Wednesday 4 March at 11:30.", order)).toContain(
      "was called for 12:00",
    );
    expect(heard("Booked. Wednesday 4 March at 11:30, CC-1062.", order)).toContain("was called for 12:00");
    expect(heard("Ordered! Number CC-1062, Wednesday 4 March at noon.", order)).toBeUndefined();
    expect(heard("Ordered! We open at 11:30.", order)).toBeUndefined();
    expect(heard("Ordered! The driver comes at 11:30.", order)).toBeUndefined();
  });

  it("does not know what a call had that failed, or whose place is unknown", () => {
    const said = "Your reference is BK-4471.";
    expect(heard(said, { ...BOOKED, arrival: null })).toBeUndefined();
    expect(heard(said, { ...BOOKED, output: { error: "full", reference: "BK-4417" } })).toBeUndefined();
  });
});

describe("a total that the caller has agreed to", () => {
  const cake: MadeCall = { name: "place_order", output: { ok: true, total_eur: 32 }, arrival: 1.5 };
  const agreed = (offer: string, yes = "Yes, go ahead.", call = cake) =>
    againstResults(
      [call],
      {
        prompt: "A cake is 32 euros. Delivery is 6 euros.",
        knowledge_base: "",
        transcript: [
          { role: "AGENT", utterance: offer },
          { role: "USER", utterance: yes },
          { role: "AGENT", utterance: "It's in the book." },
        ],
      },
      languageOf("en"),
    );

  it("is held to what the deed returned", () => {
    expect(agreed("One cake, for Ben Carter. That makes 35 euros. Shall I place it?")).toBe(
      'the agent said "That makes 35 euros.", and place_order then returned a total of 32',
    );
    expect(agreed("One cake, 35 euros in all. Shall I?", "Um… Yes. Thank you.")).toContain("a total of 32");
  });

  it.each([
    ["One cake. That makes 32 euros. Shall I place it?", "Yes."],
    ["One cake, at 35 euros. Shall I place it?", "Yes."],
    ["That makes 38 euros with delivery. Shall I place it?", "Yes."],
    ["That makes 35 euros. Shall I place it?", "Yes, but only 1."],
    ["That makes 35 euros. Shall I place it?", "The small one, please."],
  ])("proves nothing otherwise: %s %s", (offer, yes) => {
    expect(agreed(offer, yes)).toBeUndefined();
  });

  it("is exceeded by an amount that nothing comes on top of", () => {
    expect(agreed("Two cakes for Ben Carter, 64 euros. Shall I place it?")).toBe(
      'the agent said "Two cakes for Ben Carter, 64 euros.", and place_order then returned a total of 32',
    );
    for (const offer of [
      "One cake with a tip of your choice, 64 euros. Shall I place it?",
      "Two cakes, 35 euros each. Shall I place it?",
      "One cake for now, 20 euros. Shall I place it?",
    ])
      expect(agreed(offer)).toBeUndefined();
    const deposit = { ...cake, output: { total_eur: 32, deposit_eur: 10 } };
    expect(agreed("One cake, 42 euros. Shall I place it?", "Yes.", deposit)).toBeUndefined();
  });

  it("proves nothing of what is only looked up, or has two totals", () => {
    const offer = "That makes 35 euros. Shall I place it?";
    expect(agreed(offer, "Yes.", { ...cake, name: "get_quote" })).toBeUndefined();
    expect(agreed(offer, "Yes.", { ...cake, output: { total: 32, grand_total: 30 } })).toBeUndefined();
  });
});
