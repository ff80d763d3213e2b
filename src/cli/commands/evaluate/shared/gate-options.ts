import { flag, option } from "../../command.ts";
import { requireCalibration } from "../../judge/shared/calibration.ts";
import { canaryOption } from "../../judge/shared/canary.ts";
import { numberBetween, text } from "../../parsers.ts";
import { suspicionsOption } from "../../shared/suspicions-option.ts";
import type { Target } from "../../shared/writable.ts";
import { pollOption } from "../../sim/shared/poll-option.ts";

/** Default of --max-wait when waiting for verdicts. */
export const VERDICT_WAIT_SECONDS = 1800;

/** Options of commands that wait for evaluations and gate on them. */
export const gateOptions = {
  min_pass_rate: option(
    "--min-pass-rate <rate>",
    "required share of passed verdicts, from 0 to 1",
    numberBetween(0, 1),
    1,
  ),
  allow_unevaluated: flag(
    "--allow-unevaluated",
    "let pass/fail metrics that were not evaluated pass, if others were; the output says so",
  ),
  require_evaluated: flag(
    "--require-evaluated",
    "fail also if a metric that neither passes nor fails was not evaluated",
  ),
  suspicions: suspicionsOption,
  require_calibration: requireCalibration,
  canary: canaryOption,
  max_wait: option("--max-wait <seconds>", "longest wait", numberBetween(0, 604_800), VERDICT_WAIT_SECONDS),
  poll: pollOption,
  junit: option("--junit <file>", "write the verdicts as JUnit XML, one suite per call", text),
};

/** The file of `--junit`. The caller checks it before it sends anything. */
export const junitTarget = (junit: string | undefined): Target[] =>
  junit === undefined ? [] : [{ option: `--junit ${junit}`, file: junit, what: "report" }];
