import {
  type BuiltinMetric,
  evaluated,
  type Measurement,
  notApplicable,
  ratio,
  whenKnown,
} from "../builtin-metric.ts";
import type { Evidence } from "../metric-value.ts";
import { type HeardFact, OUTCOMES, type Outcome } from "./heard-fact.ts";

const ofFacts = (measure: (facts: readonly HeardFact[]) => Measurement): BuiltinMetric["measure"] =>
  whenKnown(
    ({ heard }) => heard,
    (facts) => (facts.length === 0 ? notApplicable() : measure(facts)),
  );

const DESCRIPTIONS: Readonly<Record<Outcome, string>> = {
  right: "Facts of the caller that the agent passed on, wrote, or read back as they are",
  wrong: "Facts of the caller that the agent passed on, wrote, or read back otherwise",
  unsure: "Facts of the caller that may have come back otherwise, though not clearly as this fact",
  never_used: "Facts that the caller said and that never came back",
};

const having = (facts: readonly HeardFact[], outcome: Outcome) =>
  facts.filter((fact) => fact.outcome === outcome);

/** Where the facts came back as their outcome says. */
const evidenceOf = (facts: readonly HeardFact[]): Evidence[] =>
  facts.flatMap(({ outcome, places, said }) =>
    outcome === "never_used" && said !== null
      ? [{ entry: said }]
      : places.flatMap(({ verdict, entry, tool_call }): Evidence[] => {
          if (verdict !== outcome) return [];
          if (entry !== undefined) return [{ entry }];
          return tool_call === undefined ? [] : [{ tool_call }];
        }),
  );

/** Whether the agent heard the facts of the caller right. */
export const heardMetrics: readonly BuiltinMetric[] = [
  {
    id: "entities.heard",
    version: 1,
    unit: "value",
    description:
      "What became of each fact of the caller: where it was said, where it came back, in which form, and whether that was right",
    source: "Parley",
    measure: ofFacts((facts) => evaluated([...facts], facts.length)),
  },
  ...OUTCOMES.map(
    (outcome): BuiltinMetric => ({
      id: `entities.${outcome}`,
      version: 1,
      unit: "count",
      description: DESCRIPTIONS[outcome],
      source: "Parley",
      measure: ofFacts((facts) => {
        const matching = having(facts, outcome);
        return evaluated(matching.length, facts.length, evidenceOf(matching));
      }),
    }),
  ),
  {
    id: "entities.accuracy",
    version: 1,
    unit: "ratio",
    description: "Share of the facts that came back which came back right",
    source: "Parley",
    measure: ofFacts((facts) => {
      const [right, wrong] = [having(facts, "right"), having(facts, "wrong")];
      const used = right.length + wrong.length;
      return ratio(right.length, used, used, evidenceOf(wrong));
    }),
  },
];
