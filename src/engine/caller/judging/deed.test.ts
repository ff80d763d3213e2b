/** What the calls of an agent have wrong, and what cannot be held against it. */
import { describe, expect, it } from "vitest";
import { prepareCaller } from "../caller.ts";
import type { MadeCall } from "../made-call.ts";
import { caller, done, PIZZA, TOOL, talk } from "../testing/pizza-order.ts";
import { outcomeOf } from "./deed.ts";

describe("what a call certainly has wrong", () => {
  const user = (utterance: string) => ({ role: "USER", utterance });
  const told = (facts: Record<string, unknown>) =>
    Object.values(facts).map((value) => user(`It's ${value}.`));
  const outcome = (facts: Record<string, unknown>, parameters: Record<string, unknown>) =>
    outcomeOf(prepareCaller(caller(facts), { tools: [TOOL] }), done(parameters), {}, told(facts))?.wrong;

  it.each([
    [{ size: "large" }, { size: "medium" }],
    [{ day: "Tuesday" }, { day: "Wednesday" }],
    [{ day: "Tuesday" }, { day: "2026-05-13" }],
    [{ day: "3 June" }, { day: "4 June" }],
    [{ people: 4 }, { people: 2 }],
    [{ doctor: "Dr Patel" }, { doctor: "Dr Chen" }],
    [{ phone: "0171 555 0188" }, { phone: "0171 555 0199" }],
  ])("%j against %j", (facts, parameters) => {
    const [[label, wanted] = []] = Object.entries(facts);
    expect(outcome(facts, parameters)).toEqual([
      { label, wanted: String(wanted), said: String(Object.values(parameters)[0]) },
    ]);
  });

  it.each([
    [{ size: "large" }, { size: "Large" }],
    [{ day: "Tuesday" }, { day: "2026-05-12" }],
    [{ day: "3 June" }, { day: "2026-06-03" }],
    [{ people: 4 }, { people: "four" }],
    [{ doctor: "Dr Patel" }, { doctor: "patel" }],
    [{ phone: "0171 555 0188" }, { phone: "+441715550188" }],
    [{ pizza: "Veggie" }, {}],
    [{ insurance: true }, { insurance: false }],
  ])("nothing: %j against %j", (facts, parameters) => {
    expect(outcome(facts, parameters)).toEqual([]);
  });

  it("is not what the caller has taken instead", () => {
    const { state, played } = talk(caller({ day: "Sunday" }), [
      "We're closed on Sundays. Would Tuesday work?",
    ]);
    expect(outcomeOf(played, done({ day: "Tuesday" }), state)?.wrong).toEqual([]);
    expect(outcomeOf(played, done({ day: "Friday" }), state)?.wrong).toEqual([
      { label: "day", wanted: "Tuesday", said: "Friday" },
    ]);
  });

  it("is what the agent read back before the caller's last no, and did all the same", () => {
    const said = (...lines: readonly string[]) =>
      lines.map((utterance, place) => ({ role: place % 2 === 0 ? "AGENT" : "USER", utterance }));
    const lines = [
      "What size?",
      "Large, please.",
      "A medium Veggie. Is that right?",
      "No, it's large.",
      "I just need a clear yes. Shall I go ahead?",
      "Yes, please.",
    ];
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const call = { name: "place_order", parameters: { size: "medium" }, output: { ok: true }, arrival: 6 };
    const against = (...more: readonly string[]) => outcomeOf(played, [call], {}, said(...more))?.wrong;
    expect(against(...lines)).toEqual([{ label: "size", wanted: "large", said: "medium" }]);
    const read = lines.with(4, "A medium one is all we have. Shall I go ahead?");
    expect(against(...read)).toEqual([]);
    const found = { name: "get_menu", output: { sizes: ["small", "medium"] }, arrival: 0.5 };
    expect(outcomeOf(played, [found, call], {}, said(...lines))?.wrong).toEqual([]);
  });

  it("is nothing without a call of the tool", () => {
    const played = prepareCaller(caller(PIZZA), { tools: [TOOL] });
    const nothing = { tool: "place_order", called: false, wrong: [], unsure: [] };
    expect(outcomeOf(played, [])).toEqual({ ...nothing, reported: 0 });
    expect(outcomeOf(played, [{ name: "get_menu" }])).toEqual({ ...nothing, reported: 1 });
    const instead = outcomeOf(played, [
      { name: "book_table" },
      { name: "cancel_table", output: { error: "no" } },
    ]);
    expect(instead).toEqual({ ...nothing, reported: 2, instead: ["book_table"] });
  });

  it("is at fault for what it says of another deed", () => {
    const played = prepareCaller(caller(PIZZA), { tools: [TOOL] });
    const table = { name: "book_table", output: { reference: "TB-4417" }, arrival: 0.5 };
    const heard = (utterance: string) =>
      outcomeOf(played, [table], {}, [
        { role: "USER", utterance: "A table, please." },
        { role: "AGENT", utterance },
      ])?.fault;
    expect(heard("It's entered as TB-4471.")).toContain('book_table had returned "TB-4417"');
    expect(heard("It's entered as TB-4417.")).toBeUndefined();
  });

  describe("is a claim that nothing stands behind", () => {
    const lines = [
      "Which pizza, which size, and your name and number?",
      "A large Veggie. Shall I place the order?",
    ];
    const claimed = (...more: readonly string[]) => {
      const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
        ...lines,
        ...more,
      ]);
      return (calls: readonly MadeCall[]) => outcomeOf(played, calls, state, transcript)?.claimed;
    };

    it("after the caller has agreed", () => {
      const line = "Your order is placed. Anything else?";
      expect(claimed(line)([])).toBe(line);
      const limited = "It's ordered, you can change it until noon. Anything else?";
      expect(claimed(limited)([])).toBe(limited);
      const numbered = "You're in! Your confirmation number is C6935. Anything else?";
      expect(claimed(numbered)([])).toBe(numbered);
      expect(claimed(numbered)([{ name: "get_menu", output: { last: "C6935" } }])).toBeUndefined();
      expect(claimed("Our phone number is 0800 555 010. Anything else?")([])).toBeUndefined();
      expect(claimed("It's ordered, once you have paid.")([])).toBeUndefined();
      expect(claimed(line)([{ name: "get_menu" }])).toBe(line);
      const short = "Ordered: a large Veggie. Anything else?";
      expect(claimed(short)([{ name: "get_menu" }])).toBe(short);
    });

    it("also if the caller was never asked for a number, but agreed to three facts that were read back", () => {
      const claim = (readBack: string) => {
        const { state, played, transcript } = talk(
          caller({ pizza: "Veggie", size: "large", phone: "0171 555 0188", people: 1 }),
          [
            "Which pizza, which size, and your phone number?",
            readBack,
            "All done! Your order number is C6935. Anything else?",
          ],
        );
        return outcomeOf(played, [{ name: "get_menu" }], state, transcript)?.claimed;
      };
      expect(claim("A large Veggie, and your number is 0171 555 0188. Shall I place the order?")).toContain(
        "C6935",
      );
      expect(claim("A large Veggie. Shall I place the order?")).toBeUndefined();
    });

    it("also of what the caller has taken instead, and of what it was asked whether it is sure", () => {
      const booking = (name: string, facts: Record<string, string>, ...said: readonly string[]) => {
        const properties = Object.fromEntries(Object.keys(facts).map((key) => [key, { type: "string" }]));
        const tool = { name, parameters: { type: "object", required: Object.keys(facts), properties } };
        const traits = Object.entries({ goal_tool: name, ...facts }).map(([trait_name, value]) => ({
          trait_name,
          value,
        }));
        const intent = `I'd like to ${name.split("_", 1)[0]} my lesson.`;
        const { state, played, transcript } = talk({ intent, creativity: 0, traits }, said, tool);
        return outcomeOf(played, [{ name: "find_lesson", output: { found: true } }], state, transcript)
          ?.claimed;
      };
      const moved = "Your lesson is now on Friday 11 December at 1 pm. Anything else?";
      const hours = [
        "What is your reference?",
        "On Friday I've got 1 pm, 2:30 pm or 4:30 pm. Which one would you like?",
        "So I'd move it to Friday 11 December at 1 pm. Is that right?",
      ];
      const to = { reference: "DS4127", new_date: "2026-12-11", new_time: "15:30" };
      expect(booking("move_lesson", to, ...hours, moved)).toBe(moved);
      const seen = "That's moved. Your instructor will see you on Friday at 1 pm. Anything else?";
      expect(booking("move_lesson", to, ...hours, seen)).toBe(seen);
      const cancelled = "That's cancelled for you. Anything else?";
      const asked = ["What is your reference?", "Are you sure you want to cancel?"];
      expect(booking("cancel_lesson", { reference: "DS4127" }, ...asked, cancelled)).toBe(cancelled);
      expect(
        booking("move_lesson", { reference: "DS4127" }, ...asked, "That's moved. Anything else?"),
      ).toBeUndefined();
    });

    it("without a yes, if it gives a number that nobody has told the agent", () => {
      const line = "I've logged that for the engineers under ticket T-411. Anything else?";
      const claim = (calls: readonly MadeCall[], prompt = "", before: readonly string[] = []) => {
        const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
          ...before,
          line,
        ]);
        return outcomeOf(played, calls, state, transcript, { prompt, knowledge_base: "" })?.claimed;
      };
      const looked = { name: "get_menu", output: { ok: true } };
      expect(claim([looked])).toBe(line);
      expect(claim([{ ...looked, output: { open: ["T-411"] } }])).toBeUndefined();
      expect(claim([{ name: "get_menu" }])).toBeUndefined();
      expect(claim([looked], "Tickets look like T-411.")).toBeUndefined();
      expect(claim([looked], "", ["Is it about T-411?"])).toBeUndefined();
    });

    it("unless the caller has said no, or the agent tells how things stand already", () => {
      const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
        lines[0] ?? "",
        "A small Veggie. Shall I place the order?",
        "Your order is placed. Anything else?",
      ]);
      expect(outcomeOf(played, [{ name: "get_menu" }], state, transcript)?.claimed).toBeUndefined();
      expect(claimed("It's already booked for collection. Anything else?")([])).toBeUndefined();
    });

    it("also where a tool has told the agent what the caller would have", () => {
      const tool = {
        name: "cancel_booking",
        parameters: {
          type: "object",
          required: ["booking_id"],
          properties: { booking_id: { type: "string" } },
        },
      };
      const record = {
        intent: "I'd like to cancel my booking.",
        creativity: 0,
        traits: [
          { trait_name: "goal_tool", value: "cancel_booking" },
          { trait_name: "booking_id", value: "R-3071" },
        ],
      };
      const line = "Done, I've taken that off your card. Anything else?";
      const claimedOf = (asks: string, output: unknown) => {
        const { state, played, transcript } = talk(record, [asks, line], tool);
        return outcomeOf(played, [{ name: "list_bookings", output }], state, transcript)?.claimed;
      };
      const found = { bookings: [{ booking_id: "R-3071" }] };
      expect(claimedOf("I've got your booking for Wolf Hall. Shall I cancel it?", found)).toBe(line);
      expect(claimedOf("I've got your booking for Wolf Hall. Shall I cancel it?", {})).toBeUndefined();
      expect(claimedOf("I've got your booking. Shall I check the fee for you?", found)).toBeUndefined();
    });

    it("unless the caller has agreed to something else", () => {
      const agreed = [lines[0] ?? "", "Sorry, I'm lost. Shall I start again, and is that okay?"];
      const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
        ...agreed,
        "Your order is placed. Anything else?",
      ]);
      expect(outcomeOf(played, [{ name: "get_menu" }], state, transcript)?.claimed).toBeUndefined();
    });

    it("unless the agent changed something, asks on, or says nothing of the kind", () => {
      expect(claimed("Your order is placed. Anything else?")([{ name: "add_note" }])).toBeUndefined();
      expect(claimed("That's sorted. What is your address?")([])).toBeUndefined();
      expect(claimed("Thank you for calling. Goodbye!")([])).toBeUndefined();
      for (const line of [
        "Nothing has been ordered. Anything else?",
        "No pizzas were ordered. Anything else?",
        "None of it is ordered, your number is C6935. Anything else?",
      ])
        expect(claimed(line)([])).toBeUndefined();
      const free = "It's ordered, and there is nothing to pay now. Anything else?";
      expect(claimed(free)([])).toBe(free);
      expect(claimed("Thanks for getting in touch. Bye, see you at the hall!")([])).toBeUndefined();
    });
  });

  it("is not in the calls for other things: the best of several counts", () => {
    const played = prepareCaller(caller({ pizza: "Veggie" }), { tools: [TOOL] });
    const calls = ["Veggie", "Margherita"].map((pizza) => ({ name: TOOL.name, parameters: { pizza } }));
    expect(outcomeOf(played, calls, {}, [user("Veggie.")])?.wrong).toEqual([]);
  });

  it("does not count if the caller said it only among other numbers, and the agent never said it back", () => {
    const played = prepareCaller(caller({ people: 4 }), { tools: [TOOL] });
    const numbers = [user("4, 1, 3.")];
    expect(outcomeOf(played, done({ people: 2 }), {}, numbers)?.unsure).toMatchObject([{ why: "unclear" }]);
    const back = [...numbers, { role: "AGENT", utterance: "So 4 people." }];
    expect(outcomeOf(played, done({ people: 2 }), {}, back)?.wrong).toHaveLength(1);
  });

  it("does not count if two facts have the value that the caller said", () => {
    const tool = {
      name: "reserve",
      parameters: {
        type: "object",
        properties: { adults: { type: "integer" }, children: { type: "integer" } },
      },
    };
    const played = prepareCaller(
      {
        intent: "I'd like to reserve a room.",
        traits: Object.entries({ goal_tool: "reserve", adults: 4, children: 4 }).map(
          ([trait_name, value]) => ({ trait_name, value }),
        ),
      },
      { tools: [tool] },
    );
    const calls = [{ name: "reserve", parameters: { adults: 4, children: 0 } }];
    const found = outcomeOf(played, calls, {}, [user("4.")]);
    expect(found).toMatchObject({ wrong: [], unsure: [{ label: "children", why: "unclear" }] });
  });

  it("does not count if the caller said both", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const transcript = [user("It's large."), user("Small is fine.")];
    const unsure = outcomeOf(played, done({ size: "small" }), {}, transcript)?.unsure;
    expect(unsure).toEqual([{ label: "size", wanted: "large", said: "small", why: "said_both" }]);
  });

  describe("somebody else's name", () => {
    const properties = { owner_name: { type: "string" }, phone: { type: "string" } };
    const tool = { name: "book_visit", parameters: { type: "object", properties, required: ["owner_name"] } };
    const traits = [
      { trait_name: "goal_tool", value: "book_visit" },
      { trait_name: "owner_name", value: "Nadia Novak" },
    ];
    const played = prepareCaller({ intent: "I'd like to book a visit.", traits }, { tools: [tool] });
    const wish = user("I'd like to book a visit.");
    const calls = (owner_name: string) => [{ name: "book_visit", parameters: { owner_name } }];
    const found = (transcript: { role: string; utterance: string }[], owner_name: string) =>
      outcomeOf(played, calls(owner_name), {}, transcript);

    it("counts if the caller was asked for its own", () => {
      const told = [wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")];
      expect(found(told, "I'D")?.wrong).toMatchObject([{ label: "owner_name", said: "I'D" }]);
    });

    it("is left open if the caller let it pass", () => {
      const read = [
        ...[wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")],
        ...[{ role: "AGENT", utterance: "A visit under the name I'D. Is that right?" }, user("Yes.")],
      ];
      expect(found(read, "I'D")).toMatchObject({ wrong: [], unsure: [{ why: "other_name" }] });
    });

    it("may be that of the person in the agent's records", () => {
      const told = [wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")];
      const looked_up = { name: "find_owner", output: { owner: "Peter Dunmore" } };
      const outcome = outcomeOf(played, [looked_up, ...calls("Peter Dunmore")], {}, told);
      expect(outcome).toMatchObject({ wrong: [], unsure: [{ why: "unclear" }] });
    });
  });

  it("does not count if the agent looked something up before the caller said it", () => {
    const properties = { size: { type: "string", enum: ["M", "XL"] } };
    const tool = { name: "find_unit", parameters: { type: "object", properties, required: ["size"] } };
    const traits = [
      { trait_name: "goal_tool", value: "find_unit" },
      { trait_name: "size", value: "M" },
    ];
    const played = prepareCaller({ intent: "Find an extra large unit", traits }, { tools: [tool] });
    const transcript = [
      user("An extra large unit."),
      { role: "AGENT", utterance: "None." },
      user("The size is M."),
    ];
    const made = (arrival: number) => [{ name: "find_unit", parameters: { size: "XL" }, arrival }];
    const later = { wrong: [], unsure: [{ label: "size", wanted: "M", said: "XL", why: "said_later" }] };
    expect(outcomeOf(played, made(0.5), {}, transcript)).toMatchObject(later);
    expect(outcomeOf(played, made(2.5), {}, transcript)?.wrong).toHaveLength(1);
  });

  it("does not count if the agent announced it and the caller let it pass", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const transcript = [
      user("It's large."),
      { role: "AGENT", utterance: "A small one is what I can do." },
      user("Okay."),
      { role: "AGENT", utterance: "Done." },
    ];
    const made = (arrival: number) => done({ size: "small" }).map((call) => ({ ...call, arrival }));
    expect(outcomeOf(played, made(2.5), {}, transcript)?.wrong).toEqual([]);
    expect(outcomeOf(played, made(0.5), {}, transcript)?.wrong).toHaveLength(1);
  });

  it.each([
    [{ size: "large" }, { size: "medium" }, "A pizza, please."],
    // "4" is not said by a telephone number.
    [{ people: 4 }, { people: 1 }, "My number is 0444 444."],
  ])("does not count if the caller never said it: %j against %j", (facts, parameters, said) => {
    const played = prepareCaller(caller(facts), { tools: [TOOL] });
    const { wrong, unsure } = outcomeOf(played, done(parameters), {}, [user(said)]) ?? {};
    const unsaid = expect.objectContaining({ label: Object.keys(facts)[0], why: "not_said" });
    expect([wrong, unsure]).toEqual([[], [unsaid]]);
  });

  it("is nothing to hold against the agent if the caller said that value, and never its own", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const { wrong, unsure } = outcomeOf(played, done({ size: "small" }), {}, [user("A small one.")]) ?? {};
    expect([wrong, unsure]).toEqual([[], []]);
  });

  it("does not count if the caller said yes to it in the end", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const { wrong, unsure } =
      outcomeOf(played, done({ size: "small" }), {}, [
        user("It's large."),
        { role: "AGENT", utterance: "We only have small today, so a small one. Is that right?" },
        user("Um… That's right."),
      ]) ?? {};
    expect([wrong, unsure]).toEqual([[], [{ label: "size", wanted: "large", said: "small", why: "agreed" }]]);
  });
});
