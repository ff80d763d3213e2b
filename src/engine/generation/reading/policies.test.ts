import { describe, expect, test } from "vitest";
import { policiesIn } from "./policies.ts";
import { statements } from "./statements.ts";
import { effectfulTools, givesMoney, toolPhrase, toolsAbout, toolsIn } from "./tools.ts";

describe("statements", () => {
  test("are the sentences of paragraphs, lists and headings, without their marks", () => {
    const text = "# Rules\nYou answer\nthe phone. Be kind.\n\n- **Never** shout\n- Say `hello`\n  to all\n";
    expect(statements(text)).toEqual([
      "Rules",
      "You answer the phone.",
      "Be kind.",
      "Never shout",
      "Say hello to all",
    ]);
  });
});

describe("policiesIn", () => {
  test.each([
    ["Never give medical advice.", "never"],
    ["You must not discuss prices.", "never"],
    ["Book only after the caller has said yes.", "only_if"],
    ["Only refund orders within 30 days.", "only_if"],
    ["Do not transfer a call before you have asked.", "only_if"],
    ["Always ask for the name.", "must"],
    ["Before you say goodbye, repeat the day.", "must"],
    ["If the caller is angry, you must stay calm.", "must"],
    ['Start with "Hello".', "must"],
  ])("%s is %s", (sentence, kind) => {
    expect(policiesIn(sentence)).toEqual([{ kind, sentence }]);
  });

  test("sentences that are not rules are left out, and a repeated rule counts once", () => {
    expect(policiesIn("You are kind. Never shout. People call to book. Never shout.")).toEqual([
      { kind: "never", sentence: "Never shout." },
    ]);
  });
});

describe("tools", () => {
  const PROMPT =
    "Look with find_slot, then book_appointment. Pay with issue_refund or pay.refund, or cancelBooking().";

  test("are names as programs write them", () => {
    expect(toolsIn(PROMPT)).toEqual(["find_slot", "book_appointment", "issue_refund", "cancelBooking"]);
    expect(effectfulTools(PROMPT)).toEqual(["book_appointment", "issue_refund", "cancelBooking"]);
    expect(effectfulTools(PROMPT).filter(givesMoney)).toEqual(["issue_refund"]);
  });

  test("a sentence is about those that it names, else those whose names share its words", () => {
    const tools = ["book_appointment", "issue_refund"];
    expect(toolsAbout("Call issue_refund for appointments.", tools)).toEqual(["issue_refund"]);
    expect(toolsAbout("Never refund twice.", tools)).toEqual(["issue_refund"]);
    expect(toolsAbout("Be polite.", tools)).toEqual([]);
  });

  test.each([
    ["issue_refund", "issue a refund"],
    ["openAccount", "open an account"],
    ["cancel_orders", "cancel orders"],
    ["refund", "refund"],
  ])("%s is to %s", (name, phrase) => {
    expect(toolPhrase(name)).toBe(phrase);
  });
});
