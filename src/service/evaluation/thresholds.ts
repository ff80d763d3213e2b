import { passesOrFails } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";

type Verdict = Output<"Verdict">;

/**
 * Percentages of met custom metrics. From `passing` up, they count together as met; up to `failing`, as not
 * met.
 */
export interface Thresholds {
  readonly passing?: number | undefined;
  readonly failing?: number | undefined;
}

const isCustom = ({ metric_id, response_type, requested_by, status }: Verdict) =>
  metric_id !== null &&
  passesOrFails({ response_type }) &&
  !requested_by.includes("digital_human") &&
  status !== "NOT_APPLICABLE";

/**
 * If a threshold is set, replaces the verdicts on all pass_fail custom metrics with a single one. A metric
 * without a verdict counts as neither. The single verdict is decided only if that metric could not change it.
 */
export function withThresholds(
  verdicts: readonly Verdict[],
  { passing, failing }: Thresholds,
): readonly Verdict[] {
  const custom = verdicts.filter(isCustom);
  if (custom.length === 0 || (passing === undefined && failing === undefined)) return verdicts;
  const decided = custom.filter(({ status }) => status === "EVALUATED");
  const met_count = decided.filter(({ value }) => value === true).length;
  const percentage = (count: number) => (100 * count) / custom.length;
  const [least, most] = [percentage(met_count), percentage(met_count + custom.length - decided.length)];
  const isMet = (rate: number) => (passing === undefined ? rate > (failing ?? 0) : rate >= passing);
  const isNotMet = (rate: number) => (failing === undefined ? rate < (passing ?? 0) : rate <= failing);
  const value = isMet(least) ? true : isNotMet(most) ? false : null;
  const needed = [
    ...(passing === undefined ? [] : [`passes from ${passing}%`]),
    ...(failing === undefined ? [] : [`fails up to ${failing}%`]),
  ].join(", ");
  const together: Verdict = {
    metric_id: null,
    name: "Custom metrics",
    response_type: "pass_fail",
    requested_by: ["agent"],
    ...(value === null
      ? { status: "NOT_EVALUATED" as const, reason: "between_thresholds" }
      : { status: "EVALUATED" as const }),
    message: `${met_count} of ${custom.length} met; ${needed}`,
    value,
    method: "builtin",
  };
  return [...verdicts.filter((verdict) => !isCustom(verdict)), together];
}
