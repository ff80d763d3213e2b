import { callerGoal } from "../goals/caller-goal.ts";
import type { Probe, ProbeMaker } from "./probe.ts";

/** What the agent always has to do shows in any conversation that gets that far. */
export const duty: ProbeMaker = (_, { goals }): Probe => ({
  intent: callerGoal(goals[0] ?? "Ask what you can help with"),
  rules: [],
  standing: false,
});
