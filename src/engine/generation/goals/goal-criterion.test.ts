import { expect, test } from "vitest";
import type { Agent } from "../reading/agent.ts";
import { goalCriterion } from "./goal-criterion.ts";

const agent = (more: Partial<Agent>) => ({ effectful: ["reserve_hall"], ...more }) as Agent;
const rules = (goal: string, more: Partial<Agent>, chosen?: string) =>
  goalCriterion(goal, agent(more), chosen).rules;

test("of the tools that an agent has, only the chosen one has to be called", () => {
  const goal = "Reserves the hall for Friday";
  expect(rules(goal, { knowsTools: true }, "reserve_hall")).toEqual(["pass when tool reserve_hall called"]);
  expect(rules("Asks what it costs to reserve the hall", { knowsTools: true })).toEqual([]);
  expect(rules(goal, { knowsTools: true })).toEqual([]);
});

test.each(["Ask what it costs to reserve the hall", "The caller asks whether one can reserve the hall"])(
  "a caller who only asks needs no tool that only the texts name: %s",
  (goal) => {
    expect(rules("Reserve the hall for Friday", { knowsTools: false })).toEqual([
      "pass when tool reserve_hall called",
    ]);
    expect(rules(goal, { knowsTools: false })).toEqual([]);
  },
);
