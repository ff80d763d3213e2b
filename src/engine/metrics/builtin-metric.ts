import type { Facts } from "./facts.ts";
import type { Evidence, Fact, MetricReason, MetricValue, Unit } from "./metric-value.ts";

/** A metric without its computation, for documentation and for checking metric names. */
export interface MetricDefinition {
  id: string;
  version: number;
  unit: Unit;
  description: string;
  /** Where the definition comes from. */
  source: string;
}

/** What a definition finds in a conversation. */
export type Measurement =
  | {
      status: "EVALUATED";
      value: number | string | object;
      n: number;
      low_support: boolean;
      evidence: readonly Evidence[];
      lower_bound?: true;
    }
  | { status: "NOT_APPLICABLE" | "NOT_EVALUATED"; reason: MetricReason };

export interface BuiltinMetric extends MetricDefinition {
  measure: (facts: Facts) => Measurement;
}

/** With fewer events than this, a rate is not reliable. The τ-voice leaderboard uses the same limit. */
export const MIN_EVENTS = 10;

/** A value supported by `n` observations. Below `needs`, its support is low. */
export function evaluated(
  value: number | string | object,
  n: number,
  evidence: readonly Evidence[] = [],
  needs = 0,
): Measurement {
  return { status: "EVALUATED", value, n, low_support: n < needs, evidence };
}

/** What a metric measures did not occur. */
export function notApplicable(): Measurement {
  return { status: "NOT_APPLICABLE", reason: "no_occurrences" };
}

export function notEvaluated(reason: MetricReason): Measurement {
  return { status: "NOT_EVALUATED", reason };
}

/** `numerator / denominator`. Not applicable if the denominator is 0. */
export function ratio(
  numerator: number,
  denominator: number,
  n: number,
  evidence: readonly Evidence[] = [],
  needs = 0,
): Measurement {
  if (denominator === 0) return notApplicable();
  return evaluated(numerator / denominator, n, evidence, needs);
}

/** A measure of one fact. If the fact is missing, the metric is not evaluated, for the same reason. */
export function whenKnown<T>(
  fact: (facts: Facts) => Fact<T>,
  measure: (value: T, facts: Facts) => Measurement,
): (facts: Facts) => Measurement {
  return (facts) => {
    const result = fact(facts);
    return "missing" in result ? notEvaluated(result.missing) : measure(result.value, facts);
  };
}

/** A function that computes a metric of a conversation, in the form of a report. */
export function reporterOf(
  { id, unit, measure }: BuiltinMetric,
  formula: string,
): (facts: Facts) => MetricValue {
  return (facts) => {
    const measurement = measure(facts);
    if (measurement.status !== "EVALUATED") {
      const { status, reason } = measurement;
      return { id, status, reason, value: null, unit, n: 0, low_support: false, formula, evidence: [] };
    }
    const { status, value, n, low_support, evidence } = measurement;
    const reported: MetricValue = { id, status, value, unit, n, low_support, formula, evidence };
    if (measurement.lower_bound) reported.lower_bound = true;
    return reported;
  };
}
