/**
 * A conversation of a run in the form that commands use, read from any service's answer: the published
 * fields, and Parley's own if present.
 */
import type { Lenient, Output } from "../types.ts";
import { isOverStatus } from "../values.ts";
import { readEvaluation } from "./evaluation.ts";
import { idOf } from "./id.ts";

type Fields = Lenient<Output<"SimulationResult">>;
/** A conversation in an answer. Only published fields are certain to be there. */
export type PublishedConversation = Pick<Fields, "id" | "digital_human_id"> & Partial<Fields>;

type Own =
  | "simulation_run_id"
  | "simulation_id"
  | "agent_id"
  | "repetition"
  | "seed"
  | "end_reason"
  | "outcome_reason"
  | "criteria"
  | "suspicions"
  | "goal_completed"
  | "fidelity"
  | "divergence"
  | "unused_fields"
  | "inactive_scripted_responses"
  | "undecided_scripted_responses"
  | "transcript"
  | "versions"
  | "world_path"
  | "world_steps"
  | "call"
  | "events"
  | "evaluation";

/** Undefined fields are those that the service does not send. */
export type ReadConversation = { readonly [K in Own]?: Fields[K] | undefined } & {
  readonly id: string;
  readonly digital_human_id: number;
  readonly status: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** Null until the conversation is over. */
  readonly outcome: string | null;
  /** In the order in which they were made. */
  readonly tool_calls: readonly ToolCall[];
};

interface ToolCall {
  readonly name: string;
  readonly parameters: Record<string, unknown> | null;
  readonly output: unknown;
  readonly start_offset_ms: number;
}

export function readConversation(conversation: PublishedConversation): ReadConversation {
  const status = conversation.status ?? "unknown";
  const common = {
    ...conversation,
    id: idOf(conversation.id),
    status,
    started_at: conversation.start_time ?? null,
    ended_at: conversation.end_time ?? null,
    tool_calls: toolCallsOf(conversation.tool_calls),
  };
  // Only Parley has an outcome of its own.
  if (conversation.outcome !== undefined) return { ...common, outcome: conversation.outcome };
  const [evaluation] = conversation.evaluations ?? [];
  return {
    ...common,
    outcome: outcomeOf(evaluation?.goal_success, status),
    outcome_reason: evaluation?.goal_reasoning ?? WORDS[status],
    evaluation: evaluation && readEvaluation(evaluation, { goal: false }),
  };
}

/** What states say that are neither a usual way nor a usual end. */
const WORDS: Readonly<Record<string, string>> = {
  NO_CONNECTION: "the service could not connect to the agent",
  NO_ANSWER: "the agent did not answer the call",
  CALL_DROPPED: "the call was cut off before it ended",
  CANCELLED: "somebody cancelled the conversation",
  REJECTED: "the agent refused the connection",
  SYSTEM_ERROR: "the service failed during the conversation",
  ERROR: "the service failed during the conversation",
  FAILED: "the service could not complete the conversation",
  INSUFFICIENT_FUNDS: "the account at the service has too little credit",
  CONVERSATION_ENDED: "has ended, but is not evaluated yet",
  EVALUATION_PENDING: "has ended, but is not evaluated yet",
  EVALUATING: "has ended, but is not evaluated yet",
};

const UNKNOWN_WORDS = "(speech, words unknown)";

/** Who said what and when in the call of a conversation, as entries of a transcript. */
export const spokenIn = ({ timeline = [] }: Partial<Pick<NonNullable<Fields["call"]>, "timeline">>) =>
  timeline.map(({ speaker, text, start_offset_ms, end_offset_ms, cut }) => ({
    speaker,
    utterance: (text ?? UNKNOWN_WORDS) + (cut ? " —" : ""),
    start_offset_ms,
    end_offset_ms,
  }));

/** A conversation that is over without a verdict says nothing about the agent, neither good nor bad. */
function outcomeOf(goal_success: boolean | null | undefined, status: string): string | null {
  if (typeof goal_success === "boolean") return goal_success ? "passed" : "failed";
  return isOverStatus(status) ? "incompleted" : null;
}

function toolCallsOf(groups: PublishedConversation["tool_calls"] | null): ToolCall[] {
  return (Array.isArray(groups) ? groups : [])
    .flatMap(({ name, actual }) =>
      (Array.isArray(actual) ? actual : []).map(({ parameters, output, start_offset_ms }) => ({
        name,
        parameters: parameters ?? null,
        output: output ?? null,
        start_offset_ms: start_offset_ms ?? 0,
      })),
    )
    .toSorted((a, b) => a.start_offset_ms - b.start_offset_ms);
}
