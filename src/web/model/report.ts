/** What a report holds: a snapshot that the views show without asking anybody. */
import type { JudgedRate } from "../../release/calibration/rates.ts";
import type { Comparison } from "../../release/compare/compare.ts";
import type { Row, Talk } from "./talk.ts";

/** The verdict of the command that wrote the report. */
export interface Judgement {
  readonly passed: boolean;
  readonly reason: string | null;
  /** Required share, 0 to 1. */
  readonly required: number | null;
}

/** What a page of rows is about: a run, a check or calls. */
export interface Overview {
  /** `Run 901`, `Release check`. */
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly judgement: Judgement | null;
  /** The pass rate of each metric that a language model decides, with what is known of its error. */
  readonly judged_rates?: readonly JudgedRate[];
  readonly rows: readonly Row[];
  /** `conversations` or `calls`. */
  readonly noun: string;
  readonly command: string;
}

/** What differs between two versions. */
export interface Change {
  readonly what: "prompt" | "knowledge base";
  /** Numbers of the versions; null: that side has tested none, or it is gone. */
  readonly a: number | null;
  readonly b: number | null;
  /** Unified diff; empty if the texts are the same, null if one of them is not known. */
  readonly diff: string | null;
}

/** Two versions or runs, pair by pair. */
export interface Compared extends Comparison {
  /** What the sides are called: `version 3`. */
  readonly a: string;
  readonly b: string;
  /** Ids of the conversations of each pair, in the order of the pairs; null where a side has none. */
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
  /** Conversations in order, this many in each packed part. */
  readonly per_part: number;
  /** Places of the conversations: `conversation/12` → index. */
  readonly places: Readonly<Record<string, number>>;
}

/** The name of a conversation or a call within addresses and reports. */
export const refOf = ({ kind, id }: Pick<Talk, "kind" | "id">) => `${kind}/${id}`;
