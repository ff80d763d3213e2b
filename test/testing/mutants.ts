/** A desk with five errands, its callers, and mechanical mutants of its source: a fault in each. */

const ERRANDS = {
  refund: ["check_policy", "issue_refund"],
  exchange: ["check_stock", "exchange_item"],
  cancellation: ["check_shipping", "cancel_order"],
  delivery: ["find_parcel", "redirect_parcel"],
  invoice: ["read_account", "send_invoice"],
} as const;

export type Errand = keyof typeof ERRANDS;
export const errands = Object.keys(ERRANDS) as Errand[];

/** The agent, a statement a line. */
export const source = errands
  .map((errand) => {
    const [second, third] = ERRANDS[errand];
    return `function ${errand}(heard, call, say) {
  const order = heard.findLast((one) => /\\d{4}/.test(one))?.match(/\\d{4}/)[0] ?? "none";
  if (order === "none") return say("May I have your order number?");
  call("lookup_order", order);
  call("${second}", order);
  call("${third}", order);
  say("Your ${errand} is done.");
  say("It takes five days.");
  say("You will get an email.");
}`;
  })
  .concat(`const ERRANDS = { ${errands.join(", ")} };
export default function desk({ messages }) {
  const heard = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const errand = heard.join(" ").match(/${errands.join("|")}/)?.[0];
  const done = messages.some(({ content }) => /is done|five days|an email/.test(content));
  const tool_calls = [];
  const said = [];
  if (done) said.push("Anything else?");
  else if (!errand) said.push("How may I help you?");
  else ERRANDS[errand](heard, (name, order) => tool_calls.push({ name, parameters: { order }, output: {} }), (one) => void said.push(one));
  return { tool_calls, message: said.join(" "), ...(done && { end_conversation: true }) };
}
`)
  .join("\n");

export interface Mutant {
  readonly errand: Errand;
  readonly what: string;
  readonly source: string;
}

/** Every mutant of every errand: the guard removed, two calls swapped, a sentence taken out. */
export const mutants: readonly Mutant[] = errands.flatMap((errand) => {
  const lines = source.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`function ${errand}(`));
  const made = (what: string, change: (copy: string[]) => void): Mutant => {
    const copy = [...lines];
    change(copy);
    return { errand, what: `${errand}: ${what}`, source: copy.join("\n") };
  };
  const swap = (copy: string[], place: number) =>
    copy.splice(place, 2, copy[place + 1] ?? "", copy[place] ?? "");
  return [
    made("guard removed", (copy) => copy.splice(start + 2, 1)),
    made("first calls swapped", (copy) => swap(copy, start + 3)),
    made("last calls swapped", (copy) => swap(copy, start + 4)),
    ...[6, 7, 8].map((line) =>
      made(`sentence ${line - 5} taken out`, (copy) => copy.splice(start + line, 1)),
    ),
  ];
});

/** A mutant whose fault shows in so many of a hundred conversations. */
export function flaky(errand: Errand, percent: number): string {
  const lines = source.split("\n");
  const call = lines.findIndex((line) => line.startsWith(`function ${errand}(`)) + 3;
  lines[call] = `  if (Math.random() >= ${percent / 100}) ${lines[call]}`;
  return lines.join("\n");
}

const expectations = (errand: Errand) => {
  const [second, third] = ERRANDS[errand];
  return [
    `fail when tool ${second} called before tool lookup_order called`,
    `fail when tool ${third} called before tool ${second} called`,
    `fail when tool ${third} called with {"order": "none"}`,
    "pass when tool lookup_order called",
    `says "${errand} is done"`,
    'says "five days"',
    'says "an email"',
  ];
};

/** One that says what is written, with much that does not matter. */
export const scripted = (errand: Errand) => ({
  name: "Bob",
  turns: [
    "Hello, this is Bob.",
    "I hope you have a good day.",
    `It's about the ${errand} that we spoke of.`,
    "I bought it for a friend.",
    "The number is 1182.",
    "It was a present.",
    "Do you know how long that takes?",
    "Fine. Goodbye.",
  ].map((say) => ({ say })),
  background_noise: "office",
  expect: expectations(errand),
});

/** One that finds its own words, with much that does not matter. */
export const free = (errand: Errand) => ({
  name: "Bob",
  intent: `Wants a ${errand} for an order. The order number is 1182. It was a present. The shop is far away.`,
  facts: { email: "bob@example.com", angry: true, town: "Leeds" },
  answers: [
    { asked_about: "the size", say: "Forty-two." },
    { asked_about: "the colour", say: "Blue." },
  ],
  verbosity: "high",
  expect: expectations(errand),
});
