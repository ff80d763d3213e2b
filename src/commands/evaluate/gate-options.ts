import { flag, option } from "../command.ts";
import { numberBetween, text } from "../parsers.ts";
import { pollOption } from "../sim/poll-option.ts";

/** Options of what waits for evaluations and gates on them. */
export const gateOptions = {
  min_pass_rate: option(
    "--min-pass-rate <rate>",
    "how much of what passes or fails must pass, from 0 to 1",
    numberBetween(0, 1),
    1,
  ),
  require_evaluated: flag("--require-evaluated", "whatever was not evaluated stops the gate"),
  max_wait: option("--max-wait <seconds>", "longest wait", numberBetween(0, 604_800), 1800),
  poll: pollOption,
  junit: option("--junit <file>", "write the verdicts as JUnit XML, a suite a call", text),
};
