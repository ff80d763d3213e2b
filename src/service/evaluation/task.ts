import type { Output } from "../../contract/types.ts";
import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { JudgedAgent } from "../../engine/policies/judge.ts";
import type { ReportedEvaluation } from "../published/evaluation.ts";
import type { Absence } from "./inputs/unavailable.ts";
import type { ResultOutcome } from "./result-outcome.ts";
import type { SelectedMetrics } from "./select-metrics.ts";
import type { Thresholds } from "./thresholds.ts";
import type { ToolEffects } from "./tool-effects.ts";

/** An evaluation with all its inputs: plain data, which can be passed to another process. */
export type EvaluationTask = CallTask | ResultTask;

interface Task {
  readonly selected: SelectedMetrics;
  /** `prompt_text` and `kb_text`, if there are any. */
  readonly variables: Readonly<Record<string, string>>;
  readonly evaluated_at: string;
}

/** Evaluates a submitted call. */
export interface CallTask extends Task {
  readonly kind: "call";
  /** JSON. */
  readonly submission: string;
  /** The document at `transcript_url`, if it was fetched. */
  readonly fetched_transcript: string | Absence | null;
  readonly redact_pii: boolean;
  /** What the agent's record states. */
  readonly tool_effects: ToolEffects;
  readonly analysis: RecordingAnalysis | Absence | null;
  /** The agent whose policies and checks the call is judged by; absent if personal data is masked: then nobody has said what tools got. */
  readonly agent?: JudgedAgent;
}

/** Evaluates a conversation of a run. */
export interface ResultTask extends Task {
  readonly kind: "result";
  readonly conversation: ConversationInput;
  /** Further variables; they take precedence. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly goal_completed: boolean | null;
  readonly end_reason: string | null;
  /** What the recording of a voice conversation is; null without one. Absent for text. */
  readonly analysis?: RecordingAnalysis | Absence | null;
  /** How many of the custom metrics have to be met. */
  readonly thresholds?: Thresholds;
  /** For a probe or an attack: why the situation that it tests did not arise; null if it did. Absent for all others. */
  readonly situation_missed?: string | null;
  /** The question at which it got stuck because the digital human has no answer; null or absent if there is none. */
  readonly unanswered?: NonNullable<Output<"SimulationResult">["fidelity"]>["unanswered"];
  /** The agent whose policies and checks the conversation is judged by. */
  readonly agent: JudgedAgent;
  /** For a probe: the sentence of the prompt that it tests. */
  readonly probed: string | null;
}

/** The evaluation as text, so that it does not have to be parsed to be stored and reported. */
interface Found {
  /** JSON: `Evaluation`. */
  readonly evaluation: string;
  readonly reported: ReportedEvaluation;
}

export interface CallFound extends Found {
  readonly status: "COMPLETED" | "INCOMPLETED";
}

export interface ResultFound extends Found, Omit<ResultOutcome, "criteria"> {
  /** Null if nothing was evaluated. */
  readonly criteria: ResultOutcome["criteria"] | null;
}

export type FoundBy<T extends EvaluationTask> = T extends CallTask ? CallFound : ResultFound;
