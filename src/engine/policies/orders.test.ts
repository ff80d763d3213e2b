import { describe, expect, it } from "vitest";
import { againstOrders } from "../caller/judging/against-orders.ts";
import { languageOf } from "../caller/language.ts";
import { ordersFor } from "./orders.ts";

const agent = (utterance: string) => ({ role: "AGENT", utterance });
const user = (utterance: string) => ({ role: "USER", utterance });
const ordersOf = (tool: string, prompt: string) =>
  ordersFor(tool, prompt).map(({ sentence, first }) => [first ?? "yes", sentence]);

describe("ordersFor", () => {
  it("reads which tool has to come first", () => {
    const prompt = [
      "## Who is it",
      "Before anything that touches a booking, ask for the code and call `find_guest`.",
      "## Moving in",
      "1. Call `check_rooms` for the night.",
      "2. Ask for the name.",
      "3. Then call `book_room` once.",
    ].join("\n");
    expect(ordersOf("book_room", prompt)).toEqual([["check_rooms", "Call check_rooms for the night."]]);
    expect(ordersOf("move_booking", prompt)).toEqual([
      ["find_guest", "Before anything that touches a booking, ask for the code and call find_guest."],
    ]);
  });

  it("does not hold an order for one thing against a deed about another", () => {
    const prompt =
      "Look up the free slots with `find_lesson_slots` before you offer or book a time.\n" +
      "Before calling `book_lesson` or `reserve_test_car`, read everything back.";
    const firsts = (tool: string) => ordersFor(tool, prompt).flatMap(({ first }) => first ?? []);
    expect(firsts("book_lesson")).toEqual(["find_lesson_slots"]);
    expect(firsts("reserve_test_car")).toEqual([]);
    const onlyOne = "Look up the free slots with `find_slots` before you book a time.";
    expect(ordersFor("book_lesson", onlyOne).map(({ first }) => first)).toEqual(["find_slots"]);
  });

  it("reads which tool has to come before a look-up, if that is ordered for what it tells", () => {
    const prompt =
      "1.1 Before you take down a claim or give any information about one, identify the caller with policy number and date of birth, using verify_caller.";
    for (const tool of ["get_claim_status", "file_claim"])
      expect(ordersOf(tool, prompt).map(([first]) => first)).toEqual(["verify_caller"]);
    expect(ordersOf("request_callback", prompt)).toEqual([]);
    for (const other of [
      "1. Call `find_guest`.\n2. Then call `get_claim_status`.",
      "Call `find_guest` before you call `get_claim_status`.",
      "Before anything about a claim, call `find_guest` if there is a number.",
    ])
      expect([other, ordersOf("get_claim_status", other)]).toEqual([other, []]);
  });

  it("reads an order before any of the deeds that were listed", () => {
    const list =
      "You may do three things:\n\n(a) order repeat prescriptions,\n(b) say how an order stands,\n(c) change an order.\n\n";
    const order =
      "Before any of these, the caller must be verified: ask for the number and use verify_caller.";
    for (const tool of ["order_repeat", "change_order"])
      expect(ordersOf(tool, list + order)).toEqual([["verify_caller", order]]);
    const inSentence = "You can book and cancel tables. Before doing any of this, call `find_guest`.";
    expect(ordersOf("cancel_table", inSentence).map(([first]) => first)).toEqual(["find_guest"]);
    for (const [tool, prompt] of [
      ["check_order", list + order],
      ["send_letter", list + order],
      ["change_order", `${list}We close at six.\n\n${order}`],
      ["change_order", `${list}${order} Regulars are an exception.`],
    ] as const)
      expect([prompt, ordersOf(tool, prompt)]).toEqual([prompt, []]);
  });

  it("reads no order for another case than its paragraph is about, or for one of several deeds", () => {
    const prompt = [
      "1. New stay: you need the dates. Look the rooms up with check_rooms and only offer those that are free.",
      "2. Existing stay: you need the code.",
      "3. Read everything back before book_room or cancel_room.",
    ].join("\n");
    expect(ordersOf("cancel_room", prompt)).toEqual([]);
    const without_case = prompt.replace("New stay: you", "You");
    expect(ordersOf("cancel_room", without_case)).toEqual([]);
    expect(ordersOf("book_room", without_case.replace(" or cancel_room", ""))).toEqual([
      ["check_rooms", "Look the rooms up with check_rooms and only offer those that are free."],
    ]);
  });

  it("reads who has to say yes", () => {
    for (const prompt of [
      "Repeat the night and the price, and wait for a yes. Then call `book_room` once.",
      "Only when the guest has agreed call `book_room`.",
      "Before you call `book_room`, repeat everything and wait for the guest to agree.",
      "1. Read everything back. Wait for a yes.\n2. Call `book_room`.",
    ])
      expect(ordersOf("book_room", prompt).map(([first]) => first)).toEqual(["yes"]);
  });

  it("reads who has to say yes from the deed, without the tool's name", () => {
    for (const [tool, prompt] of [
      ["book_room", "Before you book, read everything back and wait for a clear yes."],
      [
        "cancel_room",
        "Before anything that starts, changes, cancels or books, read it back and wait for a yes.",
      ],
      ["book_room", "Read the whole thing back with the price and ask before you book it; then book_room."],
      ["place_order", "Read the order back with the total, and place it only after a clear yes."],
      ["book_room", "Read a complete summary and get a clear yes. Only then book_room, exactly once."],
      [
        "book_room",
        "Before you call `book_room`, read it back, with the fee if there is one, and wait for their consent.",
      ],
      ["move_booking", "Moving (`move_booking`): ask for the code. Say old and new time, wait for a yes."],
      ["book_room", "7. READ IT ALL BACK. Wait for a yes.\n8. `book_room`. Once."],
      ["book_room", '- Read everything back and have a plain "yes" before you enter it.'],
      ["book_room", "Mention no age unless asked. Repeat it all, hear a yes, and only then `book_room`."],
    ] as const)
      expect([prompt, ordersOf(tool, prompt).map(([first]) => first)]).toEqual([prompt, ["yes"]]);
  });

  it("reads no yes from a case, another deed, or what only agrees with a record", () => {
    for (const [tool, prompt] of [
      ["cancel_room", "Late cancellations cost 20 euros. Say so before cancelling and get a yes."],
      ["cancel_room", "Get a yes before cancelling. Otherwise it is free."],
      ["cancel_room", "Cancelling (`cancel_room`): late ones cost 20 euros. Tell them and wait for a yes."],
      ["cancel_room", "Before you book, read everything back and wait for a yes."],
      ["send_copy", "Copies (`send_copy`) only after number and name agree with the register."],
      ["book_room", "Before you book, wait for a yes.\nYou need not ask members for a yes."],
      ["book_room", "If they are new, read it back and get a yes before you book."],
      ["book_room", "Read the code back and get a yes before you enter it."],
    ] as const)
      expect([prompt, ordersOf(tool, prompt)]).toEqual([prompt, []]);
  });

  it("reads no order from a case, an exception, a choice, another deed, or what comes after", () => {
    for (const prompt of [
      "If the guest has a code, call `find_guest` before you call `book_room`.",
      "Call `find_guest` before you call `book_room`.\nYou may skip this for members.",
      "Call `find_guest` or `find_company` before you call `book_room`.",
      "Before cancelling a booking, call `find_guest`.",
      "For questions about a stay, call `find_guest`. Then call `book_room`.",
      "1. Status: call `find_guest`.\n2. New guests: call `book_room`.",
      "- Always call `find_guest` before answering.\n- Rooms: `book_room`.\n- Leaving: `cancel_room`.",
      "Call `book_room` and wait for the guest to confirm.",
      "If there is time, wait for a yes. Then call `book_room`.",
      "Never call `find_guest` before `book_room`.",
      "**Moving**\n1. Ask for the code.\n2. Then call `find_guest`.\n\n**Booking**: the night → yes → `book_room`.",
      "Moving:\n1. Call `find_guest`.\n2. Say when.\n\n1. Ask for the night.\n2. Call `book_room`.",
    ])
      expect(ordersOf("book_room", prompt)).toEqual([]);
  });
});

describe("orders, held against a call", () => {
  const call = { name: "book_room", parameters: { night: "Tuesday", name: "Ana Diaz" }, arrival: 4.5 };
  const against = (prompt: string, transcript: ReturnType<typeof agent>[], calls = [call]) =>
    againstOrders(call, ordersFor(call.name, prompt), calls, { transcript, history: [] }, languageOf("en"));
  const short = [
    user("I'd like a room."),
    agent("Which night?"),
    user("Tuesday, please."),
    agent("Could I have your name?"),
    user("Ana Diaz."),
    agent("It's booked."),
  ];
  const FIRST = "1. Call `check_rooms`.\n2. Then call `book_room`.";
  const YES = "Repeat the night and wait for a yes before calling `book_room`.";

  it("finds nobody new, and nobody whose record the call makes", () => {
    const prompt = "Before you book anything, find the guest with find_guest.";
    const fault = `book_room was called without find_guest, and the prompt says "${prompt}"`;
    expect(against(prompt, short)).toBe(fault);
    const first = [user("I've never stayed with you before, and I'd like a room."), ...short.slice(1)];
    expect(against(prompt, first)).toBeUndefined();
    const made = { ...call, parameters: { ...call.parameters, new_guest: { name: "Ana Diaz" } } };
    const orders = ordersFor(made.name, prompt);
    const told = { transcript: short, history: [] };
    expect(againstOrders(made, orders, [made], told, languageOf("en"))).toBeUndefined();
  });

  it("shows the call and the prompt's own words", () => {
    expect(against(FIRST, short)).toBe(
      'book_room was called without check_rooms, and the prompt says "Call check_rooms."',
    );
    expect(against(YES, short)).toBe(
      `book_room was called before the agent asked for a yes and got one, and the prompt says "${YES.replaceAll("`", "")}"`,
    );
  });

  it("blames nobody who looked it up, even late or in vain", () => {
    const looked = { name: "check_rooms", parameters: {}, output: { error: "busy" }, arrival: 1.5 };
    expect(against(FIRST, short, [looked, call] as never)).toBeUndefined();
    expect(against(FIRST, short, [call, looked] as never)).toBeUndefined();
  });

  it("blames nobody who asked for a yes in words of its own, or got one", () => {
    for (const question of [
      "Tuesday for Ana Diaz then, would that do you?",
      "Tuesday it is, all good?",
      "So that's Tuesday, should I put it in the book?",
    ])
      expect(
        against(YES, [...short.slice(0, 3), agent(question), user("That would be kind."), agent("Done.")]),
      ).toBeUndefined();
    expect(against(YES, [...short.slice(0, 4), user("Ana Diaz, and yes."), agent("Done.")])).toBeUndefined();
    expect(against(YES, [user("A room for Tuesday, please."), agent("Done.")])).toBeUndefined();
  });

  it("blames who was only told yes to something else, and nobody who asked with a value", () => {
    const asked = (question: string) => [
      user("I'd like a room."),
      agent(question),
      user("Yes."),
      agent("Which night?"),
      user("Tuesday, please."),
      agent("Could I have your name?"),
      user("Ana Diaz. My English is not so good."),
      agent("It's booked."),
    ];
    const late = { ...call, arrival: 6.5 };
    const held = (question: string) =>
      againstOrders(
        late,
        ordersFor(call.name, YES),
        [late],
        { transcript: asked(question), history: [] },
        languageOf("en"),
      );
    expect(held("Have you stayed with us before?")).toContain("before the agent asked for a yes");
    expect(held("A room for Tuesday?")).toBeUndefined();
    expect(held("Shall I look for a room?")).toBeUndefined();
    expect(held("Sounds good?")).toBeUndefined();
  });

  it("reads no order for something new from one that is about something existing", () => {
    const prompt =
      "Before you do anything to an existing contract, find it with find_contract. New contracts: start_contract.";
    expect(ordersFor("start_contract", prompt)).toEqual([]);
    expect(ordersFor("change_contract", prompt)).toMatchObject([{ first: "find_contract" }]);
  });
});
