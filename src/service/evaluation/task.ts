import type { Output } from "../../contract/types.ts";
import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import type { Caller } from "../../engine/caller/caller.ts";
import type { CallerState } from "../../engine/caller/state.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { JudgedAgent } from "../../engine/policies/judge.ts";
import type { ReportedEvaluation } from "../published/evaluation.ts";
import type { Absence } from "./inputs/unavailable.ts";
import type { ResultOutcome } from "./result-outcome.ts";
import type { SelectedMetrics } from "./select-metrics.ts";
import type { Thresholds } from "./thresholds.ts";
import type { ToolEffects } from "./tool-effects.ts";

/** An evaluation with all its inputs: plain data that can be sent to another process. */
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
  /** The tool effects in the agent's record. */
  readonly tool_effects: ToolEffects;
  readonly analysis: RecordingAnalysis | Absence | null;
  /**
   * The agent whose policies and checks the call is judged by. Absent if personal data is masked, because
   * then the transcript lacks the values that tools received.
   */
  readonly agent?: JudgedAgent;
}

/** Evaluates a conversation of a run. */
export interface ResultTask extends Task {
  readonly kind: "result";
  readonly conversation: ConversationInput;
  /** Further variables, which take precedence. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * The words of a voice conversation come from a recognizer, or from the agent's side because the line did not have
   * them all. Something may have been said that they lack.
   */
  readonly words_uncertain?: boolean;
  readonly goal_completed: boolean | null;
  /** The digital human and what it heard, to find out what became of its errand. */
  readonly pursued: Pursued;
  readonly end_reason: string | null;
  /** The agent has reported tool calls in another conversation of the run, so what it does not report it has not done. */
  readonly reports_calls?: boolean;
  /** The analysis of a voice conversation's recording. Null without a recording, absent for text. */
  readonly analysis?: RecordingAnalysis | Absence | null;
  /** How many of the custom metrics must be met. */
  readonly thresholds?: Thresholds;
  /**
   * For a probe or an attack: why the situation that it tests did not arise, or null if it did. Absent for
   * all others.
   */
  readonly situation_missed?: string | null;
  /**
   * The question at which the conversation got stuck because the digital human has no answer. Null or absent
   * without one.
   */
  readonly unanswered?: NonNullable<Output<"SimulationResult">["fidelity"]>["unanswered"];
  /** What is wrong with the world itself, if a call has shown it: that says nothing about the agent. */
  readonly world_fault?: string | undefined;
  /** Names that the agent called, and that no tool of the conversation's world has. */
  readonly unknown_tools?: readonly string[] | undefined;
  /** Personal data in rows and in facts is masked once they are judged. */
  readonly redact_pii?: boolean;
  /** The end state decides: tool calls only explain it. */
  readonly expects_state?: boolean;
  /** The agent whose policies and checks the conversation is judged by. */
  readonly agent: JudgedAgent;
  /** For a probe: the sentence of the prompt that it tests. */
  readonly probed: string | null;
}

export interface Pursued {
  readonly caller: Caller;
  /** Undefined if the conversation never began. */
  readonly state: CallerState | undefined;
  readonly said: readonly { readonly role: string; readonly utterance: string }[];
}

/** The evaluation as text, so that storing and reporting it do not need to parse it. */
interface Found {
  /** JSON: `Evaluation`. */
  readonly evaluation: string;
  readonly reported: ReportedEvaluation;
}

export interface CallEvaluation extends Found {
  readonly status: "COMPLETED" | "INCOMPLETED";
}

export interface ResultEvaluation extends Found, Omit<ResultOutcome, "criteria"> {
  /** Null if nothing was evaluated. */
  readonly criteria: ResultOutcome["criteria"] | null;
}

export type EvaluationOf<T extends EvaluationTask> = T extends CallTask ? CallEvaluation : ResultEvaluation;
