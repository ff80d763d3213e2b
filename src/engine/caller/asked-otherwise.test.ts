/** Questions that name what they want in other words than the record does. */
import { expect, test } from "vitest";
import { play } from "./testing/play.ts";

const tool = (name: string, properties: Record<string, object>) => ({
  name,
  parameters: { type: "object", required: Object.keys(properties), properties },
});
const text = { type: "string" };
const ORDER = tool("place_order", {
  bouquet: text,
  recipient: text,
  phone: text,
  day: { ...text, format: "date" },
});
const TRACK = tool("track_order", { order_number: text });
const VISIT = tool("book_visit", { starts_at: text, booking_code: text, birth_date: text });

function answers(
  intent: string,
  one: ReturnType<typeof tool>,
  facts: Record<string, unknown>,
  lines: readonly string[],
) {
  const traits = Object.entries({ goal_tool: one.name, ...facts }).map(([trait_name, value]) => ({
    trait_name,
    value,
  }));
  return play({ intent, creativity: 0, traits }, ["How can I help?", ...lines], { tools: [one] }).said.slice(
    2,
  );
}
const FLOWERS = { bouquet: "Red Roses", recipient: "Martha Lowe", phone: "+1 415 555 0128" };
const order = (...lines: readonly string[]) => answers("I'd like to order flowers.", ORDER, FLOWERS, lines);

test.each([
  "Who are the flowers for? I need the name for the door.",
  "May I have the name of the person who receives them?",
  "Whom shall I put down? Who gets them?",
])("a recipient is who receives something: %s", (line) => {
  expect(order(line)).toEqual([expect.stringContaining("Martha Lowe")]);
});

test("its own name is not the recipient's, also where it knows both", () => {
  const tool = {
    name: "place_order",
    parameters: {
      type: "object",
      required: ["recipient_name", "customer_name"],
      properties: { recipient_name: text, customer_name: text },
    },
  };
  const facts = { recipient_name: "Grace Harlow", customer_name: "Nadia Novak" };
  const [said] = answers("I'd like to order flowers.", tool, facts, ["Could I take your name?"]);
  expect(said).toContain("Nadia Novak");
  expect(said).not.toContain("Grace");
});

test("its own name is not the recipient's", () => {
  expect(order("And what is your name, please?")[0]).not.toContain("Martha");
});

test("a number is said digit by digit to who wants it so", () => {
  const asks = "Which phone number can we ring?";
  expect(order(asks, "Please say the phone number digit by digit.")[1]).toContain("+1 4 1 5 5 5 5 0 1 2 8");
  expect(order(asks, asks, asks, "Please say the phone number digit by digit.")[3]).toContain("+1 4 1 5 5");
});

test("the number that somebody rings back is a telephone number", () => {
  expect(order("Mrs Aldous rings you back this morning. What's the number?")[0]).toContain("+1 415 555 0128");
});

test("what the agent says it still needs is asked for", () => {
  expect(order("Which phone number can we ring?", "I still need your phone number.")[1]).toContain("415");
});

test("a year is said where it is asked for", () => {
  const facts = { birth_date: "1984-05-17", booking_code: "K7P2QX" };
  const [said] = answers("I'd like to book a visit.", VISIT, { ...facts, event_date: "2025-02-27" }, [
    "What is the event date, with the year?",
  ]);
  expect(said).toContain("2025");
});

test("where a code is found is not what is asked for", () => {
  const [said] = answers("I'd like my money back.", TRACK, { email: "ana@example.com" }, [
    "What is your booking code? Six letters and digits, from your e-mail.",
  ]);
  expect(said).not.toMatch(/^(?:It's|That would be|As I said, it's) ana@/);
});

test("who tracks an order is offered no flowers", () => {
  const [first, second] = answers("I'd like to know where my order is.", TRACK, { order_number: "PS-3402" }, [
    "What would you like to send? We have Spring Meadow, Red Roses, White Lilies and Sunny Mix.",
    "What would you like to send? We have Spring Meadow, Red Roses, White Lilies and Sunny Mix.",
  ]);
  expect(first).toBe("I'd like to know where my order is. The order number is PS-3402.");
  expect(second).toBe("No, thank you. I'd like to know where my order is.");
});

const TWO = "Monday the 2nd of March at 15:45, or Tuesday the 3rd of March at 08:15";
test.each([
  `Which of these shall I take: ${TWO}?`,
  `Please choose one of ${TWO}, or name another day.`,
  `I could offer you ${TWO}. Would one of those suit you?`,
])("one of several moments is chosen: %s", (line) => {
  const [said] = answers("I'd like to book a visit, I have had pain since the weekend.", VISIT, {}, [line]);
  expect(said).toBe("Monday the 2nd of March at 15:45, please.");
});

test("a question for a day and a part of it offers the part", () => {
  const line = "Is there a day that would suit you, and do you prefer mornings or afternoons?";
  expect(answers("I'd like to book a visit.", VISIT, {}, [line])[0]).toMatch(
    /^(?:Mornings|Afternoons), please\.$/i,
  );
});

test("numbers with a colon are a menu", () => {
  const line = "1: tickets. 2: refunds. 3: lost property. Which one?";
  expect(
    answers("I'd like a refund.", tool("refund_booking", { booking_code: text }), {}, [line])[0],
  ).toMatch(/refund/i);
});

test("who has no number yet is new", () => {
  const facts = { patient_number: "NEW" };
  const [said] = answers("I'd like to book a visit.", tool("book_visit", { patient_number: text }), facts, [
    "What is your patient number, or are you new?",
  ]);
  expect(said).toBe("I'm new here.");
});

const VISIT_AT_HOME = tool("book_home_visit", { name: text, phone: text, address: text });
const AT_HOME = { name: "Ana Diaz", phone: "07700 900128", address: "3 Oak Lane, NE1 4XD" };
const visit = (...lines: readonly string[]) =>
  answers("I'd like to book a visit.", VISIT_AT_HOME, AT_HOME, lines);

test.each([
  "If nobody is at home, may our fitter let himself in with the spare key?",
  "May the fitter use our key to get in when you are out, or would you rather be there?",
  "A yes or a no is enough: may he use the spare key?",
  "Is it all right if we text you the day before?",
  "Can the driver park in front of the house?",
])("it allows what it is asked to allow: %s", (line) => {
  expect(visit(line)).toEqual(["Yes, that's fine."]);
});

test("a permission for another day is a proposal", () => {
  const on = tool("book_home_visit", { name: text, day: { ...text, format: "date" } });
  const facts = { name: "Ana Diaz", day: "2026-12-08" };
  const [said] = answers("I'd like to book a visit.", on, facts, [
    "Could our fitter come on Friday 11 December?",
  ]);
  expect(said).not.toBe("Yes, that's fine.");
  expect(said).toMatch(/8th of December/);
});

test("it does not mind", () => {
  expect(visit("Do you mind if he comes with a trainee?")).toEqual(["No, that's fine."]);
});

test.each([
  "And is there anyone over 70, a baby or anybody ill in the house?",
  "Do you have any pets, small children or lodgers?",
  "Does anyone in the house use oxygen or have breathing trouble?",
])("asking whether there is anybody offers nothing: %s", (line) => {
  expect(visit(line)).toEqual(["No."]);
});

test("one no answers one question after the other", () => {
  expect(visit("Does anyone use oxygen?", "Has anybody been ill or abroad?")).toEqual(["No.", "No."]);
});

test("which of the days that there are is a choice", () => {
  const [said] = visit("Is there any day you'd prefer, Monday or Thursday?");
  expect(said).not.toBe("No.");
});

test("how to say a date of birth offers nothing", () => {
  expect(visit("Your date of birth, please: day, month and year.")[0]).not.toMatch(/^(?:Day|Month)/);
});

test("a number that is asked for again is the one of before", () => {
  const said = visit("And a phone number?", "Sorry, I missed that. What's the number, all the digits?");
  expect(said).toEqual([expect.stringContaining("900128"), expect.stringContaining("900128")]);
});

test("a name is asked for beside a number", () => {
  expect(visit("Can I take a name and a mobile number?")[0]).toMatch(/Ana Diaz.*900128/);
});

test.each(["May I ask why you're cancelling?", "Why do you want to cancel?"])(
  "a reason is the fact of that name: %s",
  (line) => {
    const cancel = tool("cancel_visit", {
      booking_ref: text,
      reason: { ...text, enum: ["price", "found_elsewhere"] },
    });
    const facts = { booking_ref: "AL48377", reason: "found_elsewhere" };
    expect(answers("I'd like to cancel the visit.", cancel, facts, [line])).toEqual(["Found elsewhere."]);
  },
);

test.each([
  ["Where can we take you?", "Leeds Station"],
  ["And where are you going to?", "Leeds Station"],
  ["And the destination?", "Leeds Station"],
  ["Where to?", "Leeds Station"],
  ["Where from?", "12 Elm Court"],
  ["Where shall we pick you up?", "12 Elm Court"],
])("%s asks for one end of the way", (line, place) => {
  const ride = tool("book_ride", { pickup_address: text, dropoff_address: text });
  const facts = { pickup_address: "12 Elm Court", dropoff_address: "Leeds Station" };
  const [said] = answers("I'd like to book a car.", ride, facts, [line]);
  expect(said).toBe(`It's ${place}.`);
});

test("both ends of the way are said as one", () => {
  const ride = tool("book_ride", { pickup_address: text, dropoff_address: text });
  const facts = { pickup_address: "12 Elm Court", dropoff_address: "Leeds Station" };
  expect(
    answers("I'd like to book a car.", ride, facts, ["Where shall we pick you up, and where to?"]),
  ).toEqual(["From 12 Elm Court to Leeds Station."]);
});

test("several questions whether something is so are answered one by one", () => {
  const all =
    "Do you feel well, with no cold or fever? Any piercing this year? Any antibiotics in the last two weeks?";
  expect(visit(all)).toEqual(["Yes. No. No."]);
  expect(visit("Let's go one by one. Do you feel well, with no cold or fever?")).toEqual(["Yes."]);
});

test("what may be unknown is not known", () => {
  const said = visit(
    "Do you know the make of the boiler?",
    "What does it say on its front? If you don't know, never mind.",
  );
  expect(said.join("|")).toMatch(/^(?:[^|]*(?:not sure|don't know|can't say)[^|]*\|?){2}$/);
});

test("nothing has happened lately", () => {
  expect(visit("And have you had a piercing in the last four months?")).toEqual(["No."]);
  const before =
    "Two short questions before I book: Do you feel well? Any antibiotics in the last two weeks?";
  expect(visit(before)).toEqual(["Yes. No."]);
});

test("facts that are asked for are told before anything is assumed", () => {
  const track = tool("track_order", { order_number: text, day: { ...text, format: "date" } });
  const facts = { order_number: "KF-70412", day: "2026-12-08" };
  const [said] = answers("I'd like to track an order.", track, facts, [
    "Do you have your order number? Is there a day you'd prefer?",
  ]);
  expect(said).toContain("KF-70412");
});

test("an address in parts is said in parts", () => {
  const parts = { line1: text, city: text, postcode: text };
  const send = tool("send_sample", {
    name: text,
    address: { type: "object", required: Object.keys(parts), properties: parts },
  });
  const facts = { name: "Ana Diaz", line1: "3 Oak Lane", city: "Newcastle", postcode: "NE1 4XD" };
  const said = (...lines: readonly string[]) => answers("I'd like a sample.", send, facts, lines);
  expect(said("I need house number and street, the town and the postcode.")[0]).toMatch(
    /^(?=.*3 Oak Lane)(?=.*Newcastle)(?=.*NE1 4XD)/,
  );
  expect(said("Where shall we send it? Street, town and postcode, please.")[0]).toContain("3 Oak Lane");
  expect(said("Lovely. Which town or village is that?")).toEqual([expect.stringContaining("Newcastle")]);
});

test.each(["And the date of birth of the child?", "Please give me day, month and year of birth."])(
  "no other day is a date of birth: %s",
  (line) => {
    const enrol = tool("enrol", { day: { ...text, enum: ["saturday", "sunday"] }, name: text });
    const [said] = answers("Enrol my son.", enrol, { day: "saturday", name: "Ana Diaz" }, [line]);
    expect(said).not.toMatch(/saturday/i);
  },
);
