import {
  type BuiltinMetric,
  evaluated,
  type Measurement,
  MIN_EVENTS,
  ratio,
  whenKnown,
} from "../builtin-metric.ts";
import type { EffectClass } from "./effects.ts";
import { scoreIgnored } from "./ignored.ts";
import { totalLength } from "./interval.ts";
import { type Selectivity, YIELD_WINDOW_MS } from "./tau-voice.ts";

const MS_PER_MINUTE = 60_000;

function shareRight({ scored, errors }: Selectivity): Measurement {
  return ratio(scored - errors.length, scored, scored, errors, MIN_EVENTS);
}

function selectivity(name: EffectClass, description: string, source: string): BuiltinMetric {
  return {
    id: `selectivity.${name}`,
    version: 2,
    unit: "ratio",
    description,
    source,
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel }) => shareRight(panel.selectivity[name]),
    ),
  };
}

function ignored(name: "vocal_tic" | "non_directed", description: string): BuiltinMetric {
  return {
    id: `ignored.${name}`,
    version: 1,
    unit: "ratio",
    description,
    source: `Parley; selectivity.${name} does not count what the agent talks through while the user says nothing else`,
    measure: whenKnown(
      (facts) => facts.floor,
      ({ effects, timeline, directed }) => shareRight(scoreIgnored(name, effects, timeline.agent, directed)),
    ),
  };
}

/** Both sides speaking at once, and how the agent handles it. */
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
    version: 2,
    unit: "count",
    description:
      "How often the user starts to speak while the agent speaks; backchannels, vocal tics and speech to others do not count",
    source: "τ-voice; Twilio; Vapi numAssistantInterrupted",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { by_user }, timeline }) => evaluated(by_user.length, timeline.user.length, by_user),
    ),
  },
  {
    id: "interruptions.by_agent",
    version: 2,
    unit: "count",
    description: "How often the agent starts to speak while the user speaks",
    source: "τ-voice agent_interrupts_count; Cekura AI Interrupting User; Vapi numUserInterrupted",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { by_agent }, timeline }) => evaluated(by_agent.length, timeline.agent.length, by_agent),
    ),
  },
  {
    id: "agent_interruption_rate",
    version: 2,
    unit: "ratio",
    description:
      "Interruptions by the agent for each turn of the user that counts in agent.response_rate; can exceed 1",
    source: "τ-voice I_A",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { by_agent, answered, unanswered } }) => {
        const n = answered.length + unanswered.length;
        return ratio(by_agent.length, n, n, by_agent, MIN_EVENTS);
      },
    ),
  },
  {
    id: "agent_interruptions_per_minute",
    version: 2,
    unit: "per minute",
    description: "Interruptions by the agent for each minute of the call",
    source: "Coval interruption rate",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { by_agent }, timeline }) =>
        ratio(by_agent.length * MS_PER_MINUTE, timeline.end_ms, by_agent.length, by_agent),
    ),
  },
  {
    id: "yield_rate",
    version: 2,
    unit: "ratio",
    description: `Share of the user's interruptions after which the agent stops in less than ${YIELD_WINDOW_MS} ms`,
    source: "τ-voice R_Y",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { by_user, yielded } }) =>
        ratio(yielded.length, by_user.length, by_user.length, by_user, MIN_EVENTS),
    ),
  },
  {
    id: "yield_latency.mean",
    version: 2,
    unit: "ms",
    description: "Mean time from the user's interruption to the agent's stop, where the agent yields",
    source: "τ-voice L_Y",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel: { yielded } }) =>
        ratio(totalLength(yielded), yielded.length, yielded.length, yielded, MIN_EVENTS),
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
  ignored(
    "vocal_tic",
    "Share of the user's vocal tics that the agent ignores, those it talks through included",
  ),
  ignored(
    "non_directed",
    "Share of the user's speech to others that the agent ignores, what it talks through included",
  ),
];
