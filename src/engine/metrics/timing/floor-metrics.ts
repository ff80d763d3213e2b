import { type BuiltinMetric, evaluated, MIN_EVENTS, ratio, whenKnown } from "../builtin-metric.ts";
import type { EffectClass } from "./effects.ts";
import type { Floor } from "./floor.ts";
import { YIELD_WINDOW_MS } from "./interruptions.ts";
import { lengthOf, totalLength } from "./interval.ts";
import { scoreSelectivity } from "./selectivity.ts";

const MS_PER_MINUTE = 60_000;

function yields({ by_user }: Floor) {
  return by_user.filter((interruption) => lengthOf(interruption) < YIELD_WINDOW_MS);
}

function selectivity(name: EffectClass, description: string, source: string): BuiltinMetric {
  return {
    id: `selectivity.${name}`,
    version: 1,
    unit: "ratio",
    description,
    source,
    measure: whenKnown(
      (facts) => facts.floor,
      ({ effects, timeline, directed }) => {
        const { scored, errors } = scoreSelectivity(name, effects, timeline.agent, directed);
        return ratio(scored - errors.length, scored, scored, errors, MIN_EVENTS);
      },
    ),
  };
}

/** Both speaking at once, and what the agent makes of it. */
export const floorMetrics: readonly BuiltinMetric[] = [
  {
    id: "overlap_ms",
    version: 1,
    unit: "ms",
    description: "Time in which both sides speak",
    source: "EVA overlap",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ overlaps }) => evaluated(totalLength(overlaps), overlaps.length, overlaps),
    ),
  },
  {
    id: "interruptions.by_user",
    version: 1,
    unit: "count",
    description:
      "How often the user starts to speak while the agent speaks; backchannels, vocal tics and speech to others do not count",
    source: "τ-voice; Twilio; Vapi numAssistantInterrupted",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ by_user, directed }) => evaluated(by_user.length, directed.length, by_user),
    ),
  },
  {
    id: "interruptions.by_agent",
    version: 1,
    unit: "count",
    description: "How often the agent starts to speak while the user speaks",
    source: "τ-voice agent_interrupts_count; Cekura AI Interrupting User; Vapi numUserInterrupted",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ by_agent, timeline }) => evaluated(by_agent.length, timeline.agent.length, by_agent),
    ),
  },
  {
    id: "agent_interruption_rate",
    version: 1,
    unit: "ratio",
    description:
      "Interruptions by the agent for each turn of the user that counts in agent.response_rate; can exceed 1",
    source: "τ-voice I_A",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ by_agent, responses: { answered, unanswered } }) => {
        const n = answered.length + unanswered.length;
        return ratio(by_agent.length, n, n, by_agent, MIN_EVENTS);
      },
    ),
  },
  {
    id: "agent_interruptions_per_minute",
    version: 1,
    unit: "per minute",
    description: "Interruptions by the agent for each minute of the call",
    source: "Coval interruption rate",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ by_agent, timeline }) =>
        ratio(by_agent.length * MS_PER_MINUTE, timeline.end_ms, by_agent.length, by_agent),
    ),
  },
  {
    id: "yield_rate",
    version: 1,
    unit: "ratio",
    description: `Share of the user's interruptions after which the agent stops in less than ${YIELD_WINDOW_MS} ms`,
    source: "τ-voice R_Y",
    measure: whenKnown(
      (facts) => facts.floor,
      (floor) => {
        const n = floor.by_user.length;
        return ratio(yields(floor).length, n, n, floor.by_user, MIN_EVENTS);
      },
    ),
  },
  {
    id: "yield_latency.mean",
    version: 1,
    unit: "ms",
    description: "Mean time from the user's interruption to the agent's stop, where the agent yields",
    source: "τ-voice L_Y",
    measure: whenKnown(
      (facts) => facts.floor,
      (floor) => {
        const yielded = yields(floor);
        return ratio(totalLength(yielded), yielded.length, yielded.length, yielded, MIN_EVENTS);
      },
    ),
  },
  selectivity(
    "backchannel",
    "Share of the user's backchannels during the agent's speech that the agent talks through",
    "τ-voice S_BC",
  ),
  selectivity("vocal_tic", "Share of the user's vocal tics that the agent rightly ignores", "τ-voice S_VT"),
  selectivity(
    "non_directed",
    "Share of the user's speech to others that the agent rightly ignores",
    "τ-voice S_ND",
  ),
];
