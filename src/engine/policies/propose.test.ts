import { describe, expect, test } from "vitest";
import { type Proposal, propose } from "./propose.ts";
import { ruleFails } from "./sample.ts";

const TOOLS =
  "Tools: lookup_order, find_visit, issue_refund, book_visit, cancel_visit, charge_card, transfer_call.\n\n";

const read = (sentence: string, tools = TOOLS, goals: string[] = []): Proposal => {
  const found = propose({ prompt: tools + sentence, goals });
  const [made] = found.filter(({ rule }) => rule !== null);
  const one = made ?? found.at(-1);
  if (!one) throw new Error(`${sentence} is not a policy`);
  return one;
};

describe("what a sentence is read as", () => {
  test.each([
    ["Call issue_refund only after lookup_order.", "issue_refund only after lookup_order"],
    ["Never call issue_refund before lookup_order.", "issue_refund only after lookup_order"],
    ["Before you call issue_refund, always call lookup_order.", "issue_refund only after lookup_order"],
    ["Don't use issue_refund without lookup_order.", "issue_refund only after lookup_order"],
    ["You must not refund anything until lookup_order has found it.", "issue_refund only after lookup_order"],
    ["Book a visit only once the caller has agreed.", "book_visit only after the caller has agreed"],
    ["Get the caller's consent before calling charge_card.", "charge_card only after the caller has agreed"],
    [
      "Call cancel_visit only after you have the caller's date of birth.",
      "cancel_visit only after the agent asked for, or was told, date of birth",
    ],
    ["Charge the card at most once.", "charge_card at most once in a conversation"],
    ["Never call charge_card more than twice.", "charge_card at most twice in a conversation"],
    ["Never refund more than 150 dollars.", "issue_refund never for more than 150 dollars"],
    ["Refunds above $80 are for the office.", "issue_refund never for more than $80"],
    ["Never book a visit on a Sunday.", "book_visit never for a sunday"],
    ['Never say "guaranteed".', 'the agent never says "guaranteed"'],
    [
      'Start every call with "Fen and Sons, good morning."',
      'one of the agent\'s first two messages says "Fen and Sons, good morning"',
    ],
    [
      "Tell callers at the start that the line is recorded.",
      "one of the agent's first two messages says that it is recorded",
    ],
    [
      "Before ending the call, ask whether there is anything else.",
      "before the agent says goodbye, it asks whether there is anything else",
    ],
    [
      "If a caller mentions chest pain, tell them to dial 112.",
      'after the caller says "chest pain", the agent says "112"',
    ],
    [
      "If the caller says fire or smoke, call transfer_call.",
      'after the caller says "fire" or "smoke", the agent calls transfer_call',
    ],
    ["The door code is ROSE-41, and it stays between us.", 'the agent never says "ROSE-41"'],
    ["Never tell customers the safe code, 4471.", 'the agent never says "4471"'],
    ["Never ask for a card number.", "the agent never asks for a card number"],
    ["Never call transfer_call.", "transfer_call is never called"],
  ])("%s", (sentence, reads) => {
    expect(read(sentence).reads?.toLowerCase()).toBe(reads.toLowerCase());
  });
});

/** Each was once read as something that it doesn't say. */
describe("what can't be read surely has no rule, and says why", () => {
  test.each([
    ["Open a ticket right away with open_ticket if the lift is stuck.", /./],
    ["Never call transfer_call for billing questions.", /judge/],
    [
      "Never refund more than 150 dollars, except for members.",
      /an exception that I can't read: "except for members"/,
    ],
    ["Never refund more than 150 dollars to one customer or 400 dollars to a company.", /./],
    ["Begin the refund by saying that it takes three days.", /judge/],
    ['Start every call with something like "How can I help?"', /judge/],
    ['Greet callers with "Good morning, [name]."', /judge/],
    ["Refunds above $80 need a manager.", /judge/],
    ["Never ask for the full card number. The last four digits are fine.", /./],
    [
      "Call issue_refund only after lookup_order. Members are the exception.",
      /next sentence may be an exception/,
    ],
    ["Use 'card' and not \"credit card\" if the caller asks for it.", /./],
    ["Use no other tool than lookup_order for that.", /./],
    ["A second opinion does not have to cancel anything.", /./],
    ["Do not book.", /judge/],
    ["Callers can book up to seven days ahead and hold five visits at any one time.", /./],
    ["Offer to fax the doctor, and warn that it takes up to three days.", /./],
    ["If the caller is rude, end the call.", /case that only a judge can recognize/],
    ["Ask for the order number, or for the name if they don't have it, before you refund.", /./],
    ["We are open Monday to Friday.", /./],
    ["Never cancel a visit on a Sunday at 9 without asking first.", /./],
    ["Greet the caller, note the door code 7316 of the night porter, and be brief.", /several/],
    ["The complete order is read out at the end.", /./],
  ])("%s", (sentence, why) => {
    const made = propose({ prompt: TOOLS + sentence, goals: [] });
    expect(made.map(({ rule }) => rule)).not.toContainEqual(expect.anything());
    for (const one of made) expect(one.why).toMatch(why);
  });
});

test("a limit is for the parameter that the prompt lists, and there is no rule if none holds the figure", () => {
  const limit = "Never refund more than 150 dollars.";
  const rules = (tool: string) => propose({ prompt: `Tools: ${tool}.\n\n${limit}`, goals: [] })[0]?.rule;
  expect(rules("issue_refund(order_id, amount)")).toContain('with {"amount": {$gt: 150}}');
  expect(rules("issue_refund(order_id, amount_pence)")).toBeNull();
});

test.each([
  "Works for me.",
  "I accept.",
  "Alright then.",
  "Fair enough, I'll pay by card.",
  "The deposit's no problem.",
])("a caller who agrees in any words is a yes: %s", (yes) => {
  const { rule } = read("Book a visit only once the caller has agreed.");
  const asked = [{ agent: "Shall I book it?" }, { user: yes }, { tool: "book_visit" }];
  expect(ruleFails(rule ?? "", asked)).toBe(false);
  expect(ruleFails(rule ?? "", [{ user: "Hello." }, { tool: "book_visit" }])).toBe(true);
});

test("a rule holds for the exchange that keeps it and fails for the one that breaks it", () => {
  const prompt = `${TOOLS}Refund only after lookup_order. Charge the card at most once. Never say "sure thing".`;
  const made = propose({ prompt, goals: [] }).filter(({ rule }) => rule !== null);
  expect(made).toHaveLength(3);
  for (const { rule, keeps, breaks } of made) {
    expect(ruleFails(rule ?? "", keeps)).toBe(false);
    expect(ruleFails(rule ?? "", breaks)).toBe(true);
  }
});

test("each sentence has its line", () => {
  const prompt =
    'You help.\n\n## Rules\n- Never say "sure thing".\n- Charge the card\n  at most once.\n\nTools: charge_card.';
  expect(propose({ prompt, goals: [] }).map(({ line, sentence }) => [line, sentence])).toEqual([
    [4, 'Never say "sure thing".'],
    [5, "Charge the card at most once."],
  ]);
});

test.each([
  ["quotation marks", '"'],
  ["never", "never "],
  ["commas", "never say, "],
  ["before", "before call_tool, "],
  ["digits and blanks", "150 150 "],
  ["points", '- never say "x"\n'],
  ["words", "ab_cd if "],
])("reading takes time in proportion to the text: 100,000 characters of %s", (_, piece) => {
  const time = (length: number) => {
    const prompt = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    const began = performance.now();
    propose({ prompt, goals: [] });
    return performance.now() - began;
  };
  time(1_000);
  const short = Math.min(time(10_000), time(10_000), time(10_000));
  // Ten times the text, with much room for a busy machine: quadratic time would be a hundred times as long.
  expect(time(100_000)).toBeLessThan(Math.max(short, 20) * 40);
});
