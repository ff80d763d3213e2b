/** The figures of a grid in words, the same in a terminal, a report and the console. */
import { duration, percent } from "../../engine/words/figures-in-words.ts";
import type { Cell, Conditions, Share } from "./grid.ts";

/** `audio_quality=low background_noise=cafe` */
export const conditionsText = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([field, value]) => `${field}=${value}`)
    .join(" ");

/** `10 of 12, 83.3% (55.2–95.3%)` */
const shareText = ({ part, of, value, lower, upper }: Share): string =>
  `${part} of ${of}, ${percent(value)} (${percent(lower).slice(0, -1)}–${percent(upper)})`;

export const passText = ({ simulation_run_id, pass_rate }: Cell): string =>
  pass_rate ? shareText(pass_rate) : simulation_run_id === null ? "not started" : "not evaluated";

export const factsText = ({ entity_accuracy }: Cell): string =>
  entity_accuracy ? shareText(entity_accuracy) : "not measured";

/** `1.2 s (1.1 s–1.4 s)`; without an interval if there are fewer than six values. */
export function latencyText({ latency_ms }: Cell): string {
  if (!latency_ms) return "not measured";
  const { value, lower, upper } = latency_ms;
  return lower === null || upper === null
    ? duration(value)
    : `${duration(value)} (${duration(lower)}–${duration(upper)})`;
}
