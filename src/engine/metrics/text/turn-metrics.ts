import {
  type BuiltinMetric,
  evaluated,
  notApplicable,
  notEvaluated,
  ratio,
  whenKnown,
} from "../builtin-metric.ts";
import type { Side } from "../conversation.ts";
import { turnsOf } from "../timing/turns.ts";
import type { SpokenTurn } from "./spoken-words.ts";
import { NORMALIZER } from "./words.ts";

const MS_PER_MINUTE = 60_000;

function wordsPerMinute(side: Side): BuiltinMetric {
  return {
    id: `words_per_minute.${side}`,
    version: 1,
    unit: "words per minute",
    description: `Words of the ${side} for each minute of its talk time (${NORMALIZER})`,
    source: "Amazon Connect Contact Lens AverageWordsPerMinute",
    measure: whenKnown(
      (facts) => facts.words,
      ({ count }, { timeline }) => {
        if ("missing" in timeline) return notEvaluated(timeline.missing);
        return ratio(count[side] * MS_PER_MINUTE, timeline.value.talk_ms[side], count[side]);
      },
    ),
  };
}

/** Turns and their length in words. A turn is a maximal run of entries of one side. */
export const turnMetrics: readonly BuiltinMetric[] = [
  {
    id: "turn_count",
    version: 1,
    unit: "count",
    description: "Turns of both sides",
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.turns,
      ({ turns }) => evaluated(turns, turns),
    ),
  },
  {
    id: "exchanges",
    version: 1,
    unit: "count",
    description: "Turns of the user that are followed by a turn of the agent",
    source: "Twilio Conversation Relay turns",
    measure: whenKnown(
      (facts) => facts.turns,
      ({ turns, exchanges }) => evaluated(exchanges, turns),
    ),
  },
  wordsPerMinute("agent"),
  wordsPerMinute("user"),
  {
    id: "words_per_message.mean",
    version: 1,
    unit: "words",
    description: `Mean number of words in a turn of the agent (${NORMALIZER})`,
    source: "Coval Words per Message",
    measure: whenKnown(
      (facts) => facts.words,
      ({ turns, count }) => {
        const messages = turnsOf("agent", turns);
        return ratio(count.agent, messages, messages);
      },
    ),
  },
  {
    id: "words_per_message.max",
    version: 1,
    unit: "words",
    description: `Largest number of words in a turn of the agent (${NORMALIZER})`,
    source: "Coval Words per Message",
    measure: whenKnown(
      (facts) => facts.words,
      ({ turns }) => {
        let longest: SpokenTurn | undefined;
        for (const turn of turns) {
          if (turn.side !== "agent") continue;
          if (longest === undefined || turn.words.length > longest.words.length) longest = turn;
        }
        if (longest === undefined) return notApplicable();
        return evaluated(longest.words.length, turnsOf("agent", turns), [{ entry: longest.entry }]);
      },
    ),
  },
];
