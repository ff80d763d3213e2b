/**
 * A cumulative sum tells a lasting change from chance (Page 1954). It adds up how strongly each observation
 * suggests a change, and starts again at 0 whenever the sum would become negative.
 */
export const cusum = (sum: number, score: number): number => Math.max(0, sum + score);

export interface FailureChart {
  /** How much a failure adds to the sum, and how much a success subtracts. */
  readonly failure: number;
  readonly success: number;
  /** If the sum reaches this, the rate has changed. */
  readonly limit: number;
  /** The failure rate that the chart detects best. */
  readonly changed_rate: number;
}

/**
 * A chart of the share of failed calls. It is most sensitive to doubled odds of failure. Its scores are
 * log-likelihood ratios, so with a limit of ln(n), there are on average at least n calls between two false
 * alarms (Lorden 1971).
 * @param expected_rate the share that normally fails, above 0 and below 1
 * @param false_alarm_calls how many calls there are between two false alarms, on average at least
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
