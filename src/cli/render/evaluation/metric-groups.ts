import { DEFECTS } from "../../../engine/metrics/audio/defects.ts";
import { CONTRADICTIONS } from "../../../engine/metrics/audio/words-and-sound.ts";
import type { Measurement } from "./call.ts";

/** The groups in which a person sees the built-in metrics, by the beginning of their ids. */
export const METRIC_GROUPS: readonly (readonly [title: string, ids: RegExp])[] = [
  [
    "timing",
    /^(?:agent\.(?:response_|answer_|greeting_)|tool_call_after_|unanswered_|time_to_first_|call_duration)/,
  ],
  ["talk", /^(?:talk_|longest_monologue)/],
  ["floor", /^(?:overlap_ms|interruptions\.|agent_interruption|yield_|selectivity\.|ignored\.)/],
  ["silence", /^(?:longest_silence|silence|leading_silence)/],
  ["sound", /^(?:agent|user)\.audio\./],
  ["words", /^(?:turn_count|exchanges|words_|filler_|agent_repetition|(?:wer|mer|wil)$)/],
  ["ending", /^(?:ended_by|end_reason)$/],
  ["tools", /^tool_calls\./],
  ["facts", /^entities\./],
];

/** Metrics of another service. */
export const OTHER = "other";

export const groupOf = (id: string): string => METRIC_GROUPS.find(([, ids]) => ids.test(id))?.[0] ?? OTHER;

/** A silence of this length is long. The timeline marks it too. */
const LONG_MS = 2000;

/** Counts and rates of things that went wrong. An ordinary call has none. */
const FAULTS: ReadonlySet<string> = new Set([
  ...["agent", "user"].flatMap((side) =>
    [...DEFECTS, ...CONTRADICTIONS, "clock_drift"].map((defect) => `${side}.audio.${defect}`),
  ),
  "unanswered_final_user_turn",
  "interruptions.by_agent",
  "agent_repetition.exact",
  "tool_calls.failed",
  "tool_calls.duplicates",
  "tool_calls.wrong_args",
  "tool_calls.wrong_output",
  "tool_calls.missing",
  "tool_calls.extra_effectful",
  "tool_calls.order_violations",
  "entities.wrong",
]);
/** Rates of things that should always be so. */
const WHOLE: ReadonlySet<string> = new Set([
  "agent.response_rate",
  "agent.answer_rate",
  "yield_rate",
  "selectivity.backchannel",
  "selectivity.vocal_tic",
  "selectivity.non_directed",
  "ignored.vocal_tic",
  "ignored.non_directed",
  "tool_calls.match_rate",
]);
const WAITS: ReadonlySet<string> = new Set(["agent.response_latency.max", "longest_silence"]);
const SPEECH: ReadonlySet<string> = new Set(["talk_time.agent", "talk_time.user"]);

/** The metrics that can be out of the ordinary. */
export const JUDGED_IDS: readonly string[] = [...FAULTS, ...WHOLE, ...WAITS, ...SPEECH];

/** Whether a value is out of the ordinary: a fault, a long wait, or a side that says nothing. */
export function isUnusual({ id, status, value }: Measurement): boolean {
  if (status !== "EVALUATED" || typeof value !== "number") return false;
  if (FAULTS.has(id)) return value !== 0;
  if (WHOLE.has(id)) return value < 1;
  if (WAITS.has(id)) return value >= LONG_MS;
  return SPEECH.has(id) && value === 0;
}
