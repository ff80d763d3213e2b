import { judgeHandlers } from "./evaluation/calibrate-judge.ts";
import type { Handlers } from "./handler.ts";
import { ruleHandlers } from "./rules/index.ts";

/** The handler of every endpoint. If a row of the contract has none, this does not compile. */
export const handlers: Handlers = { ...ruleHandlers, ...judgeHandlers };
