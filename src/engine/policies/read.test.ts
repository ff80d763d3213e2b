import { describe, expect, test } from "vitest";
import { groundOf, readPolicies } from "./read.ts";

/** The rule for a sentence in the prompt of an agent with these tools, in words. Null if there is none. */
function ruleOf(sentence: string, tools: string, goals: readonly string[] = []): string | null {
  const prompt = `You work on the phone with ${tools}. ${sentence}`;
  const found = readPolicies(prompt, groundOf({ prompt, knowledge_base: "", goals: [...goals] }));
  return (
    found.findLast(({ rule, sentence: read }) => rule && !read.startsWith("You work"))?.rule?.says ?? null
  );
}

describe("a sentence in natural words becomes a rule", () => {
  test.each([
    ["We hold seats for a caller one time.", "hold_seats", "hold_seats at most once"],
    ["One free month per household is the most we do.", "credit_month", "credit_month at most once"],
    [
      "Before change_lock you run check_tenant, and it has to say match.",
      "change_lock and check_tenant",
      "change_lock only after check_tenant",
    ],
    ["Each booking needs a name and a day.", "book_room", "book_room only after the agent knows a name"],
    ["Nothing goes out for longer than ten days.", "create_hire", "create_hire at most 10 days"],
    [
      "Guests hear about their own bookings and nobody else's.",
      "find_booking",
      "the agent tells nobody what its records say about somebody else",
    ],
    [
      "The tailor starts only once they've okayed it.",
      "start_job",
      "start_job only after the caller has said yes",
    ],
    [
      "Callers need to hear that leather is at their own risk. Only then put the job in the book.",
      "take_job",
      "take_job only after the agent says: Callers need to hear that leather is at their own risk",
    ],
    [
      "Please say the day back to people before you lock in the van.",
      "reserve_van",
      "reserve_van only after the agent reads it back",
    ],
    [
      "Members can have a court for two hours at a stretch, not a minute longer.",
      "book_court",
      "book_court at most 2 hours",
    ],
    ["Anyone under 18 goes away empty-handed.", "place_order", "place_order at least 18 years old"],
    [
      "We take donors from 18 to 70 years of age, nobody older or younger.",
      "register_donor",
      "register_donor at least 18 years old and at most 70",
    ],
    [
      "A group is four people or more, otherwise we can't run it.",
      "book_game",
      "book_game at least 4 people",
    ],
    [
      "Gifts bigger than 1,000 euros are Ingrid's: put_through instead of taking them.",
      "record_gift",
      "record_gift at most 1000",
    ],
    ["The day's final appointment begins at 18:30.", "book_slot", "book_slot not after 18:30"],
    [
      "A client never finds out from us who the translator is.",
      "find_job",
      "the agent tells nobody who the translator is",
    ],
    ["Test results are given out by the doctor alone.", "book_visit", "the agent tells nobody test results"],
    [
      "Please don't bring up money unless the family does.",
      "arrange_talk",
      "the agent speaks of money only after the caller has",
    ],
    [
      "Nuts are in everything - say that to anyone who mentions an allergy.",
      "take_order",
      'when the caller says "allergy": the agent speaks of nut',
    ],
  ])("%s", (sentence, tools, says) => {
    expect(ruleOf(sentence, tools)).toBe(says);
  });

  test("a clause in other words than the only tool's is about it if a goal is about the same", () => {
    const sentence = "Before you take a dog in, find out when it was vaccinated.";
    expect(ruleOf(sentence, "book_stay", ["Board my dog"])).toMatch(/^book_stay only after/);
    expect(ruleOf(sentence, "book_stay", ["Get a room"])).toBeNull();
  });
});

test.each([
  ["Orders above 50 dollars ship free.", "ship_order"],
  ["Children under 12 pay half.", "book_trip"],
  ["Children under 12 travel with an adult.", "book_trip"],
  ["A room that has been cancelled is never booked again for the same guest.", "book_room"],
  ["Seats are held until the evening before with hold_seats.", "hold_seats"],
  ["It's fine to book two visits in a row.", "book_visit"],
])("no rule is made of what forbids nothing, or not always: %s", (sentence, tools) => {
  expect(ruleOf(sentence, tools)).toBeNull();
});

test("another guest is not a second time", () => {
  expect(ruleOf("Never tell one guest which room another guest is in.", "book_room")).not.toMatch(/at most/);
});

describe("a sentence about how a conversation begins", () => {
  test.each([
    ['Start with "Hello, Napoli here".', '"Hello, Napoli here"'],
    ['Always open every call with "Hello, Napoli here".', '"Hello, Napoli here"'],
    ['Begin each conversation by saying "Hello, Napoli here".', '"Hello, Napoli here"'],
    ['Answer the phone with "Hello, Napoli here".', '"Hello, Napoli here"'],
    ["Begin by saying that the call is recorded.", "recor"],
    ["Open each call from a partner by stating that the line is recorded.", "recor"],
  ])("%s", (sentence, said) => {
    expect(ruleOf(sentence, "order_pizza")).toContain("the agent's first words say: ");
    expect(ruleOf(sentence, "order_pizza")).toContain(said);
  });

  test.each([
    "You open a refund case with open_refund when an order went wrong.",
    "Open a ticket with create_ticket for every outage.",
    "Start the refund by calling open_refund.",
    "Answer questions about allergies with the list of ingredients.",
  ])("is not one about beginning something else: %s", (sentence) => {
    expect(ruleOf(sentence, "open_refund and create_ticket") ?? "").not.toContain("first words");
  });
});
