import { type BuiltinMetric, evaluated, notApplicable, ratio, whenKnown } from "../builtin-metric.ts";
import type { Side } from "../conversation.ts";
import { lengthOf } from "./interval.ts";

function talkTime(side: Side): BuiltinMetric {
  return {
    id: `talk_time.${side}`,
    version: 1,
    unit: "ms",
    description: `Time in which the ${side} speaks`,
    source: "Amazon Connect Contact Lens TalkTime",
    measure: whenKnown(
      (facts) => facts.timeline,
      (timeline) => evaluated(timeline.talk_ms[side], timeline[side].length, timeline[side]),
    ),
  };
}

function talkShare(side: Side): BuiltinMetric {
  return {
    id: `talk_share.${side}`,
    version: 1,
    unit: "percent",
    description: `Talk time of the ${side} in the duration of the call`,
    source: "Amazon Connect PERCENT_TALK_TIME_AGENT; Coval Speaking Time",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ talk_ms, end_ms, [side]: spans }) => ratio(talk_ms[side] * 100, end_ms, spans.length),
    ),
  };
}

function talkShareOfSpeech(side: Side): BuiltinMetric {
  return {
    id: `talk_share_of_speech.${side}`,
    version: 1,
    unit: "percent",
    description: `Talk time of the ${side} in the talk time of both`,
    source: "call analytics in general",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ talk_ms, [side]: spans }) => ratio(talk_ms[side] * 100, talk_ms.agent + talk_ms.user, spans.length),
    ),
  };
}

function longestMonologue(side: Side): BuiltinMetric {
  return {
    id: `longest_monologue.${side}`,
    version: 1,
    unit: "ms",
    description: `Longest turn of the ${side}, pauses inside it included`,
    source: "bolna longest_agent_monologue_ms",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({
        turns: {
          [side]: { longest, count },
        },
      }) => (longest ? evaluated(lengthOf(longest), count, [longest]) : notApplicable()),
    ),
  };
}

const lastEndOfSpeech = whenKnown(
  (facts) => facts.timeline,
  ({ end_ms, agent, user }) => evaluated(end_ms, agent.length + user.length, [{ start_ms: 0, end_ms }]),
);

/** How much each side speaks. */
export const talkMetrics: readonly BuiltinMetric[] = [
  {
    id: "call_duration",
    version: 2,
    unit: "ms",
    description:
      "From the start of the call to the last end of speech; if that is not known, as the call's platform states it",
    source: "Amazon Connect Contact Lens TotalConversationDurationMillis",
    measure: (facts) => {
      const stated = facts.input.stated_duration_ms ?? undefined;
      if (!("value" in facts.timeline) && stated !== undefined) return evaluated(stated, 1);
      return lastEndOfSpeech(facts);
    },
  },
  talkTime("agent"),
  talkTime("user"),
  talkShare("agent"),
  talkShare("user"),
  talkShareOfSpeech("agent"),
  talkShareOfSpeech("user"),
  {
    id: "talk_ratio",
    version: 1,
    unit: "ratio",
    description: "Talk time of the agent for each unit of talk time of the user",
    source: "Cekura Talk Ratio; bolna talk_to_listen_ratio",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ talk_ms, agent, user }) => ratio(talk_ms.agent, talk_ms.user, agent.length + user.length),
    ),
  },
  longestMonologue("agent"),
  longestMonologue("user"),
];
