import {
  type BuiltinMetric,
  evaluated,
  type Measurement,
  MIN_EVENTS,
  notApplicable,
  notEvaluated,
  ratio,
  whenKnown,
} from "../builtin-metric.ts";
import type { Facts } from "../facts.ts";
import type { Fact } from "../metric-value.ts";
import type { Floor } from "./floor.ts";
import { type Interval, sortedLengths, totalLength } from "./interval.ts";
import type { Responses } from "./responses.ts";
import { quantile } from "./statistics.ts";
import { writtenAnswers } from "./written-answers.ts";

/** With fewer latencies than this, the 95th percentile is nearly the maximum. */
export const MIN_EVENTS_P95 = 20;

const LATENCY_SOURCE = "τ-voice L_R; Retell end-to-end latency; EVA response_speed";

function latencyQuantile(p: number, needs: number) {
  return whenKnown(answersIn, ({ latencies, answered }) => {
    const value = quantile(latencies, p);
    if (value === null) return notApplicable();
    return evaluated(value, latencies.length, answered, needs);
  });
}

interface Answers {
  readonly answered: readonly Interval[];
  /** Their lengths in ascending order. */
  readonly latencies: Float64Array;
}

/** The agent's answers, spoken or written. */
function answersIn({ floor, input }: Facts): Fact<Answers> {
  if ("value" in floor) return { value: { answered: floor.value.panel.answered, ...floor.value } };
  const written = writtenAnswers(input);
  return written ? { value: { answered: written, latencies: sortedLengths(written) } } : floor;
}

function meanLength(intervals: readonly Interval[]): Measurement {
  return ratio(totalLength(intervals), intervals.length, intervals.length, intervals, MIN_EVENTS);
}

function shareAnswered({ answered, unanswered }: Pick<Responses, "answered" | "unanswered">): Measurement {
  const n = answered.length + unanswered.length;
  return ratio(answered.length, n, n, unanswered, MIN_EVENTS);
}

/** The response gaps in which a tool call starts, or those in which none does. */
function gapsByTool(answered: readonly Interval[], starts: readonly number[], withTool: boolean) {
  let next = 0;
  return answered.filter(({ start_ms, end_ms }) => {
    while ((starts[next] ?? Number.POSITIVE_INFINITY) < start_ms) next++;
    return (starts[next] ?? Number.POSITIVE_INFINITY) <= end_ms === withTool;
  });
}

function splitLatency(withTool: boolean) {
  return whenKnown(
    (facts) => facts.floor,
    (floor: Floor, { tool_starts }: Facts) => {
      if ("missing" in tool_starts) return notEvaluated(tool_starts.missing);
      return meanLength(gapsByTool(floor.panel.answered, tool_starts.value, withTool));
    },
  );
}

/** For each tool call, the time since the user last stopped speaking. */
function waitsBeforeTools(user: readonly Interval[], starts: readonly number[]): Interval[] {
  const waits: Interval[] = [];
  let next = 0;
  for (const start of starts) {
    while ((user[next]?.end_ms ?? Number.POSITIVE_INFINITY) <= start) next++;
    const last = user[next - 1];
    if (last !== undefined) waits.push({ start_ms: last.end_ms, end_ms: start });
  }
  return waits;
}

/** How soon the agent speaks, and whether it speaks at all. */
export const latencyMetrics: readonly BuiltinMetric[] = [
  {
    id: "agent.response_latency.mean",
    version: 2,
    unit: "ms",
    description:
      "Mean time from the end of the user's turn, the agent being silent, to the start of the agent's answer",
    source: LATENCY_SOURCE,
    measure: whenKnown(answersIn, ({ answered }) => meanLength(answered)),
  },
  {
    id: "agent.response_latency.p50",
    version: 2,
    unit: "ms",
    description: "Median response latency (linear interpolation)",
    source: LATENCY_SOURCE,
    measure: latencyQuantile(0.5, MIN_EVENTS),
  },
  {
    id: "agent.response_latency.p90",
    version: 2,
    unit: "ms",
    description: "90th percentile of the response latency (linear interpolation)",
    source: LATENCY_SOURCE,
    measure: latencyQuantile(0.9, MIN_EVENTS),
  },
  {
    id: "agent.response_latency.p95",
    version: 2,
    unit: "ms",
    description: "95th percentile of the response latency (linear interpolation)",
    source: LATENCY_SOURCE,
    measure: latencyQuantile(0.95, MIN_EVENTS_P95),
  },
  {
    id: "agent.response_latency.max",
    version: 2,
    unit: "ms",
    description: "Longest response latency",
    source: LATENCY_SOURCE,
    measure: latencyQuantile(1, 0),
  },
  {
    id: "agent.response_latency.with_tool.mean",
    version: 2,
    unit: "ms",
    description: "Mean response latency where a tool call starts between the user's end and the answer",
    source: "EVA response_speed, split by tool use",
    measure: splitLatency(true),
  },
  {
    id: "agent.response_latency.without_tool.mean",
    version: 2,
    unit: "ms",
    description: "Mean response latency where no tool call starts between the user's end and the answer",
    source: "EVA response_speed, split by tool use",
    measure: splitLatency(false),
  },
  {
    id: "tool_call_after_user_end.mean",
    version: 1,
    unit: "ms",
    description:
      "Mean time from the last end of the user's speech before a tool call to the start of the call",
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ user }, { tool_starts }) => {
        if ("missing" in tool_starts) return notEvaluated(tool_starts.missing);
        return meanLength(waitsBeforeTools(user, tool_starts.value));
      },
    ),
  },
  {
    id: "agent.response_rate",
    version: 2,
    unit: "ratio",
    description: "Share of the user's turns that the agent answered before the user had to speak again",
    source: "τ-voice R_R",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ panel }) => shareAnswered(panel),
    ),
  },
  {
    id: "agent.answer_latency.mean",
    version: 1,
    unit: "ms",
    description:
      "Mean time from the end of the user's speech to the agent until the agent's answer; an answer at once counts as 0 ms",
    source: "Parley; agent.response_latency.mean leaves out answers at once and counts vocal tics as turns",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ responses }) => meanLength(responses.answered),
    ),
  },
  {
    id: "agent.answer_rate",
    version: 1,
    unit: "ratio",
    description:
      "Share of the user's speech to the agent that it answered before the user had to speak again",
    source: "Parley; agent.response_rate leaves out answers at once and counts vocal tics as turns",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ responses }) => shareAnswered(responses),
    ),
  },
  {
    id: "unanswered_final_user_turn",
    version: 1,
    unit: "count",
    description: "1 when the user speaks last and the agent says nothing after it, otherwise 0",
    source: "τ-voice leaves this turn out of R_R; deepeval counts it as agent_failed_to_respond",
    measure: whenKnown(
      (facts) => facts.floor,
      ({ responses: { final_unanswered }, directed }) =>
        evaluated(final_unanswered ? 1 : 0, directed.length, final_unanswered ? [final_unanswered] : []),
    ),
  },
  {
    id: "time_to_first_agent_speech",
    version: 1,
    unit: "ms",
    description: "From the start of the call to the agent's first speech",
    source: "Hamming time to first word; Coval Time to First Audio",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ agent: [first] }) => (first ? evaluated(first.start_ms, 1, [first]) : notApplicable()),
    ),
  },
  {
    id: "agent.greeting_after_user",
    version: 1,
    unit: "ms",
    description:
      "When the user spoke first: from the end of that speech to the agent's first; negative when the agent cut in",
    source: "Amazon Connect AVG_GREETING_TIME_AGENT",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ agent: [greeting], user: [opening] }) => {
        if (!greeting || !opening || opening.start_ms >= greeting.start_ms) return notApplicable();
        return evaluated(greeting.start_ms - opening.end_ms, 1, [opening, greeting]);
      },
    ),
  },
];
