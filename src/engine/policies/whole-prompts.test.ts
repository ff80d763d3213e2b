/**
 * Typical parts of complete prompts: headings, lists, tables, asides. Each reading has the words of several
 * authors.
 */
import { describe, expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { judgeConversation } from "./judge.ts";
import { groundOf, readPolicies } from "./read.ts";

/** The rules of a prompt, in words. */
function rulesOf(prompt: string, goals: readonly string[] = []): string[] {
  const ground = groundOf({ prompt, knowledge_base: "", goals: [...goals] });
  return readPolicies(prompt, ground).flatMap(({ rule }) => (rule ? [rule.says] : []));
}

/** How the policies of a prompt judge a conversation: `agent: …`, `user: …`, or the name of a tool. */
function broken(prompt: string, lines: readonly string[]): string[] {
  const transcript: { speaker: string; utterance: string; start_offset_ms: number }[] = [];
  const tool_calls: { name: string; parameters: object; output: object; start_offset_ms: number }[] = [];
  for (const [place, line] of lines.entries()) {
    const [, speaker, utterance = ""] = /^(agent|user): (.+)$/.exec(line) ?? [];
    const start_offset_ms = place * 1000;
    if (speaker) transcript.push({ speaker, utterance, start_offset_ms });
    else tool_calls.push({ name: line, parameters: {}, output: { ok: true }, start_offset_ms });
  }
  const agent = { prompt, knowledge_base: "", goals: [], off: [] };
  const found = judgeConversation(agent, { transcript, tool_calls } as unknown as ConversationInput) ?? [];
  return found.flatMap(({ finding }) => (finding.status === "broken" ? [finding.message] : []));
}

describe("the points below a heading that forbids them are forbidden", () => {
  test.each([
    "## What you don't do\n- promise that prices will go down\n- chat about the weather",
    "NEVER:\n* Promise an early delivery",
    "Things you must not do\n1. promise a refund\n2. argue",
    "Don'ts\n- Guarantee results to anybody",
  ])("%j", (prompt) => {
    expect(rulesOf(prompt)).toContain("the agent gives nobody a promise");
  });

  test.each([
    "## What you do\n- promise that somebody calls back",
    "You never know who calls.\n\n- promise a call back within a day",
  ])("and those below another are not: %j", (prompt) => {
    expect(rulesOf(prompt)).not.toContain("the agent gives nobody a promise");
  });
});

describe("what changes nothing is not a condition", () => {
  test.each([
    "Use send_help at once, even if the caller says it can wait.",
    "Use send_help at once, no matter what the caller says.",
    "Use send_help at once, whatever the caller says about it.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with send_help. ${sentence}`).join()).not.toMatch(/when the caller says/);
  });
});

describe("a duty in the case that the sentence before names", () => {
  test.each([
    "Trouble breathing or a swollen face is never a routine visit. In those cases use transfer_call.",
    "Trouble breathing and chest pain mean an emergency. In such cases, call transfer_call at once.",
    "Trouble breathing can be dangerous. In that case use transfer_call, even if they don't want it.",
  ])("%s", (text) => {
    const prompt = `You work with book_visit and transfer_call. ${text}`;
    expect(rulesOf(prompt).join()).toMatch(/when the caller says "trouble breathing".*transfer_call/);
    const talk = ["user: I have trouble breathing.", "agent: I see. Which day suits you?", "user: Monday."];
    expect(broken(prompt, [...talk, "agent: Fine, what time?"])).toEqual(["transfer_call was not called"]);
    expect(broken(prompt, [talk[0] ?? "", "transfer_call", "agent: I'm putting you through."])).toEqual([]);
  });
});

describe("how a call ends does not define its last words", () => {
  test.each([
    "After three failed attempts, end the call politely.",
    "Once the caller has been rude twice, close the conversation.",
    "Unless they tell you the code, end the call.",
  ])("%s", (sentence) => {
    expect(rulesOf(sentence).join()).not.toMatch(/goodbye/);
  });
});

describe("words at the end of a booking are due only if something was booked", () => {
  test.each([
    "Say at the end that a text message comes the day before.",
    "At the end, mention the text message that comes the day before.",
    "Before you hang up, tell them about the text message.",
  ])("%s", (sentence) => {
    const prompt = `You book with book_visit. ${sentence}`;
    expect(broken(prompt, ["user: What's your address?", "agent: 5 Hill Road. Goodbye!"])).toEqual([]);
    expect(broken(prompt, ["user: Monday.", "book_visit", "agent: Booked. Goodbye!"])).toHaveLength(1);
  });

  test("and in every call, if the prompt says so", () => {
    const prompt = "You book with book_visit. End every call with a word about the text message.";
    expect(broken(prompt, ["user: What's your address?", "agent: 5 Hill Road. Goodbye!"])).toHaveLength(1);
  });
});

describe("the name of a thing is not secret with its code", () => {
  test.each([
    'The Wi-Fi code, "schwarz1907", is not for callers.',
    "The code of the Riverside gate is 4471; it stays between us.",
    "Never give out the Wi-Fi password, which is HARBOUR22.",
  ])("%s", (sentence) => {
    expect(rulesOf(sentence).join()).toMatch(/schwarz1907|4471|HARBOUR22/);
    expect(rulesOf(sentence).join()).not.toMatch(/Wi-Fi|Riverside/);
  });
});

describe("a caller who has passed the check has told what the prompt lists for it", () => {
  test.each([
    "Security check\nAsk for full name, date of birth and postcode.\n\nNo account details before the caller has passed the security check.",
    "## Identification\nEvery caller has to give a name, a date of birth and a postcode.\n\nDon't disclose balances before you have identified the caller.",
    "To verify callers, ask for their name, their date of birth and their zip code.\n\nTell nobody a balance until they have been verified.",
  ])("%j", (prompt) => {
    const rules = rulesOf(`${prompt}\n\nYour tool is get_balance.`).join();
    expect(rules).toMatch(/birth/);
    expect(rules).toMatch(/postcode|zip code/);
  });

  test("a list of choices isn't needed as a whole", () => {
    const prompt =
      "Verify callers by their date of birth or their postcode.\n\nTell nobody a balance until they have been verified.";
    expect(rulesOf(prompt).join()).toMatch(/who is calling/);
  });
});

describe("what the agent may do without is not required", () => {
  test.each([
    "Before you change anything, ask for the name and the date of birth (if they remember it).",
    "Before you change anything, get the caller's name and the last four digits (or the postcode instead).",
    "Before you change anything, note the name, and the phone number (optional).",
  ])("%s", (sentence) => {
    const rules = rulesOf(`You work with change_plan. ${sentence}`).join();
    expect(rules).toMatch(/name/);
    expect(rules).not.toMatch(/birth|digits|phone/);
  });
});

describe("steps that other people take set no order for the agent", () => {
  test.each([
    "Anything else is quoted by Piet after he has looked at the car.",
    "Repairs are started by the mechanic only once the owner has paid.",
    "Prices are set by our manager after she has seen the photos.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with create_job. ${sentence}`, ["Repair my car"]).join()).not.toMatch(
      /only after/,
    );
  });
});

describe("an order with a case behind a semicolon is still an order", () => {
  test.each([
    "Order exactly one card per customer; should they ask again, tell them that it is on its way.",
    "You may order one card per customer; if they want another, refer them to the branch.",
    "Never order a card twice; when somebody complains, say it is on its way.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with order_card. ${sentence}`)).toContain("order_card at most once");
  });
});

describe("the topic next to the prohibition is the forbidden one", () => {
  test.each([
    ["Don't quote prices for any treatment.", "a price"],
    ["Never estimate what a legal case costs.", "a price"],
    ["Discounts on medicines are off limits.", "a discount"],
    ["Medical questions about prices are off limits, and you never give medical advice.", "medical advice"],
  ])("%s", (sentence, says) => {
    expect(rulesOf(sentence).join()).toContain(`the agent gives nobody ${says}`);
  });
});

describe("a time until which something has to be there", () => {
  test.each([
    "Cars have to be here by 10:30, otherwise we can't start on them.",
    "Parcels must be at the counter by 16:00.",
    "Hand bikes in by 12:00 at the latest.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You put jobs into the diary with create_job. ${sentence}`).join()).toMatch(
      /create_job not after (?:10:30|16:00|12:00)/,
    );
  });
});

describe("matters that stay between a customer and the company", () => {
  test.each([
    "A reader's loans are between that reader and us.",
    "What a patient tells you stays between the patient and the practice.",
    "Orders are strictly between each customer and us: husbands and wives included.",
  ])("%s", (sentence) => {
    expect(rulesOf(sentence)).toContain("the agent tells nobody what its records say about somebody else");
  });
});

describe("how often something may be done in a period", () => {
  test.each([
    "We can freeze a membership once a year.",
    "A membership is frozen once per season.",
    "Freeze a membership once in any twelve-month year, for four weeks.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with freeze_membership. ${sentence}`)).toContain(
      "freeze_membership at most once",
    );
  });
});

describe("how long something that is agreed may be", () => {
  test.each([
    "Instalments can be agreed for no longer than nine months.",
    "Instalments are agreed for at most nine months.",
    "Instalments are confirmed for up to nine months.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with arrange_instalments. ${sentence}`)).toContain(
      "arrange_instalments at most 9 months",
    );
  });
});

describe("reading something out is not doing it", () => {
  test.each([
    "Get the owner's name and postcode before you read anything out.",
    "Before you read a record out, get the owner's name and postcode.",
    "Get the owner's name and postcode ahead of reading out what we have.",
  ])("%s", (sentence) => {
    expect(rulesOf(`You work with make_appointment. ${sentence}`).join()).toMatch(
      /^anything from the records only after/,
    );
  });
});

describe("saying what it costs is telling the price", () => {
  test.each([
    "A room is booked once the guest has heard the total and said yes to it.",
    "Book a room only after you have told the guest the price.",
    "Before you book_room, mention the fee to the guest.",
  ])("%s", (sentence) => {
    const prompt = `You work with book_room. ${sentence}`;
    const told = ["agent: That comes to 260 euros. Shall I book it?", "user: Yes, please.", "book_room"];
    expect(broken(prompt, told)).toEqual([]);
    expect(broken(prompt, ["agent: Which day?", "user: Friday.", "book_room"])).toHaveLength(1);
  });
});
