import type { Estimate } from "../../../engine/judge/estimate.ts";
import { counted } from "../../../engine/words/counted.ts";
import { percent } from "../../../engine/words/figures-in-words.ts";
import type { JudgedExample } from "./shared/ask.ts";
import type { Abstention, CertificateToStore } from "./shared/certificate.ts";
import type { PairOfLabellers } from "./shared/people.ts";
import type { Probes, Swayed } from "./shared/probes.ts";
import type { Cost, Summary } from "./shared/summary.ts";

export interface Calibration {
  readonly metric: string;
  readonly votes: number;
  readonly summary: Summary;
  /** Null unless `--alpha` asks for it. */
  readonly abstention: Abstention | null;
  /** Null if nothing was asked again. */
  readonly probes: Probes | null;
  /** Conversations whose labellers disagree. They count nowhere. */
  readonly disputed: number;
  /** How well every two labellers agree. */
  readonly people: readonly PairOfLabellers[];
  /** The certificate that the service has stored; null if no model answered. */
  readonly certificate: CertificateToStore | null;
  readonly examples: readonly JudgedExample[];
}

/** The rates, how often each answer was given, and the wrong answers. */
export function calibrationText(calibration: Calibration): string {
  const { metric, votes, summary, abstention, probes, disputed, people, certificate, examples } = calibration;
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
    ...people.map(peopleText),
    ...(disputed > 0 ? [`  ${labelled(disputed)} left out: the labellers disagree`] : []),
    ...classes.flatMap(({ class: name, sensitivity, specificity }) => [
      ...(sensitivity ? [`  sensitivity for ${name} ${interval(sensitivity)}`] : []),
      ...(specificity ? [`  specificity for ${name} ${interval(specificity)}`] : []),
    ]),
    ...(abstention ? [abstentionText(abstention)] : []),
    ...(probes ? probeLines(probes) : []),
    ...(cost.calls > 0 ? [costText(cost)] : []),
    ...confusion.map(({ expected, got, count }) => `  expected ${expected}, got ${got}: ${count}`),
    ...examples.filter(({ right }) => right !== true).map(wrongText),
    ...(certificate ? [`certified: ${certificate.model} on ${labelled(summary.examples)}`] : []),
  ].join("\n");
}

const interval = ({ value, lower, upper }: Estimate) =>
  `${value.toFixed(3)} (95%: ${lower.toFixed(3)} to ${upper.toFixed(3)})`;

const labelled = (count: number) =>
  count === 1 ? "1 labelled conversation" : `${count} labelled conversations`;

/** A judge cannot be expected to agree with people more than two people agree with each other. */
function peopleText({ labellers, examples, kappa }: PairOfLabellers): string {
  const agreed = kappa ? interval(kappa) : "could not be measured: all answers were the same";
  return `  kappa of ${labellers.join(" and ")} on ${labelled(examples)}, the most a judge can reach: ${agreed}`;
}

function abstentionText({ alpha, least_agreement, answered, wrong, checked_on }: Abstention): string {
  const head = `  for at most ${percent(alpha)} wrong answers`;
  if (least_agreement === null)
    return `${head}: full agreement is not enough; add labelled conversations, or allow more`;
  const result = `${answered} of ${checked_on} other examples were answered, ${wrong} of them wrong`;
  return `${head}: count verdicts with an agreement of at least ${percent(least_agreement)}; ${result}`;
}

function probeLines({ option_order, padding, injection }: Probes): string[] {
  const line = (what: string, { asked, changed }: Swayed) =>
    `  ${what}: ${changed} of ${asked} verdicts changed`;
  return [
    ...(option_order ? [line("reversed options", option_order)] : []),
    line("padding", padding),
    line("a verdict in the agent's words", injection),
  ];
}

function costText({ calls, prompt_tokens, completion_tokens }: Cost): string {
  const tokens =
    prompt_tokens === null || completion_tokens === null
      ? "the server does not report tokens"
      : `${prompt_tokens} tokens read, ${completion_tokens} written`;
  return `  cost: ${counted(calls, "call")} of the model; ${tokens}`;
}

function wrongText({ name, expected, status, value, reason, message, reasoning }: JudgedExample): string {
  const got = status === "EVALUATED" ? JSON.stringify(value) : [status, reason && ` (${reason})`].join("");
  const why = message ?? reasoning;
  const right = expected === null ? "NOT_APPLICABLE" : JSON.stringify(expected);
  return `${name}: expected ${right}, got ${got}${why ? `: ${why}` : ""}`;
}
