import { describe, expect, test } from "vitest";
import { judgeConversation } from "./judge.ts";
import { says } from "./quotations.ts";

/** What a conversation in which the agent says this shows about a prompt with this sentence. */
function judged(sentence: string, ...lines: readonly string[]) {
  const agent = {
    prompt: `You are the front desk of a clinic.\n\n${sentence}`,
    knowledge_base: "",
    goals: [],
    off: [],
  };
  const transcript = lines.map((line) => {
    const speaker = line.startsWith("A") ? "agent" : "user";
    return { speaker, utterance: line.slice("A: ".length) };
  });
  const found = judgeConversation(agent, { transcript }) ?? [];
  return found.find(({ kind, source }) => kind === "policy" && sentence.startsWith(source.slice(0, 12)))
    ?.finding;
}

const GREETING = 'Start with "Clinic front desk, how can I help?".';

describe("a greeting that the prompt quotes", () => {
  test.each([
    "Clinic front desk, how can I help?",
    "Good morning. CLINIC  front desk - how can I help you today?",
    "Clinic front desk. How can I help?",
  ])("is said: %s", (greeting) => {
    expect(judged(GREETING, "U: Hi.", `A: ${greeting}`, "U: A slot, please.")).toMatchObject({
      status: "kept",
      at: [{ turn: 2 }],
    });
  });

  test.each([
    "Clinic front desk. Let me look, one moment.",
    "How can I help, clinic front desk?",
    "Clinic front desk, how may I help?",
  ])("is not said: %s", (greeting) => {
    expect(judged(GREETING, "U: Hi.", `A: ${greeting}`)).toMatchObject({ status: "broken", at: { turn: 2 } });
  });

  test("may come in two messages", () => {
    expect(judged(GREETING, "A: Clinic front desk,", "A: how can I help?")).toMatchObject({
      status: "kept",
      at: [{ turn: 1 }, { turn: 2 }],
    });
  });

  test.each([
    ['Start with "Good morning" or "Good afternoon".', "Good afternoon, the clinic here."],
    ['Start with "Hello, this is {name} at the clinic".', "Hello, this is Robin at the clinic."],
    [
      'Start with something like "Hello, thank you for calling the clinic".',
      "Hello, thanks for calling our clinic.",
    ],
  ])("has the words that it needs: %s", (sentence, greeting) => {
    expect(judged(sentence, `A: ${greeting}`)).toMatchObject({ status: "kept" });
  });
});

describe("an answer that the prompt quotes", () => {
  const duty = 'If the caller mentions chest pain, say "Please hang up and call the emergency number".';

  test("is said in its words, not in one of them", () => {
    const caller = "U: I have chest pain.";
    expect(judged(duty, caller, "A: Please hang up and call the emergency number.")).toMatchObject({
      status: "kept",
    });
    expect(judged(duty, caller, "A: It's not an emergency.", "U: Are you sure?", "A: Yes.")).toMatchObject({
      status: "broken",
    });
  });
});

test("words are compared in time that grows with the text", () => {
  const text = "front desk front ".repeat(6000);
  expect(says(text, "front desk {name} front [x] front … desk desk")).toBe(false);
});
