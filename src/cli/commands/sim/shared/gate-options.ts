import { flag, option, type Values } from "../../command.ts";
import { requireCalibration } from "../../judge/shared/calibration.ts";
import { canaryOption } from "../../judge/shared/canary.ts";
import { numberBetween } from "../../parsers.ts";
import { audioOption, htmlOption } from "../../report/option.ts";
import { suspicionsOption } from "../../shared/suspicions-option.ts";

/** Options of commands that wait for a run and gate on it. */
export const gateOptions = {
  min_pass_rate: option(
    "--min-pass-rate <rate>",
    "required share of passed tests, from 0 to 1",
    numberBetween(0, 1),
    1,
  ),
  allow_unevaluated: flag(
    "--allow-unevaluated",
    "count inconclusive tests as passed if only criteria without a verdict are open and others are met",
  ),
  suspicions: suspicionsOption,
  require_calibration: requireCalibration,
  canary: canaryOption,
  max_wait: option("--max-wait <seconds>", "longest wait", numberBetween(0, 604_800), 1800),
  report: htmlOption,
  with_audio: audioOption,
};

export type GateInput = Values<typeof gateOptions>;
