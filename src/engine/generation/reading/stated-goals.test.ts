import { expect, test } from "vitest";
import { readAgent } from "./agent.ts";
import { statedGoals } from "./stated-goals.ts";

test.each([
  [
    "You are the phone assistant of a bank. You help members check balances, report a lost card and move money between their own accounts.",
    ["Check balances", "Report a lost card", "Move money between their own accounts"],
  ],
  [
    "Your job is to book, move or cancel an appointment.",
    ["Book an appointment", "Move an appointment", "Cancel an appointment"],
  ],
  ["You help guests with rooms and breakfast.", ["Rooms and breakfast"]],
  ["You are polite. You can track parcels, but never open them.", ["Track parcels"]],
  ["Be kind. Your job is to be helpful.", []],
  ["You can only speak English. Never give advice.", []],
  ["", []],
])("%s", (prompt, goals) => {
  expect(statedGoals(prompt)).toEqual(goals);
});

test("an agent's own goals come before those of its prompt", () => {
  const texts = { name: "", agent_description: "", knowledge_base: "", prompt: "You can track parcels." };
  expect(readAgent({ ...texts, goals: ["Send parcels"] }).goals).toEqual(["Send parcels"]);
  expect(readAgent({ ...texts, goals: [] }).goals).toEqual(["Track parcels"]);
});
