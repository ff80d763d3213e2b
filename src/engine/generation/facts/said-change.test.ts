import { describe, expect, test } from "vitest";
import { withoutChange } from "./said-change.ts";

const text = { type: "string" };
const order = {
  name: "place_order",
  parameters: {
    type: "object",
    properties: {
      size: { type: "string", enum: ["small", "medium", "large"] },
      quantity: { type: "integer" },
      return_date: text,
      phone: text,
    },
  },
};

describe("a goal without what it changes on the way", () => {
  test.each([
    ["Orders three cards and then needs four", "Orders three cards", { number: 4 }],
    [
      "Orders a medium card, but decides on a large one when it is read back",
      "Orders a medium card",
      { option: { name: "size", value: "large" } },
    ],
    [
      "Asks for a card on Tuesday, then prefers Wednesday when she hears the hours",
      "Asks for a card on Tuesday",
      { moment: "Wednesday" },
    ],
    [
      "Orders cards for Wednesday, but at the end asks for Friday instead",
      "Orders cards for Wednesday",
      { moment: "Friday" },
    ],
    [
      "Orders five cards, and during the call notices that it's six cards",
      "Orders five cards",
      { number: 6 },
    ],
    [
      "Orders two cards, then realises that a friend is coming and there will be three",
      "Orders two cards",
      { number: 3 },
    ],
    [
      "Orders cards for Sunday, then changes her mind and takes Monday's instead",
      "Orders cards for Sunday",
      { moment: "Monday" },
    ],
    [
      "Orders cards for Friday at 10, then remembers a meeting and asks for 2 pm",
      "Orders cards for Friday at 10",
      { moment: "2 pm" },
    ],
    ["Orders four cards, then says that they will be five", "Orders four cards", { number: 5 }],
    ["Orders two cards, but then only one card is needed", "Orders two cards", { number: 1 }],
    [
      "Orders cards for Thursday, then would rather have them on Friday",
      "Orders cards for Thursday",
      { moment: "have them on Friday" },
    ],
    [
      "Orders cards for Tuesday, but the printer then can only do Thursday",
      "Orders cards for Tuesday",
      { moment: "Thursday" },
    ],
    [
      "Orders small cards, but then decides to take only the large ones.",
      "Orders small cards.",
      { option: { name: "size", value: "large" } },
    ],
    ["Order 100 cards, then raises it to 250 when they are read back.", "Order 100 cards.", { number: 250 }],
    [
      "Order twelve rolls, change your mind to fifteen at the end, name Sven Olsson",
      "Order twelve rolls, name Sven Olsson",
      { number: 15 },
    ],
    ["Start with two boxes, then change to four before agreeing", "Start with two boxes", { number: 4 }],
    ["Asks for a quote for two keys, then makes it three", "Asks for a quote for two keys", { number: 3 }],
    [
      "A cake for Saturday, first says 20 portions and then corrects it to 30",
      "A cake for Saturday with 20 portions",
      { number: 30 },
    ],
    [
      "A bouquet for Friday but changes it to Saturday before confirming",
      "A bouquet for Friday",
      { moment: "Saturday" },
    ],
    [
      "A loaf for 10:00, then at the read-back changes the hour from 10:00 to 11:30, and asks for a receipt",
      "A loaf for 10:00, and asks for a receipt",
      { moment: "11:30" },
    ],
    [
      "Parks from 3 to 10 June, but realises they return on the 12th and corrects the return date",
      "Parks from 3 to 10 June",
      { any_of: ["return_date"], moment: "they return on the 12th" },
    ],
    [
      "Starts with a medium cake, then decides on a large one instead",
      "Starts with a medium cake",
      { option: { name: "size", value: "large" } },
    ],
    ["Five keys, says four at first, then realises it has to be five", "Five keys with four", {}],
    [
      "A pitch for four nights and then realises that it has to be five nights",
      "A pitch for four nights",
      { number: 5 },
    ],
    [
      "Submits a reading of 917, then notices that it's really 971",
      "Submits a reading of 917",
      { number: 971 },
    ],
    [
      "A carrot cake, small, and decides during the call that it had better be the medium size",
      "A carrot cake, small",
      { option: { name: "size", value: "medium" } },
    ],
    [
      "A check for Wednesday, then realises that Thursday works better",
      "A check for Wednesday",
      { moment: "Thursday works better" },
    ],
    [
      "Parks from 8 to 11 December and notices during the call that the return date is the 12th, not the 11th",
      "Parks from 8 to 11 December",
      { any_of: ["return_date"] },
    ],
    [
      "A lesson on Monday 19 October and then asks for Wednesday 21 October instead",
      "A lesson on Monday 19 October",
      { moment: "Wednesday 21 October" },
    ],
    ["Two large pizzas, then changes their mind about the size", "Two large pizzas", { any_of: ["size"] }],
    [
      "A haircut for Friday and corrects the phone number when it is read back",
      "A haircut for Friday",
      { any_of: ["phone"] },
    ],
    [
      "A dozen rolls and changes his mind",
      "A dozen rolls",
      { any_of: ["size", "quantity", "return_date", "phone"] },
    ],
  ])("%s", (goal, rest, change) => {
    expect(withoutChange(goal, [order])).toMatchObject({ goal: rest, ...change });
  });

  test.each([
    "Has the printer cleaned on Friday, and then wants a large card as well",
    "Wants a small card, but the large ones are nicer",
    "Change the plan to plus",
    "Wants to change the appointment to Friday",
    "Wants to move it to Friday",
    "Would like to change the delivery to 12 March",
    "Change the plan and correct the name on the account",
    "Wants to move house and change the address to 12 Elm Court",
    "Have a gas fire swept, at first for the 6th",
    "Cancels the order but wants a refund instead of a voucher",
    "Begins to cancel her membership but changes her mind and freezes it instead",
    "Books a room, but the hotel changes the date to Friday",
  ])("is whole if it came for the change, or nobody can say what changes: %s", (goal) => {
    expect(withoutChange(goal, [order])).toEqual({ goal });
  });
});

test("who gives notice changes nothing", () => {
  const goal = "Gives notice on the office because he wants to be out on Friday 18 December";
  expect(withoutChange(goal, [order])).toEqual({ goal });
});

const cities = { type: "string", enum: ["Leeds", "York", "Hull"] };
const hire = {
  name: "book_coach",
  parameters: {
    type: "object",
    properties: { origin: cities, destination: cities, days: { type: "integer" } },
  },
};

test.each([
  [
    "Books a coach from Leeds to York, but corrects the destination to Hull before it is booked",
    { goal: "Books a coach from Leeds to York", option: { name: "destination", value: "Hull" } },
  ],
  [
    "Books a coach, first for two days, then decides to have it a whole week",
    { goal: "Books a coach for two days", number: 7, any_of: ["days"] },
  ],
  [
    "Books a coach for a week, then makes it two weeks",
    { goal: "Books a coach for a week", number: 14, any_of: ["days"] },
  ],
])("one end of a trip, or how long something takes, is changed: %s", (goal, change) => {
  expect(withoutChange(goal, [hire])).toMatchObject(change);
});
