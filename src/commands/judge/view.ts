import type { Lenient, Output } from "../../contract/types.ts";
import type { Estimate } from "../../engine/judge/calibration.ts";
import type { Expected } from "./examples.ts";
import type { Cost, Summary } from "./summary.ts";

/** An example, the result on it, and whether that is right (null without a verdict). */
export type JudgedExample = Lenient<Output<"JudgeCalibrationAnswer">>["results"][number] & {
  readonly name: string;
  readonly expected: Expected;
  readonly right: boolean | null;
};

export interface Calibration {
  readonly metric: string;
  readonly votes: number;
  readonly summary: Summary;
  readonly examples: readonly JudgedExample[];
}

/** The rates, how often each answer was given, and the wrong answers. */
export function calibrationText({ metric, votes, summary, examples }: Calibration): string {
  const { judged, accuracy, f1, mean_absolute_error, flip_rate, kappa, classes, cost, confusion } = summary;
  const rates = [
    ["accuracy", accuracy],
    ["F1", f1],
    ["mean absolute error", mean_absolute_error],
    [`flip rate of ${votes} votes`, flip_rate],
  ] as const;
  return [
    `${metric}: ${judged} of ${summary.examples} examples judged`,
    ...rates.flatMap(([name, rate]) => (rate === null ? [] : [`  ${name} ${rate.toFixed(3)}`])),
    ...(kappa ? [`  kappa ${interval(kappa)}`] : []),
    ...classes.flatMap(({ class: name, sensitivity, specificity }) => [
      ...(sensitivity ? [`  sensitivity for ${name} ${interval(sensitivity)}`] : []),
      ...(specificity ? [`  specificity for ${name} ${interval(specificity)}`] : []),
    ]),
    ...(cost.calls > 0 ? [costText(cost)] : []),
    ...confusion.map(({ expected, got, count }) => `  expected ${expected}, got ${got}: ${count}`),
    ...examples.filter(({ right }) => right !== true).map(wrongText),
  ].join("\n");
}

const interval = ({ value, lower, upper }: Estimate) =>
  `${value.toFixed(3)} (95 %: ${lower.toFixed(3)} to ${upper.toFixed(3)})`;

function costText({ calls, prompt_tokens, completion_tokens }: Cost): string {
  const tokens =
    prompt_tokens === null || completion_tokens === null
      ? "the server does not report tokens"
      : `${prompt_tokens} tokens read, ${completion_tokens} written`;
  return `  cost: ${calls} ${calls === 1 ? "call" : "calls"} of the model; ${tokens}`;
}

function wrongText({ name, expected, status, value, reason, message, reasoning }: JudgedExample): string {
  const got = status === "EVALUATED" ? JSON.stringify(value) : [status, reason && ` (${reason})`].join("");
  const why = message ?? reasoning;
  const right = expected === null ? "NOT_APPLICABLE" : JSON.stringify(expected);
  return `${name}: expected ${right}, got ${got}${why ? `: ${why}` : ""}`;
}
