import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { knownTools } from "./agent-tools.ts";
import type { Line } from "./maker.ts";
import { type Proposal, propose } from "./propose.ts";
import { readSentence } from "./read/account.ts";
import { ruleOf } from "./rules.ts";
import { ruleFails } from "./sample.ts";

const TOOLS =
  "Tools: lookup_order, find_visit, issue_refund(order_id, amount), book_visit, cancel_visit, charge_card, transfer_call.\n\n";

const proposals = (text: string) =>
  propose({ prompt: TOOLS + text, goals: [] }).filter(({ sentence }) => !sentence.startsWith("Tools:"));
const read = (sentence: string): Proposal => {
  const [one] = proposals(sentence);
  if (!one) throw new Error(`${sentence} is not a policy`);
  return one;
};

/** Each sentence that can be read, and what it is read as. */
const READ = [
  ["Call issue_refund only after lookup_order.", "issue_refund only after lookup_order"],
  ["Never call issue_refund before lookup_order.", "issue_refund only after lookup_order"],
  ["Before you call issue_refund, always call lookup_order.", "issue_refund only after lookup_order"],
  ["Don't use issue_refund without calling lookup_order first.", "issue_refund only after lookup_order"],
  ["Never issue a refund until lookup_order has found the order.", "issue_refund only after lookup_order"],
  ["You may only call issue_refund once lookup_order has returned.", "issue_refund only after lookup_order"],
  ["issue_refund must never be called before lookup_order.", "issue_refund only after lookup_order"],
  ["Only after lookup_order has returned, call issue_refund.", "issue_refund only after lookup_order"],
  ["Book a visit only once the caller has agreed.", "book_visit only after the caller has agreed"],
  ["Get the caller's consent before calling charge_card.", "charge_card only after the caller has agreed"],
  [
    "Do not call cancel_visit unless the caller has explicitly confirmed.",
    "cancel_visit only after the caller has agreed",
  ],
  [
    "Book with book_visit only after the caller has said yes to the slot.",
    "book_visit only after the caller has agreed",
  ],
  ["Never call charge_card more than twice.", "charge_card at most twice in a conversation"],
  ["Only call charge_card once per conversation.", "charge_card at most once in a conversation"],
  ["Never call issue_refund with an amount above $150.", "issue_refund never with amount above $150"],
  [
    "The amount of issue_refund must not exceed 150 dollars.",
    "issue_refund never with amount above 150 dollars",
  ],
  ["Never call transfer_call.", "transfer_call is never called"],
  ["Never call issue_refund after charge_card.", "issue_refund is never called after charge_card"],
  ['Never say "guaranteed".', 'the agent never says "guaranteed"'],
  ['Please do not use the word "sorry" or "problem".', 'the agent never says "sorry" or "problem"'],
  [
    'Never say "your refund is on its way" before calling issue_refund.',
    'the agent says "your refund is on its way" only after issue_refund',
  ],
  [
    'Start every call with "Fen and Sons, good morning."',
    'one of the agent\'s first two messages says "Fen and Sons, good morning"',
  ],
  [
    'At the start of each call, say "This line is recorded."',
    'one of the agent\'s first two messages says "This line is recorded"',
  ],
] as const;

describe("what a sentence is read as", () => {
  test.each(READ)("%s", (sentence, reads) => {
    expect(read(sentence)).toMatchObject({ sentence, reads, why: null });
  });

  test.each(READ)("its rule holds for the exchange that keeps it and fails for the other: %s", (sentence) => {
    const { rule, keeps, breaks } = read(sentence);
    expect(ruleFails(rule ?? "", keeps)).toBe(false);
    expect(ruleFails(rule ?? "", breaks)).toBe(true);
  });
});

/** What may be added to a sentence. None of it is said by the rule that the sentence has without it. */
const PHRASES =
  `for members|for new customers|for guests of the hotel|for billing questions|for orders over 50 dollars|for children
on Sundays|on weekends|on public holidays|at night|in the morning|after six|after hours|before noon|between 9 and 5|during the sale
unless it rains|unless they are members|unless the manager agrees|unless told otherwise|unless it is urgent
if they ask twice|if the caller is rude|if possible|if in doubt|if it is late|if nobody answers|if the line is busy
when the shop is closed|when you can|when in doubt|when asked|when the order is large|whenever possible|once a year
in the first message|in the last message|in your first answer|in German|in writing|in an emergency|in most cases|in general
as a rule|where possible|where appropriate|wherever you can|by phone|by email|over the phone|on the phone line
other than for members|other than on Mondays|except for staff|except on Fridays|except in emergencies|apart from returns|but not always
more than necessary|too often|too early|too quickly|twice a week|per order|per customer|per day|per item|each month
without a reason|without asking|without a manager|without their name|with the manager|with a smile|with care|with staff
to members|to strangers|to children|to anybody under 16|to newspapers|to a friend of the caller
as soon as possible|as long as they are calm|so that they feel welcome|because it is dangerous|to save time|in order to help
like this|this way|that way|for them|about it|with it|from there|then|again|later|instead|otherwise|directly|yourself|alone
or find_visit|and find_visit|or a manager|and a manager|nor anything else|rather than find_visit|and tell the caller
only for members|only on Mondays|only if necessary|mostly|usually|normally|sometimes|often|rarely|maybe|ideally|preferably
(members only)|(see below)|; members are different|, members aside|, with some exceptions|: see the manual|- ask first`
    .split(/\||\n/)
    .map((one) => one.trim());

const KNOWN = knownTools(`${TOOLS}Call transfer_call.`, []);
const readsAs = (sentence: string) => {
  const reading = readSentence(sentence, KNOWN);
  return "kind" in reading ? ruleOf(reading, { goals: [], isMultilingual: false }).reads : undefined;
};

test("a sentence with anything added has no rule, or one that is another", () => {
  expect(PHRASES.length).toBeGreaterThanOrEqual(100);
  const wrong: string[] = [];
  for (const [sentence, reads] of READ) {
    expect(readsAs(sentence)).toBe(reads);
    const words = sentence.replace(/[.]$/, "").split(" ");
    for (const phrase of PHRASES) {
      for (let at = 0; at <= words.length; at += 1) {
        const text = `${[...words.slice(0, at), phrase, ...words.slice(at)].join(" ")}.`;
        if (readsAs(text) === reads) wrong.push(text);
      }
      // The whole way, where the sentence may also be divided.
      const text = `${words.join(" ")} ${phrase}.`;
      if (proposals(text).some((one) => one.reads === reads)) wrong.push(`whole: ${text}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Each was once read as something that it doesn't say. */
describe("what can't be read surely has no rule, and says why", () => {
  test.each([
    ["Open a ticket right away with open_ticket if the lift is stuck.", /./],
    ["Never call transfer_call for billing questions.", /I can't read: "for billing questions"/],
    [
      "Never refund more than 150 dollars, except for members.",
      /I can't read: "refund more than 150 dollars, except/,
    ],
    ["Don't use issue_refund without lookup_order.", /I can't read: "without lookup_order"/],
    ["Call issue_refund only after lookup_order has found it.", /I can't read: "has found it"/],
    ["Never call issue_refund with an amount above 15%.", /I can't read: "with an amount above 15%"/],
    ["Never call book_visit with an amount above 15.", /I can't read/],
    ["Never call issue_refund before order_id.", /I can't read: "before order_id"/],
    ["Charge the card at most once.", /I can't read it/],
    ["Never refund more than 150 dollars.", /I can't read: "refund more than 150 dollars"/],
    ["Never book a visit on a Sunday.", /I can't read: "on a Sunday"/],
    ["You can call issue_refund before lookup_order.", /./],
    ["Call charge_card, but never call transfer_call.", /I can't read/],
    ["If a caller mentions chest pain, tell them to dial 112.", /I can't read it/],
    ["Never ask for a card number.", /I can't read: "ask for a card number"/],
    ['Never say "sure".', /I can't read: "say "sure""/],
    ['Never say "no".', /I can't read: "say "no""/],
    ["Begin the refund by saying that it takes three days.", /I can't read it/],
    ['Start every call with something like "How can I help?"', /I can't read it/],
    ['Greet callers with "Good morning, [name]."', /I can't read it/],
    ["Use 'card' and not \"credit card\" if the caller asks for it.", /./],
    ["Do not book.", /I can't read: "book"/],
    ["If the caller is rude, end the call.", /I can't read it/],
    ["Before you have their name, never call charge_card.", /./],
    ["Call issue_refund only after lookup_order and find_visit.", /I can't read: "and find_visit"/],
    ["Call charge_card only after the manager has agreed.", /I can't read/],
    ["Call charge_card only with confirmation.", /I can't read/],
    [`Never call transfer_call ${"again and ".repeat(60)}again.`, /too long/],
  ])("%s", (sentence, why) => {
    const made = proposals(sentence);
    expect(made.map(({ rule }) => rule)).not.toContainEqual(expect.anything());
    for (const one of made) expect(one.why).toMatch(why);
  });

  test.each([
    [
      "a heading that may limit it",
      "## New members\n- Never call charge_card before lookup_order.",
      "New members",
    ],
    [
      "the words above its list",
      "If the caller is a member:\n- Never call charge_card before lookup_order.",
      "If the",
    ],
    [
      "the paragraph that announces it",
      "For members, do the following.\n\n- Never call transfer_call.",
      "For members",
    ],
    ["the list item around it", "- Members\n  - Never call charge_card before lookup_order.", "Members"],
    ["a bold label", "**Line busy.** Never call charge_card before lookup_order.", "Line busy"],
    [
      "a tag around it",
      "<night_shift>\nNever call charge_card before lookup_order.\n</night_shift>",
      "night shift",
    ],
    [
      "a heading for what not to do",
      '## Examples of what not to do\n- Start every call with "Yeah, what?"',
      "Examples",
    ],
    ["a block of code", "```\nNever call charge_card before lookup_order.\n```", "example"],
    ["a quotation", "> Never call charge_card before lookup_order.", "example"],
    [
      "the sentence before",
      "When it is a gift, be kind. Never call charge_card before lookup_order.",
      "gift",
    ],
    [
      "the sentence after",
      "Never call charge_card before lookup_order. Members are the exception.",
      "Members are",
    ],
    [
      "another sentence about the tool",
      "Never call charge_card before lookup_order.\n\nMembers may be charged with charge_card directly.",
      "directly",
    ],
    [
      "a use that another sentence has for the tool",
      "Never call transfer_call.\n\nUse transfer_call in a fire.",
      "fire",
    ],
  ])("%s", (_, text, named) => {
    const one = proposals(text).find(({ sentence }) => /^(?:Never|Start)/.test(sentence));
    expect(one).toMatchObject({ rule: null });
    expect(one?.why).toContain(named);
  });

  test.each([
    "You help.\n\n## Rules for refunds\n\n- Never call issue_refund before lookup_order.",
    "- **Refunds.** Never call issue_refund before lookup_order.\n- **VIPs.** Be kind.",
    "Follow these rules:\n- Never call issue_refund before lookup_order. No exceptions.",
    "Never:\n- call issue_refund before lookup_order",
  ])("headings of a general kind don't matter: %j", (text) => {
    expect(proposals(text).map(({ reads }) => reads)).toContain("issue_refund only after lookup_order");
  });
});

test.each([
  "Works for me.",
  "I accept.",
  "Alright then.",
  "Fair enough, I'll pay by card.",
  "The deposit's no problem.",
])("a caller who agrees in any words is a yes: %s", (yes) => {
  const { rule } = read("Book a visit only once the caller has agreed.");
  const asked = [{ agent: "Shall I book it for you?" }, { user: yes }, { tool: "book_visit" }];
  expect(ruleFails(rule ?? "", asked)).toBe(false);
});

test.each([
  [
    [{ agent: "Your visit is on Tuesday, right?" }, { user: "That's the one." }, { tool: "book_visit" }],
    false,
  ],
  [[{ agent: "What is your name?" }, { user: "Dana." }, { tool: "book_visit" }], true],
  [[{ agent: "Wie heißen Sie?" }, { user: "Dana." }, { tool: "book_visit" }], undefined],
])("without a yes and without the question for one, consent is missing: %j", (lines, fails) => {
  const { rule } = read("Book a visit only once the caller has agreed.");
  expect(ruleFails(rule ?? "", lines)).toBe(fails);
});

test("a limit is for the parameter that the prompt lists, in its own unit", () => {
  const rule = (tools: string, more = "") =>
    propose({
      prompt: `Tools: ${tools}.${more}\n\nNever call issue_refund with an amount above 150 dollars.`,
      goals: [],
    }).at(-1)?.rule;
  expect(rule("issue_refund(order_id, amount)")).toContain('with {"amount": {$gt: 150}}');
  expect(rule("issue_refund(order_id, amount_pence)")).toBeNull();
  expect(rule("issue_refund(order_id, amount)", " Amounts are in cents.")).toBeNull();
});

test("a tool of the record is known by its name alone, and a value of the prompt is not one", () => {
  const prompt = "Never call refund before lookup.";
  expect(propose({ prompt, goals: [], tools: ["refund", "lookup"] })).toMatchObject([
    { reads: "refund only after lookup" },
  ]);
  expect(propose({ prompt, goals: [] })).toMatchObject([{ rule: null }]);
});

test("each sentence has its line", () => {
  const prompt =
    'You help.\n\n## Rules\n- Never say "sure thing".\n- Call charge_card\n  at most once.\n\nTools: charge_card.';
  expect(propose({ prompt, goals: [] }).map(({ line, sentence }) => [line, sentence])).toEqual([
    [4, 'Never say "sure thing".'],
    [5, "Call charge_card at most once."],
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
  ["calls", "call ab_cd(a, b) "],
  ["sentences about one tool", "Never call call_tool. "],
  ["quotations", "never say \"ab cd\", 'ab', "],
  ["words that add nothing", "never, please, always, "],
  ["headings", "## If\n"],
  ["list items in list items", "  - if:\n"],
  ["sentences below a heading that forbids", '# Never\n- say "x"\n'],
  ["one word on each line", "never\n"],
  ["sentences on one line", "Never book. "],
])("reading takes time in proportion to the text: 100,000 characters of %s", (_, piece) => {
  const time = (length: number) => {
    const prompt = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    return processorMs(() => propose({ prompt, goals: [] }));
  };
  time(1_000);
  const short = time(10_000);
  // Ten times the text, with much room: quadratic time would be a hundred times as long.
  expect(time(100_000)).toBeLessThan(Math.max(short, 20) * 40);
});

describe("a yes before a deed", () => {
  const tools = ["find_slots", "book_appointment", "move_appointment", "change_plan"];
  const readAs = (prompt: string) =>
    propose({ prompt, goals: [], tools }).map(({ sentence, reads }) => [sentence, reads]);

  test.each([
    [
      "Read the booking back (pet, day, time) and get a clear yes before you book.",
      "book_appointment only right after the caller has agreed",
    ],
    [
      "Always tell the new price and the new term, and get an OK, before changing.",
      "change_plan only right after the caller has agreed",
    ],
    ["Find the day that suits them and read it out before you book.", null],
    ["Get a yes before you book, unless the caller is in a hurry.", null],
  ])("%s", (sentence, reads) => {
    expect(readAs(sentence).filter(([one]) => one === sentence)).toEqual([[sentence, reads]]);
  });

  const [proposal] = propose({
    prompt: "Read the booking back and get a clear yes before you book.",
    goals: [],
    tools,
  });
  const booked = { tool: "book_appointment" };
  test.each<[string, Line[], boolean | undefined]>([
    [
      "a yes to a read-back",
      [{ agent: "Tuesday at ten. Shall I book it?" }, { user: "Yes." }, booked],
      false,
    ],
    [
      "any words to a question",
      [{ agent: "Tuesday at ten. Shall I book it?" }, { user: "Fire away." }, booked],
      false,
    ],
    [
      "one more question behind the yes",
      [
        { agent: "Tuesday at ten. Shall I book it?" },
        { user: "Yes." },
        { agent: "And your email address, please?" },
        { user: "a@example.org" },
        booked,
      ],
      false,
    ],
    ["no question", [{ agent: "Which day, please?" }, { user: "Tuesday at ten." }, booked], true],
    ["no call", [{ agent: "Tuesday at ten. Shall I book it?" }, { user: "No." }], undefined],
  ])("%s", (_, lines, fails) => {
    expect(ruleFails(proposal?.rule ?? "", [{ agent: "You are through to the clinic." }, ...lines])).toBe(
      fails,
    );
  });
});

test("a language below what is forbidden stays one that is wanted", () => {
  const [, english] = propose({ prompt: "Don'ts\n- Give advice.\n- English only.", goals: [] });
  expect(english).toMatchObject({
    sentence: "English only.",
    rule: null,
    why: expect.stringMatching(/callers/),
  });
});
