import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { againstResults } from "./against-results.ts";

/** What is proved if the agent says these things in turn, the caller says yes, and the tool is then called. */
const proved = (
  says: readonly (readonly [agent: string, caller: string])[],
  output: Record<string, unknown>,
  { prompt = "", last = "Done. Anything else?", tool = "cancel_visit" } = {},
) =>
  againstResults(
    [{ name: tool, parameters: { visit_id: "BW-7003" }, output, arrival: 1.5 + 2 * says.length }],
    {
      prompt,
      knowledge_base: "",
      transcript: [
        { role: "AGENT", utterance: "Hello." },
        { role: "USER", utterance: "It's about BW-7003." },
        ...says.flatMap(([agent, caller]) => [
          { role: "AGENT", utterance: agent },
          { role: "USER", utterance: caller },
        ]),
        { role: "AGENT", utterance: last },
      ],
    },
    languageOf("en"),
  );

describe("an amount that the caller has agreed to", () => {
  const price = { ok: true, price_eur: 28 };

  it("is held against the only one that the deed returns, even if the agent asked for the yes once more", () => {
    const found = '"18 euros.", and cancel_visit then returned 28';
    expect(proved([["Balancing, on Wednesday. 18 euros. OK?", "Yes, that's right."]], price)).toContain(
      found,
    );
    const twice = [
      ["Balancing, on Wednesday. 18 euros. OK?", "BW-7003."],
      ["Sorry, I missed that. Shall I go ahead?", "Yes, please."],
    ] as const;
    expect(proved(twice, price)).toContain(found);
  });

  it.each([
    ["28 euros. OK?", "Yes.", price],
    ["56 euros for both of you. OK?", "Yes.", price],
    ["14 euros each. OK?", "Yes.", price],
    ["18 euros. OK?", "No, on Friday.", price],
    ["18 euros. OK?", "Yes, and the other one for 20.", price],
    ["18 euros, or 28 euros with the wash. OK?", "Yes.", price],
    ["18 euros. OK?", "Yes.", { ok: true, price_eur: 28, fee_eur: 18 }],
  ])("proves nothing where it may be right: %s %s", (agent, caller, output) => {
    expect(proved([[agent, caller]], output)).toBeUndefined();
  });
});

describe("a total", () => {
  const sweep = (flues: number, said: string, prompt: string) =>
    againstResults(
      [{ name: "book_sweep", parameters: { flues }, output: { total_gbp: 130 }, arrival: 1.5 }],
      {
        prompt,
        knowledge_base: "",
        transcript: [
          { role: "AGENT", utterance: said },
          { role: "USER", utterance: "Yes, please." },
          { role: "AGENT", utterance: "Booked." },
        ],
      },
      languageOf("en"),
    );

  it("is not the price of one of several, even if the price list has it", () => {
    expect(sweep(2, "Two flues. £65 all in. All right?", "Wood burner £65")).toContain("a total of 130");
    expect(sweep(1, "Two flues. £65 all in. All right?", "Wood burner £65")).toBeUndefined();
    expect(sweep(2, "Two flues. £65 each, all in. All right?", "Wood burner £65")).toBeUndefined();
    expect(sweep(2, "£130 all in. All right?", "Wood burner £65")).toBeUndefined();
  });

  it("is not what the agent calls the total before and after the deed, even if something costs so much", () => {
    const order = (before: string, after: string) =>
      againstResults(
        [
          { name: "check_stock", parameters: {}, output: { price: 49 }, arrival: 0.5 },
          { name: "place_order", parameters: { size: "medium" }, output: { total: 55 }, arrival: 2.5 },
        ],
        {
          prompt: "Roses 49, delivery 6 pounds.",
          knowledge_base: "",
          transcript: [
            { role: "USER", utterance: "Roses, please." },
            { role: "AGENT", utterance: before },
            { role: "USER", utterance: "Yes, please." },
            { role: "AGENT", utterance: after },
          ],
        },
        languageOf("en"),
      );
    const agreed = "Medium roses. That comes to £49. Shall I place the order?";
    expect(order(agreed, "It is ordered; £49 in all.")).toContain("then returned a total of 55");
    expect(order(agreed, "It is ordered; £55 in all.")).toBeUndefined();
    expect(order(agreed, "It is ordered; £49 in all, plus delivery.")).toBeUndefined();
  });

  it("is held against the numbers of a prompt, and not against its days and hours", () => {
    const price = { ok: true, price_eur: 15 };
    const offer = [["That's 10 euros. All right?", "Yes."]] as const;
    expect(proved(offer, price, { prompt: "Open 10:00 to 18:00, from 2026-03-10." })).toContain(
      "returned 15",
    );
    expect(proved(offer, price, { prompt: "A short lesson is 10." })).toBeUndefined();
  });
});

describe("a fee", () => {
  it("is not free", () => {
    expect(proved([["Visit BW-7003. Cancelling is free. Cancel it?", "Yes."]], { ok: true, fee: 20 })).toBe(
      'the agent said "Cancelling is free.", and cancel_visit then returned a fee of 20',
    );
    for (const said of [
      "Cancelling is free until the day before. Cancel it?",
      "Tuesday is free. Cancel this one?",
      "If you cancel today, cancelling is free. Cancel it?",
      "There's no extra charge for your dog. Cancel it?",
    ])
      expect(proved([[said, "Yes."]], { ok: true, fee: 20 })).toBeUndefined();
    expect(proved([["Cancelling is free. Cancel it?", "Yes."]], { ok: true, fee: 0 })).toBeUndefined();
  });

  const prompt = "Cancelling late costs 20 euros. Say so before cancelling and get a yes.";
  const quiet = [["Visit BW-7003, on Tuesday. Cancel it?", "Yes."]] as const;

  it("that the prompt orders to tell is not hidden", () => {
    expect(proved(quiet, { ok: true, fee: 20 }, { prompt })).toBe(
      "cancel_visit returned a fee (20), which the agent never mentioned, " +
        'and the prompt says "Say so before cancelling and get a yes."',
    );
    const deposit = { prompt: "Sum everything up with price and deposit.", tool: "reserve_bikes" };
    expect(proved([["Two bikes, €76. Reserve?", "Yes."]], { price: 76, deposit: 300 }, deposit)).toContain(
      "a deposit (300), which the agent never mentioned",
    );
  });

  it("of a delivery, or what is paid back, does not count for the deed", () => {
    const free = [["There's no charge. Shall I do it?", "Yes."]] as const;
    expect(proved(free, { ok: true, delivery_fee: 3 })).toBeUndefined();
    expect(proved([["That's 5 euros. OK?", "Yes."]], { refund_amount: 40 })).toBeUndefined();
    expect(proved([["That's 5 euros. OK?", "Yes."]], { amount_paid: 41 })).toBeUndefined();
    const needs = { prompt: "We need a name and a deposit of 50 euros.", tool: "reserve_bikes" };
    expect(proved([["Two bikes. Reserve?", "Yes."]], { deposit: 50 }, needs)).toBeUndefined();
  });

  it("may be told in any words, and need not be told without an order", () => {
    expect(proved(quiet, { ok: true, fee: 20 })).toBeUndefined();
    expect(
      proved([["BW-7003, on Tuesday; 20 are billed. Cancel it?", "Yes."]], { ok: true, fee: 20 }, { prompt }),
    ).toBeUndefined();
    expect(proved(quiet, { ok: true, fee: 0 }, { prompt })).toBeUndefined();
    const other = { prompt: "Sum everything up with price and deposit.", tool: "reserve_bikes" };
    expect(
      proved(
        [["Two bikes, €76 and €300 that you get back. Reserve?", "Yes."]],
        { price: 76, deposit: 300 },
        other,
      ),
    ).toBeUndefined();
  });
});

describe("a number of minutes", () => {
  const report = (last: string) =>
    proved(
      [["Shall I send this to the caretaker?", "Yes."]],
      { ok: true, eta_minutes: 45 },
      { last, tool: "report_problem" },
    );

  it("is the one that the tool returned", () => {
    expect(report("The caretaker will be there within 15 minutes.")).toContain("had returned 45 minutes");
    expect(report("The caretaker will be there in 50 minutes.")).toContain("had returned 45 minutes");
    for (const said of [
      "The caretaker will be there in 45 minutes.",
      "The caretaker will be there within 60 minutes.",
      "The caretaker comes in about 50 minutes.",
      "Please wait 5 minutes before you call again.",
      "He'll be there within 2 hours.",
    ])
      expect(report(said)).toBeUndefined();
  });
});

describe("a fee that the prompt orders to tell before the deed", () => {
  const prompt =
    "Cancelling is free until Thursday; otherwise it costs 25 euros, and they must hear that before you cancel.";
  const fee = { ok: true, fee_eur: 25 };
  const cancelled = "BW-7003 is cancelled, the fee is 25 euros.";

  it("is held against an agent that tells it afterwards", () => {
    const order = { prompt, last: cancelled };
    expect(proved([["Cancel BW-7003, Wednesday at 16:00, yes?", "Yes, that's right."]], fee, order)).toBe(
      `cancel_visit returned a fee (25), which the agent had not mentioned before, and the prompt says ${JSON.stringify(prompt)}`,
    );
    const apart = "Cancelling a visit late costs €25. Tell people that *before* you do it.";
    expect(proved([["Cancel it?", "Yes."]], fee, { prompt: apart, last: cancelled })).toContain("fee (25)");
  });

  it("isn't told by a caller that asks what it costs, or by a day on which something is due", () => {
    const asks = "Cancel my visit BW-7003, which is due tomorrow. I want to know what that costs.";
    const says = [
      ["Which visit?", asks],
      ["Cancel BW-7003, Wednesday at 16:00, yes?", "Yes, please."],
    ] as const;
    expect(proved(says, fee, { prompt, last: cancelled })).toContain("fee (25)");
    const knows = [
      ["Which visit?", "BW-7003. I know there's a fee."],
      ["Cancel BW-7003, yes?", "Yes, please."],
    ] as const;
    expect(proved(knows, fee, { prompt, last: cancelled })).toBeUndefined();
  });

  it("proves nothing where it was told, where there is none, or where the order is for another deed", () => {
    const asked = "Cancel BW-7003, Wednesday at 16:00, yes?";
    const against = (
      says: string,
      answer: string,
      output: Record<string, unknown>,
      words = prompt,
      tool = "cancel_visit",
    ) => proved([[says, answer]], output, { prompt: words, last: cancelled, tool });
    expect(against(`That costs 25 euros. ${asked}`, "Yes.", fee)).toBeUndefined();
    expect(against(asked, "Yes, and I know that it costs 25 euros.", fee)).toBeUndefined();
    expect(against(`You'd lose half of it. ${asked}`, "Yes.", fee)).toBeUndefined();
    expect(against(asked, "Yes.", { ok: true, fee_eur: 0 })).toBeUndefined();
    expect(against(asked, "Yes.", fee, prompt, "book_visit")).toBeUndefined();
    expect(
      against(asked, "Yes.", fee, "Cancelling later than 24 hours before a visit costs 25 euros."),
    ).toBeUndefined();
    const limit = "Tell them that cancelling less than a day before you have to be there costs 25 euros.";
    expect(against(asked, "Yes.", fee, limit)).toBeUndefined();
  });
});

describe("a total in the words that were agreed to", () => {
  const tickets = (says: string) =>
    proved([[says, "Yes, please do."]], { ok: true, total_eur: 72 }, { tool: "book_tickets" });

  it("is too high, also beside an hour", () => {
    expect(tickets("The Seagull, Saturday at 19:30, 2 tickets, 108 euros. Do I book?")).toContain(
      "a total of 72",
    );
    expect(tickets("The Seagull, Saturday at 7 pm, 2 tickets, 108 euros. Do I book?")).toContain(
      "a total of 72",
    );
  });

  it("may be of each, or with something on top", () => {
    expect(tickets("The Seagull, 2 tickets at 108 euros. Do I book?")).toBeUndefined();
    expect(tickets("The Seagull, 2 tickets, 72 euros. Do I book?")).toBeUndefined();
    expect(tickets("The Seagull, at 19:30, 108 euros with the fee. Do I book?")).toBeUndefined();
  });
});

describe("what the agent calls free", () => {
  const fee = { ok: true, fee_eur: 25 };

  it("isn't, if the deed returns a fee", () => {
    for (const free of ["It won't cost you anything. Cancel it?", "Cancel INK-40213, free of charge, right?"])
      expect(proved([[free, "Yes, please."]], fee)).toContain("then returned a fee of 25");
  });

  it("may be free at another time", () => {
    expect(proved([["Cancel it? It doesn't cost anything until Friday.", "Yes."]], fee)).toBeUndefined();
    expect(proved([["It won't cost you more than 25 euros. Cancel it?", "Yes."]], fee)).toBeUndefined();
    expect(
      proved([["It won't cost you anything. Cancel it?", "Yes."]], { ok: true, fee_eur: 0 }),
    ).toBeUndefined();
  });
});
