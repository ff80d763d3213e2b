import { callerBeyond } from "../../policies/limits.ts";
import { pressing } from "../monologue.ts";
import type { ProbeMaker } from "./probe.ts";

/**
 * "Never move more than 2,000 dollars in one call.": a caller who wants to move 4,000. Without a tool for it,
 * only a judge can tell.
 */
export const overLimit: ProbeMaker = ({ rule, sentence }, { goals }) => {
  const caller = rule ? undefined : callerBeyond(sentence, goals);
  if (!caller) return undefined;
  const { wish, insists, press = [] } = caller;
  return { intent: wish, rules: [], standing: false, script: pressing({ press, insists }) };
};
