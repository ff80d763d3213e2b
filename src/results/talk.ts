/**
 * The records of a conversation or a call for the views. Reports contain these records; the console creates
 * them from answers.
 */

import type { Outcome } from "../contract/rules/outcomes.ts";
import type { Caller } from "./caller.ts";

/** `unclear`: something decisive has no verdict. `none`: nothing passes or fails. */
export type Standing = "passed" | "failed" | "unclear" | "running" | "none";

/** How an outcome stands. What was merely measured has no standing. */
export const STANDINGS: Readonly<Record<Outcome, Standing>> = {
  passed: "passed",
  failed: "failed",
  inconclusive: "unclear",
  allowed: "unclear",
  running: "running",
  not_applicable: "none",
  not_measured: "none",
  measured: "none",
};

export type Side = "agent" | "user" | "other";

export interface Span {
  readonly start_ms: number;
  readonly end_ms: number;
}

export interface Turn {
  readonly side: Side;
  /** The speaker's name, if it is neither the agent nor the user. */
  readonly speaker?: string;
  readonly text: string;
  readonly at_ms: number | null;
  readonly end_ms: number | null;
}

export interface ToolUse {
  readonly name: string;
  readonly parameters: string;
  readonly output: string;
  readonly at_ms: number | null;
}

/** The basis of a verdict: a place to jump to. */
export interface Evidence {
  readonly text: string;
  /** Index into the turns. */
  readonly turn?: number;
  /** Index into the tool calls. */
  readonly tool?: number;
  readonly at_ms?: number;
}

export interface Clause {
  readonly text: string;
  readonly holds: boolean | null;
  readonly decided: boolean;
}

export interface Verdict {
  readonly name: string;
  readonly standing: Standing;
  /** The value in words: `passed`, `4`, `not evaluated (no_model)`. */
  readonly value: string;
  /** The reason, in one line. */
  readonly why: string | null;
  readonly clauses: readonly Clause[];
  readonly evidence: readonly Evidence[];
  /** Whether there is a value that a person can agree with. */
  readonly isDecided: boolean;
}

/** What a policy that nobody has accepted would say. It counts for nothing. */
export interface Suspicion {
  /** The sentence of the prompt. */
  readonly sentence: string;
  /** The rule in plain words. */
  readonly reads: string;
  /** What the deciding clauses rest on. */
  readonly evidence: readonly Evidence[];
}

export interface Figure {
  readonly id: string;
  readonly value: number | string;
  readonly unit: string;
}

export interface Audio {
  /** Where the recording is: a path of the service, or a data URL in a report. */
  readonly url: string | null;
  /** Channel of the agent, if known. */
  readonly agent_channel: number | null;
  readonly peaks?: Peaks;
}

/** The waveform of a recording. */
export interface Peaks {
  readonly bucket_ms: number;
  /** Lowest and highest sample of each bucket, alternating, -127 to 127, by channel. */
  readonly channels: readonly (readonly number[])[];
}

/** What the agent's own traces say. */
export interface Traces {
  readonly trace_ids: readonly string[];
  readonly spans: number;
  readonly latency: readonly {
    /** `stt`, `llm`, `tool` or `tts`. */
    readonly component: string;
    readonly spans: number;
    readonly p50_ms: number;
    readonly p95_ms: number;
    readonly max_ms: number;
    /** Time to the first token or audio. Null if no span has it. */
    readonly first_p50_ms: number | null;
  }[];
  readonly tool_calls: readonly {
    readonly name: string;
    readonly parameters: unknown;
    readonly output: unknown;
    /** Since the first span began. */
    readonly offset_ms: number;
    readonly duration_ms: number;
  }[];
}

/** @param to the address of what it names */
export type Fact = readonly [label: string, value: string, to?: string | undefined];

export interface Talk {
  readonly kind: "conversation" | "call";
  readonly id: string;
  readonly name: string;
  readonly standing: Standing;
  /** The service's own name for the state. */
  readonly status: string;
  readonly reason: string | null;
  readonly agent_id: string | null;
  readonly digital_human_id: string | null;
  /** Null until it is loaded, and if there is none. */
  readonly caller: Caller | null;
  /** The list that it belongs to, in the form of an address: `run/901`. */
  readonly list: string | null;
  /** Notes in addition to the verdicts, such as reasons not to trust the record. */
  readonly notes: readonly string[];
  readonly facts: readonly Fact[];
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolUse[];
  readonly verdicts: readonly Verdict[];
  readonly suspicions: readonly Suspicion[];
  /** What became of the tables of its world, each row with its turn. Null without a world. */
  readonly end_state: readonly Evidence[] | null;
  readonly figures: readonly Figure[];
  /** What became of the facts of the caller. Empty if none are known. */
  readonly facts_heard: readonly Evidence[];
  readonly duration_ms: number;
  /** Who spoke when: from the recording, otherwise from the transcript. */
  readonly speech: { readonly agent: readonly Span[]; readonly user: readonly Span[] };
  /** The agent's waits before its answers. */
  readonly waits: readonly Span[];
  readonly interruptions: readonly Span[];
  /** Where something is wrong with the sound of a side. */
  readonly faults: { readonly agent: readonly Span[]; readonly user: readonly Span[] };
  readonly audio: Audio | null;
  /** Whether the service may have traces of it. */
  readonly is_traced: boolean;
  /** Null until they are loaded, and if there are none. */
  readonly traces: Traces | null;
  /** The command that shows the same. */
  readonly command: string;
}

/** A conversation or a call in a list. */
export interface Row {
  readonly kind: Talk["kind"];
  readonly id: string;
  readonly name: string;
  readonly standing: Standing;
  /** The first reason, short enough for a line. */
  readonly reason: string | null;
  /** Reasons that other failures may share. Failures are grouped by them. */
  readonly causes: readonly string[];
  readonly turns: number | null;
  /** ISO 8601. */
  readonly at: string | null;
  readonly tags: readonly string[];
  /** Names of the criteria that it did not pass. */
  readonly criteria: readonly string[];
  /** Sentences of proposed policies that it would break. */
  readonly suspected: readonly string[];
  readonly duration_ms: number | null;
  /** Who called, and which of its conversations this is. Calls that were submitted have neither. */
  readonly caller?: string;
  readonly digital_human_id?: string;
  readonly repetition?: number;
  /** What was said, for the search. A report leaves it out. */
  readonly said?: string;
  /** The key for comparing it with other runs: digital human and repetition. */
  readonly pair?: string;
}
