import { judgeHandlers } from "./evaluation/calibrate-judge.ts";
import type { Handlers } from "./handler.ts";
import { ruleHandlers } from "./rules/index.ts";

/** The handler of every endpoint: a row of the contract without one does not compile. */
export const handlers: Handlers = { ...ruleHandlers, ...judgeHandlers };
