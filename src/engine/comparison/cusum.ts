/**
 * A cumulative sum tells a lasting change from chance: it adds up how much each observation speaks for the change, and
 * starts over at 0 while they speak against it (Page 1954).
 */
export const cusum = (sum: number, score: number): number => Math.max(0, sum + score);

export interface FailureChart {
  /** What a failure adds to the sum, and what a success takes from it. */
  readonly failure: number;
  readonly success: number;
  /** The sum at which the rate has changed. */
  readonly limit: number;
  /** The rate of failures that it is most sensitive to. */
  readonly changed_rate: number;
}

/**
 * A chart for the share of calls that fail, sensitive to odds of failure that have doubled. Its scores are log-likelihood
 * ratios, so with a limit of ln(n) there are at least n calls between two false alarms on average (Lorden 1971).
 * @param expected_rate the share that fails as things are, above 0 and below 1
 * @param false_alarm_calls the calls between two false alarms, on average at least
 */
export function failureChart(expected_rate: number, false_alarm_calls: number): FailureChart {
  const odds = (2 * expected_rate) / (1 - expected_rate);
  const changed_rate = odds / (1 + odds);
  return {
    failure: Math.log(changed_rate / expected_rate),
    success: Math.log((1 - changed_rate) / (1 - expected_rate)),
    limit: Math.log(false_alarm_calls),
    changed_rate,
  };
}
