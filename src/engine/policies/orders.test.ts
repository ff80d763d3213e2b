import { describe, expect, it } from "vitest";
import { againstOrders } from "../caller/against-orders.ts";
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

  it("reads who has to say yes", () => {
    for (const prompt of [
      "Repeat the night and the price, and wait for a yes. Then call `book_room` once.",
      "Only when the guest has agreed call `book_room`.",
      "Before you call `book_room`, repeat everything and wait for the guest to agree.",
      "1. Read everything back. Wait for a yes.\n2. Call `book_room`.",
    ])
      expect(ordersOf("book_room", prompt).map(([first]) => first)).toEqual(["yes"]);
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
});
