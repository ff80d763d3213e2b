import { type BuiltinMetric, evaluated, ratio, whenKnown } from "../builtin-metric.ts";
import { REPETITION_MIN_WORDS, REPETITION_THRESHOLD } from "./repetition.ts";

/** How often the agent repeats itself. */
export const repetitionMetrics: readonly BuiltinMetric[] = [
  {
    id: "agent_repetition",
    version: 1,
    unit: "ratio",
    description: `Share of the agent's turns of ${REPETITION_MIN_WORDS} words or more whose set of words has a Jaccard similarity of ${REPETITION_THRESHOLD} or more with an earlier one`,
    source: "Coval Agent Repeats Itself, measured by words",
    measure: whenKnown(
      (facts) => facts.repetitions,
      ({ compared, repeated }) => ratio(repeated.length, compared, compared, repeated),
    ),
  },
  {
    id: "agent_repetition.exact",
    version: 1,
    unit: "count",
    description: `The agent's turns of ${REPETITION_MIN_WORDS} words or more that have the words of an earlier one in the same order`,
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.repetitions,
      ({ compared, exact }) => evaluated(exact.length, compared, exact),
    ),
  },
];
