import { describe, expect, test } from "vitest";
import { sourcesOf } from "../facts/facts.ts";
import { persons } from "../person.ts";
import { readAgent } from "../reading/agent.ts";
import { callerGoal } from "./caller-goal.ts";
import { languagesFor } from "./goal-adherence.ts";
import { goalCriterion } from "./goal-criterion.ts";
import { loadRequests, staggered } from "./load.ts";
import { spreadOverGoals } from "./spread.ts";

const agent = { name: "Desk", agent_description: "", goals: [], prompt: "", knowledge_base: "" };

describe("callerGoal", () => {
  test.each([
    ["Answer questions about the clinic", "Ask a question about the clinic"],
    ["Help callers to book a table", "Book a table"],
    ["Provide information on delivery", "Ask about delivery"],
    ["Take orders by phone", "Ask about orders by phone"],
    ["Take the family to the circus", "Take the family to the circus"],
    ["Refund order 1182", "Refund order 1182"],
  ])("%s is, from the other side: %s", (goal, turned) => {
    expect(callerGoal(goal)).toBe(turned);
  });
});

describe("goalCriterion", () => {
  const prompt = "Tools: book_appointment, cancel_booking, issue_refund.";
  test.each([
    ["Book an appointment", ["pass when tool book_appointment called"]],
    ["Cancel booking BK-204", ["pass when tool cancel_booking called"]],
    // Without its number, it cannot be cancelled. A refund may rightly be refused. A question calls nothing.
    ["Cancel a booking", []],
    ["Get a refund", []],
    ["Ask about appointments", []],
  ])("%s", (goal, rules) => {
    expect(goalCriterion(goal, readAgent({ ...agent, prompt }))).toEqual({
      says: `The caller gets what they came for: ${goal}.`,
      rules,
    });
  });
});

describe("languagesFor", () => {
  const multilingual = { ...agent, prompt: "Answer in the caller's language." };
  const spanish = { ...agent, prompt: "You speak English and Spanish." };

  test("are those that the agent's texts name, where the goal can be said in them", () => {
    expect(languagesFor("Book an appointment", spanish)).toEqual(["en", "es"]);
    expect(languagesFor("Book an appointment", multilingual)).toEqual(["en", "es", "de", "fr"]);
    expect(languagesFor("Talk about philosophy", spanish)).toEqual(["en"]);
    expect(languagesFor("Book an appointment", agent)).toEqual(["en"]);
    const tours = { ...agent, prompt: "Guided tours are available in English, French and German." };
    expect(languagesFor("Book an appointment", tours)).toEqual(["en"]);
    expect(languagesFor("Book a group visit", spanish)).toEqual(["en"]);
    expect(languagesFor("Cancel my subscription", spanish)).toEqual(["en"]);
  });

  test("a goal in another language keeps it", () => {
    expect(languagesFor("Ich möchte einen Termin für meine Tochter vereinbaren.", agent)).toEqual(["de"]);
  });
});

describe("load", () => {
  test("is spread over the goals; the first ones get the remainder", () => {
    const goals = loadRequests(8, { ...agent, goals: ["a", "b", "c"] }).map(({ goal }) => goal);
    // 8 = 3 + 3 + 2
    expect(goals).toEqual(["a", "a", "a", "b", "b", "b", "c", "c"]);
    expect(loadRequests(1, agent)).toMatchObject([{ goal: "Ask what Desk can help with" }]);
  });

  test("begins one caller after the other", () => {
    const callers = spreadOverGoals(
      loadRequests(50, agent),
      readAgent(agent),
      sourcesOf(readAgent(agent), { seed: "1", today: "2026-11-02" }),
      persons("1"),
    );
    const starts = staggered(callers, "1").map(({ generation }) => generation.start_offset_ms ?? -1);
    for (const [place, start] of starts.entries()) expect(Math.floor(start / 1000)).toBe(place);
    expect(new Set(starts.map((start) => start % 1000)).size).toBeGreaterThan(25);
  });
});
