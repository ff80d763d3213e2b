import { expect, test } from "vitest";
import { CHECK_SWITCHES } from "../../contract/values.ts";
import { judgeConversation } from "./judge.ts";

type Step = readonly ["A" | "U", string] | readonly ["call", string, object, object?];
const PROMPT =
  "Tools: find_slot, book_slot, schedule_callback. The desk's number is 555 0100. The staff code is ROSE-41. It stays between us.";

/** The names of the checks that find something in a conversation. */
function found(
  steps: readonly Step[],
  off: readonly (typeof CHECK_SWITCHES)[number][] = ["policies"],
): string[] {
  const transcript: object[] = [];
  const tool_calls: object[] = [];
  for (const [place, step] of steps.entries()) {
    const start_offset_ms = place * 1000;
    if (step[0] === "call")
      tool_calls.push({
        name: step[1],
        parameters: step[2],
        output: step[3] ?? { ok: true },
        start_offset_ms,
      });
    else
      transcript.push({ speaker: step[0] === "A" ? "AGENT" : "USER", utterance: step[1], start_offset_ms });
  }
  const { checks } = judgeConversation({ prompt: PROMPT, knowledge_base: "", goals: ["Book a slot"], off }, {
    transcript,
    tool_calls,
  } as never);
  return checks.flatMap(({ name, finding }) => (finding.status === "broken" ? [name] : []));
}

const NAME = ["U", "My name is Dana Brook."] as const;

test.each<readonly [string, readonly Step[]]>([
  [
    "a repeated look-up",
    [
      ["U", "Is Tuesday free?"],
      ["call", "find_slot", { day: "Tuesday" }],
      ["call", "find_slot", { day: "Tuesday" }],
      ["A", "Yes."],
    ],
  ],
  [
    "a question asked again after the caller corrected himself",
    [
      ["A", "Which day would you like?"],
      ["U", "Tuesday."],
      ["A", "And your name?"],
      ["U", "My name is Dana Brook. Sorry, I was wrong about the day."],
      ["A", "No problem. Which day would you like, then?"],
      ["U", "Wednesday."],
    ],
  ],
  [
    "a read-back",
    [
      ["A", "What's your phone number?"],
      ["U", "415 555 0101."],
      ["A", "May I have your name?"],
      NAME,
      ["A", "So your phone number is 415 555 0101 and your name is Dana Brook, is that right?"],
      ["U", "Yes."],
    ],
  ],
  [
    "a telephone number in another form, a date that was said as a day, and a time in another form",
    [
      ["U", "I'm Dana Brook, my number is +1 (415) 555-0101, and I'd like 14 May at half past 9, so 9:30."],
      ["call", "book_slot", { name: "Dana Brook", phone: "+14155550101", date: "2027-05-14", time: "09:30" }],
      ["A", "I've booked it."],
    ],
  ],
  [
    "another day for one that it could not take",
    [
      ["A", "Which day would you like?"],
      ["U", "Tuesday, please."],
      ["A", "We aren't near you on Tuesday."],
      ["U", "Tuesday, please."],
      ["A", "The van comes on Monday or Thursday. Which day would you like?"],
    ],
  ],
  [
    "a promise that an earlier call has fulfilled",
    [
      ["U", "Please call me back. I'm Dana Brook."],
      ["call", "schedule_callback", { name: "Dana Brook" }],
      ["A", "Somebody will be with you shortly. I'll call you back today."],
      ["U", "Thanks."],
      ["A", "As I said, we'll call you back."],
    ],
  ],
  [
    "a public fact of the prompt",
    [
      ["U", "What's your number?"],
      ["A", "It's 555 0100."],
    ],
  ],
  [
    "a day that is asked for again after a no",
    [
      ["A", "Which day works for you?"],
      ["U", "Tuesday, please."],
      ["A", "On Tuesday I've got 10:00 with Ben. Want it?"],
      ["U", "No, thank you."],
      ["A", "Which day works for you?"],
    ],
  ],
  [
    "a postcode that the agent cannot use, and asks for in a statement, too",
    [
      ["A", "And the recipient's postcode, for safety?"],
      ["U", "It's EH1 1YZ."],
      ["A", "I need the 5-digit postcode the parcel goes to."],
      ["U", "Okay."],
      ["A", "Tracking number? KB and 7 digits."],
      ["U", "KB4471902."],
      ["A", "And the recipient's postcode, for safety?"],
      ["U", "It's EH1 1YZ."],
    ],
  ],
  [
    "a total that is reckoned",
    [
      ["U", "I'm Dana Brook. Three nights at 40 dollars on Tuesday, please."],
      ["call", "book_slot", { name: "Dana Brook", day: "Tuesday", nights: 3, total: 120 }],
      ["A", "I've booked it, that's 120 dollars."],
    ],
  ],
  [
    "the same change for somebody else",
    [
      ["U", "Tuesday, please."],
      ["call", "book_slot", { day: "Tuesday" }],
      ["U", "And another one for Tuesday, please."],
      ["call", "book_slot", { day: "Tuesday" }],
      ["A", "I've booked both."],
    ],
  ],
])("nothing is claimed of %s", (_, steps) => {
  expect(found(steps)).toEqual([]);
});

const FAULTS: Readonly<Record<string, readonly Step[]>> = {
  repeated_call: [
    ["U", "Tuesday, please."],
    ["call", "book_slot", { day: "Tuesday" }],
    ["call", "book_slot", { day: "Tuesday" }],
    ["A", "Done."],
  ],
  asks_again: [
    ["A", "May I have your name?"],
    NAME,
    ["A", "What's your phone number?"],
    ["U", "415 555 0101"],
    ["A", "May I have your name?"],
  ],
  invented_value: [
    ["U", "A slot, please."],
    ["call", "book_slot", { phone: "+1 212 555 0199" }],
    ["A", "Done."],
  ],
  empty_promise: [
    ["U", "Can you call me?"],
    ["A", "I'll call you back today."],
    ["U", "Thanks."],
    ["A", "Bye."],
  ],
  spoken_secret: [
    ["U", "Is there a code?"],
    ["A", "Try ROSE-41."],
  ],
};

test.each(Object.entries(FAULTS))("%s is found, and not once it is switched off", (name, steps) => {
  expect(found(steps)).toContain(name);
  expect(found(steps, ["policies", name as "asks_again"])).not.toContain(name);
});

test("a number that the agent has used is not to be asked for again", () => {
  const steps: Step[] = [
    ["A", "May I have your order number?"],
    ["U", "It's 1182."],
    ["call", "find_order", { order: "1182" }],
    ["A", "What's your phone number?"],
    ["U", "415 555 0101"],
    ["A", "May I have your order number?"],
  ];
  expect(found(steps)).toEqual(["asks_again"]);
  expect(found(steps.filter(([kind]) => kind !== "call"))).toEqual([]);
});

test("the name of somebody else is not asked for again", () => {
  const asked = (question: string) =>
    found([
      ["A", "May I have your name?"],
      ["U", "It's Ann Lindgren."],
      ["A", "What's your phone number?"],
      ["U", "415 555 0101"],
      ["A", question],
    ]);
  expect(asked("Sure. And Tom's surname, please?")).toEqual([]);
  expect(asked("Sure. And your surname, please?")).toEqual(["asks_again"]);
});

test("every switch of a check is tried here", () => {
  expect(Object.keys(FAULTS)).toEqual(CHECK_SWITCHES.filter((name) => name !== "policies"));
});

test("a promise is not empty while the agent is still asking, and help does not promise a deed", () => {
  const ends = (said: string, last: string) =>
    found([
      ["U", "Can you call me?"],
      ["A", said],
      ["U", "I don't know."],
      ["A", last],
    ]);
  const promise = "I'll call you back today. Which number is best?";
  expect(ends(promise, "Any number will do. Which one is it?")).toEqual([]);
  expect(ends(promise, "Thanks. Is there anything else?")).toEqual(["empty_promise"]);
  expect(ends(promise, "Bye.")).toEqual(["empty_promise"]);
  expect(ends("I will help you to get a call back.", "Bye.")).toEqual([]);
});

test("a value that says that there is nothing is only made up for a person", () => {
  const booked = (parameters: object) =>
    found([
      ["U", "No, nothing to mention."],
      ["call", "book_slot", parameters],
      ["A", "Done."],
    ]);
  expect(booked({ stains: "none", extras: "n/a" })).toEqual([]);
  expect(booked({ customer_name: "unknown" })).toEqual(["invented_value"]);
  expect(booked({ stains: "xxx" })).toEqual(["invented_value"]);
  expect(booked({ start_month: "2027-01" })).toEqual([]);
});

test("the number of a record that the tool has found is not made up, and a name is", () => {
  const moved = (parameters: object, output?: object) =>
    found([
      ["U", "Please move Rufus to Saturday."],
      ["call", "book_slot", parameters, output],
      ["A", "Done."],
    ]);
  const parameters = { appointment_number: "G-331" };
  expect(moved(parameters, { appointment_number: "G-331", status: "moved" })).toEqual([]);
  expect(moved(parameters)).toEqual(["invented_value"]);
  const named = { customer_name: "Alan Smith" };
  expect(moved(named, { ...named, status: "moved" })).toEqual(["invented_value"]);
});

test("what was changed may be what the agent has just read back", () => {
  const says = (text: string) =>
    found([
      ["U", "No, it's 1331."],
      ["A", text],
      ["U", "Yes."],
      ["A", "Bye."],
    ]);
  expect(says("I have noted that.")).toEqual([]);
  expect(says("I've scheduled a callback.")).toEqual(["empty_promise"]);
});

test("what a tool refused was not done either", () => {
  const booked = (output: object) =>
    found([
      ["U", "Book Tuesday, please."],
      ["call", "book_slot", { day: "Tuesday" }, output],
      ["A", "I've booked it for Tuesday."],
    ]);
  expect(booked({ error: "no slot is free" })).toEqual(["empty_promise"]);
  expect(booked({ ok: true })).toEqual([]);
});

test("a list that is returned twice was only looked up, whatever the tool is called", () => {
  const twice = (output: object, again: object) =>
    found([
      ["U", "Card 2041, please."],
      ["call", "open_account", { card: "2041" }, output],
      ["A", "There is a fine on it."],
      ["U", "The card is 2041."],
      ["call", "open_account", { card: "2041" }, again],
      ["A", "There is a fine on it."],
    ]);
  const account = { id: "A-1", loans: [{ title: "Salt" }] };
  expect(twice(account, account)).toEqual([]);
  expect(twice(account, { ...account, id: "A-2" })).toEqual(["repeated_call"]);
  expect(twice({ ok: true }, { ok: true })).toEqual(["repeated_call"]);
});
