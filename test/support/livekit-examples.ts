/**
 * What callers say to LiveKit's examples, what a scripted model does then, and what must come of it. The names of files,
 * tools, and bookings are the examples' own.
 */
import { expect } from "vitest";
import type { Script } from "./scripted-model.ts";

interface Turn {
  readonly say: string;
  readonly expect?: readonly string[];
}

export interface Example {
  readonly file: string;
  /** What the caller says, word for word; or what it wants, and what its words then are. */
  readonly caller:
    | { readonly turns: readonly Turn[] }
    | { readonly wants: object; readonly says: readonly string[] };
  readonly script: Script;
  /** Its calls of tools, in order, without the late one. */
  readonly calls: readonly object[];
  /** A call that ends in a later turn. By text, it is told when it is made, without its result. */
  readonly late?: { readonly name: string; readonly output: string };
  /** What the agent says at some time. */
  readonly says: readonly string[];
}

const text = (value: string) => ({ text: value });
const call = (name: string, parameters: object = {}) => ({ calls: [[name, parameters]] as const });
const refused = (why: RegExp) => ({ error: expect.stringMatching(why) });

const FRONTDESK: Example = {
  file: "frontdesk/frontdesk_agent.ts",
  caller: {
    turns: [
      { say: "I'd like to book an appointment.", expect: ["calls listAvailableSlots once"] },
      { say: "The wrong one please." },
      { say: "Yes please book it.", expect: ["calls scheduleAppointment once", 'says "successfully"'] },
      { say: "Thank you. Goodbye." },
    ],
  },
  script: {
    "book an appointment": [
      { text: "Let me look.", ...call("listAvailableSlots", { range: "+2week" }) },
      ({ results: [slots = ""] }) => text(`I have ${/ - (.*?) at/.exec(slots)?.[1]}. Does that work?`),
    ],
    "wrong one": [
      call("scheduleAppointment", { slotId: "ST_none" }),
      text("I could not find that one. Is another one fine?"),
    ],
    "please book it": [
      ({ all: [slots = ""] }) => call("scheduleAppointment", { slotId: /ST_\w+/.exec(slots)?.[0] }),
      ({ results: [done = ""] }) => text(done),
    ],
    goodbye: [text("You're welcome. Goodbye.")],
  },
  calls: [
    {
      name: "listAvailableSlots",
      parameters: { range: "+2week" },
      output: expect.stringMatching(/^ST_\w+ - \w+day, /),
    },
    {
      name: "scheduleAppointment",
      parameters: { slotId: "ST_none" },
      output: refused(/slot ST_none was not found/),
    },
    {
      name: "scheduleAppointment",
      parameters: { slotId: expect.stringMatching(/^ST_[a-z2-7]+$/) },
      output: expect.stringContaining("The appointment was successfully scheduled for "),
    },
  ],
  says: ["Hello, I can help you schedule an appointment!", "The appointment was successfully scheduled for"],
};

const MEAL = { mealId: "combo_big_mac", drinkId: "coca_cola", friesSize: "L", sauceId: null };

const DRIVE_THRU: Example = {
  file: "drive-thru/drivethru_agent.ts",
  caller: {
    turns: [
      {
        say: "A large Big Mac meal with a coke and a cheeseburger.",
        expect: ["calls orderRegularItem once"],
      },
      { say: "I don't want the cheeseburger anymore.", expect: ["calls removeOrderItem once"] },
      { say: "That is all. Thank you.", expect: ["calls listOrderItems once", 'says "large coke"'] },
    ],
  },
  script: {
    "big mac": [
      { text: "Alright.", ...call("orderComboMeal", { ...MEAL, drinkSize: null }) },
      {
        calls: [
          ["orderComboMeal", { ...MEAL, drinkSize: "L" }],
          ["orderRegularItem", { itemId: "cheeseburger", size: null }],
        ],
      },
      text("I added a Big Mac meal and a cheeseburger. Anything else?"),
    ],
    anymore: [
      call("listOrderItems"),
      ({ results: [items = ""] }) =>
        call("removeOrderItem", {
          orderIds: items.split("\n").flatMap((line) => {
            const { type, orderId } = JSON.parse(line);
            return type === "regular" ? [orderId] : [];
          }),
        }),
      text("It is gone. Anything else?"),
    ],
    "that is all": [
      call("listOrderItems"),
      ({ results: [items = ""] }) =>
        text(items.includes("\n") ? "Two things." : "One meal with a large coke."),
    ],
  },
  calls: [
    { name: "orderComboMeal", parameters: { drinkSize: null }, output: refused(/multiple sizes: S, M, L/) },
    {
      name: "orderComboMeal",
      parameters: { ...MEAL, drinkSize: "L" },
      output: expect.stringMatching(/^The item was added: .*combo_big_mac/),
    },
    {
      name: "orderRegularItem",
      parameters: { itemId: "cheeseburger", size: null },
      output: expect.stringMatching(/^The item was added: .*cheeseburger/),
    },
    { name: "listOrderItems", output: expect.stringMatching(/combo_big_mac.*\n.*cheeseburger/) },
    {
      name: "removeOrderItem",
      parameters: { orderIds: [expect.any(String)] },
      output: expect.stringMatching(/^Removed items:\n.*cheeseburger/),
    },
    { name: "listOrderItems", output: expect.stringMatching("combo_big_mac") },
  ],
  says: ["One meal with a large coke."],
};

const CARD = "4012888888881881";
const TABLE = { date: "2026-06-14", partySize: 2 };
const ANA = { firstName: "Ana", lastName: "Smith" };

const HOTEL: Example = {
  file: "hotel-receptionist/hotel_receptionist.ts",
  caller: {
    turns: [
      {
        say: "I would like a table for two on June 14th.",
        expect: ["calls checkRestaurantAvailability once"],
      },
      {
        say: "At six please. My name is Ana Smith and my phone is 5550101.",
        expect: ["calls bookRestaurant once"],
      },
      { say: "My booking HTL-AB12 needs a new credit card.", expect: ['says "code of the card"'] },
      {
        say: `It is ${CARD} and valid until 12/29 with the code 321.`,
        expect: ["calls confirmCard once", 'says "Visa ending 1881"'],
      },
      { say: "Thank you. Goodbye." },
    ],
  },
  script: {
    "": [
      // What asks for the card is another agent, with tools of its own.
      ({ tools }) =>
        text(
          tools.includes("recordCardNumber")
            ? "What are the number, the date and the code of the card?"
            : "The LiveKit Hotel. How can I help?",
        ),
    ],
    "table for two": [
      { text: "Let me check.", ...call("checkRestaurantAvailability", TABLE) },
      ({ results: [times = ""] }) => text(`We have ${times.split(", ")[1]}. What is your name?`),
    ],
    "at six": [
      call("bookRestaurant", { ...TABLE, ...ANA, phone: "5550101", time: "18:00" }),
      text("Your table is booked."),
    ],
    "new credit card": [
      call("verifyBookingByCode", { code: "HTL-AB13", lastName: "Smith" }),
      call("verifyBookingByCode", { code: "HTL-AB12", lastName: "Smith" }),
      call("startCardUpdate"),
      ({ results }) => text(`Done. ${results.at(-1)}`),
    ],
    "valid until": [
      call("recordCardNumber", { cardNumber: CARD }),
      call("recordExpiration", { month: 12, year: 29 }),
      call("recordSecurityCode", { securityCode: "321" }),
      call("recordCardholder", ANA),
      call("confirmCard"),
      text(""),
    ],
    goodbye: [text("We look forward to seeing you. Goodbye.")],
  },
  calls: [
    { name: "checkRestaurantAvailability", parameters: TABLE, output: expect.stringContaining("6 PM") },
    {
      name: "bookRestaurant",
      parameters: { ...TABLE, ...ANA, time: "18:00" },
      output: expect.stringContaining("restaurant reservation confirmed for Ana Smith, 2 at 6 PM"),
    },
    { name: "verifyBookingByCode", output: refused(/no confirmed booking found/) },
    {
      name: "verifyBookingByCode",
      parameters: { code: "HTL-AB12", lastName: "Smith" },
      output: expect.stringMatching(/^verified: Eleanor Smith, .* card ending 4242/),
    },
    // From here on, the agent that asks for the card.
    {
      name: "recordCardNumber",
      parameters: { cardNumber: CARD },
      output: expect.stringContaining("ending 1881"),
    },
    { name: "recordExpiration", parameters: { month: 12, year: 29 } },
    { name: "recordSecurityCode", parameters: { securityCode: "321" } },
    {
      name: "recordCardholder",
      parameters: ANA,
      output: expect.stringContaining("all card details captured"),
    },
    { name: "confirmCard", output: "card confirmed ending 1881" },
  ],
  late: {
    name: "startCardUpdate",
    output: "card updated on booking H, T, L, dash, A, B, 1, 2 to Visa ending 1881.",
  },
  says: [
    "The LiveKit Hotel. How can I help?",
    "What are the number, the date and the code of the card?",
    "to Visa ending 1881.",
  ],
};

/** A caller with a goal, which knows facts, and tells them when it is asked. */
const WAKE_UP: Example = {
  file: HOTEL.file,
  caller: {
    wants: {
      intent: "Wants a wake-up call.",
      goal: { tool: "scheduleWakeupCall", facts: { guestName: "Ana Diaz", room: "205", time: "7:00 AM" } },
      expect: ["calls scheduleWakeupCall once"],
    },
    says: [
      "I'd like a wake-up call.",
      "It's Ana Diaz.",
      "It's 205.",
      "7:00 AM.",
      "That was everything. Bye!",
    ],
  },
  script: {
    "": [text("The LiveKit Hotel. How can I help?")],
    "wake-up call": [text("What is your name?")],
    "ana diaz": [text("What is the number of your room?")],
    "205": [text("At what time?")],
    "7": [
      call("scheduleWakeupCall", { room: "205", guestName: "Ana Diaz", date: "2026-06-09", time: "07:00" }),
      text("Your wake-up call for room 205 is set for tomorrow at 7 AM. Anything else?"),
    ],
    bye: [text("Goodbye.")],
    thank: [text("You're welcome. Goodbye.")],
  },
  calls: [
    {
      name: "scheduleWakeupCall",
      parameters: { room: "205", guestName: "Ana Diaz", date: "2026-06-09", time: "07:00" },
      output: expect.stringContaining("wake-up call set for room 205, 2026-06-09 at 7 AM"),
    },
  ],
  says: ["set for tomorrow at 7 AM"],
};

export const EXAMPLES: Readonly<Record<string, Example>> = {
  frontdesk: FRONTDESK,
  "drive-thru": DRIVE_THRU,
  "hotel-receptionist": HOTEL,
  "hotel-receptionist, with a goal": WAKE_UP,
};
