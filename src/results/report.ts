/** The contents of a report: a snapshot that the views show without a service. */

import { type Counts, countOutcomes, type Outcome } from "../contract/rules/outcomes.ts";
import type { JudgedRate } from "./calibration/rates.ts";
import type { Comparison } from "./compare/compare.ts";
import type { RunCoverage } from "./coverage.ts";
import type { Cell } from "./grid/grid.ts";
import type { Fact, Row, Standing, Talk } from "./talk.ts";

/** The verdict of the command that wrote the report. */
export interface Judgement {
  readonly passed: boolean;
  readonly reason: string | null;
  /** Required share, 0 to 1. */
  readonly required: number | null;
}

/** The contents of a page with rows: a run, a check, or calls. */
export interface Overview {
  /** `Run 901`, `Release check`. */
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly judgement: Judgement | null;
  /** The pass rate of each metric that a language model decides, with its known error. */
  readonly judged_rates?: readonly JudgedRate[];
  /** The runs under different conditions of the calls. */
  readonly grid?: readonly Cell[];
  /** What the conversations have reached of the agent. */
  readonly coverage?: RunCoverage | null;
  readonly rows: readonly Row[];
  /** `conversations` or `calls`. */
  readonly noun: string;
  /** What the pass rate counts, if it is not the rows: the verdicts of calls. */
  readonly verdicts?: Counts;
  readonly command: string;
}

const OUTCOMES: Readonly<Record<Standing, Outcome>> = {
  passed: "passed",
  failed: "failed",
  unclear: "inconclusive",
  running: "running",
  none: "not_applicable",
};

/** What the pass rate of a page is a share of. */
export const countsOf = ({ rows, verdicts }: Overview): Counts =>
  verdicts ?? countOutcomes(rows.map(({ standing }) => OUTCOMES[standing]));

/** The difference between two versions. */
export interface Change {
  readonly what: "prompt" | "knowledge base";
  /** Numbers of the versions. Null if that side tested none, or if it was deleted. */
  readonly a: number | null;
  readonly b: number | null;
  /** Unified diff. Empty if the texts are the same, null if one of them is unknown. */
  readonly diff: string | null;
}

/** Two versions or runs, pair by pair. */
export interface Compared extends Comparison {
  /** The names of the sides: `version 3`. */
  readonly a: string;
  readonly b: string;
  /** Ids of the conversations of each pair, in the order of the pairs. Null if a side has none. */
  readonly ids: readonly (readonly [a: string | null, b: string | null])[];
  /** One for each kind of version that the sides tested. */
  readonly changes: readonly Change[];
  readonly command: string;
}

export interface Report {
  /** ISO 8601. */
  readonly made_at: string;
  readonly version: string;
  readonly overview: Overview;
  readonly compared: Compared | null;
  /** How many conversations, in order, are in each packed part. */
  readonly per_part: number;
  /** Positions of the conversations: `conversation/12` → index. */
  readonly places: Readonly<Record<string, number>>;
}

/** The name of a conversation or a call in addresses and reports. */
export const refOf = ({ kind, id }: Pick<Talk, "kind" | "id">) => `${kind}/${id}`;
