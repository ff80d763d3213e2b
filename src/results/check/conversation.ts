import { isSettled } from "../../contract/rules/outcomes.ts";
import type { ExplainedVerdict } from "../../engine/explain-verdict.ts";
import type { StepsTaken } from "../../engine/world/steps.ts";
import type { JudgedVerdict } from "../calibration/rates.ts";

/**
 * The parts of a run's conversation that are used. Fields that a service does not have, or does not have yet,
 * are absent.
 */
export interface Conversation {
  readonly id: string;
  readonly digital_human_id: number;
  readonly simulation_id?: number | undefined;
  readonly simulation_run_id?: number | undefined;
  /** Which of the digital human's runs this is, counted from 1. */
  readonly repetition?: number | null | undefined;
  readonly status: string;
  readonly ended_at?: string | null | undefined;
  readonly end_reason?: string | null | undefined;
  readonly outcome?: string | null | undefined;
  readonly outcome_reason?: string | null | undefined;
  /** What decided the outcome, by name. */
  readonly criteria?: ConversationCriteria | null | undefined;
  readonly evaluation?: ConversationEvaluation | null | undefined;
  readonly tool_calls?: readonly { readonly name: string; readonly output?: unknown }[] | undefined;
  readonly transcript?: readonly { readonly role: string; readonly message: string }[] | null | undefined;
  /** Policies that nobody has accepted and that it would break. */
  readonly suspicions?: readonly ConversationSuspicion[] | null | undefined;
  /** Which steps of its world's tools it took. */
  readonly world_steps?: readonly StepsTaken[] | null | undefined;
  /** Which versions it tested, and what shows that the agent ran them. */
  readonly versions?: ConversationVersions | null | undefined;
}

export interface ConversationVersions {
  readonly prompt_id?: string | null | undefined;
  readonly prompt_version?: number | null | undefined;
  readonly knowledge_base_id?: string | null | undefined;
  readonly knowledge_base_version?: number | null | undefined;
  readonly prompt_evidence?: string | null | undefined;
  readonly knowledge_base_evidence?: string | null | undefined;
  readonly stated?:
    | readonly {
        readonly prompt_version?: number | null | undefined;
        readonly knowledge_base_version?: number | null | undefined;
      }[]
    | null
    | undefined;
}

export interface ConversationCriteria {
  readonly held?: readonly string[];
  readonly failed?: readonly string[];
  readonly unevaluated?: readonly string[];
  readonly error?: readonly string[];
  /** Verdicts of a language model, if the service lists only those. */
  readonly judged?: readonly JudgedVerdict[] | undefined;
}

export interface ConversationSuspicion extends Pick<ExplainedVerdict, "clauses"> {
  readonly sentence: string;
  readonly reads: string;
}

export interface ConversationEvaluation {
  readonly verdicts?: readonly ConversationVerdict[] | undefined;
  /** Built-in metrics. */
  readonly metrics?: readonly FoundMeasurement[] | undefined;
  /** What limits the evaluation. */
  readonly data_quality?: readonly { readonly code: string; readonly message: string }[] | undefined;
}

/** The result of a custom metric, or of a criterion in the digital human's record. */
export interface ConversationVerdict extends Omit<ExplainedVerdict, "name">, JudgedVerdict {
  /** What asked for it, such as `agent` or `digital_human`. */
  readonly requested_by?: readonly string[] | undefined;
}

interface FoundMeasurement {
  readonly id: string;
  readonly status: string;
  readonly value?: unknown;
  readonly reason?: string | null | undefined;
}

export { isSettled };

/**
 * Whether the agent was judged: passed or failed. Any other outcome says nothing about the agent, neither
 * good nor bad.
 */
export const isJudged = ({ outcome }: Conversation): boolean => outcome === "passed" || outcome === "failed";

/** Whether the service could not reach the agent. */
export const isUnreachable = (conversation: Conversation): boolean =>
  !isJudged(conversation) && conversation.end_reason === "agent_unreachable";

/**
 * Whether a conversation is inconclusive only because some of its criteria were not evaluated, while there are
 * others and all of them were met. If that is allowed, it counts as passed.
 */
export function isHeldAsFarAsEvaluated({ outcome, criteria }: Conversation): boolean {
  const count = (names: readonly string[] | undefined) => names?.length ?? 0;
  if (outcome !== "incompleted" || !criteria) return false;
  const { held, failed, unevaluated, error } = criteria;
  return count(unevaluated) > 0 && count(held) > 0 && count(failed) + count(error) === 0;
}

/**
 * Whether it failed for reasons other than the agent's answers: it never began, or the agent could not be
 * reached. Such a conversation may be retried. One that took place but could not be judged would end the same
 * way again.
 */
export const isInfrastructure = (conversation: Conversation): boolean =>
  isSettled(conversation) &&
  !isJudged(conversation) &&
  (isUnreachable(conversation) || (conversation.status !== "COMPLETED" && !conversation.end_reason));

/** Why a conversation was not judged, in words. */
export function whyNotJudged({ status, end_reason, outcome_reason }: Conversation): string {
  if (outcome_reason) return outcome_reason;
  return end_reason ? `${status}: ${end_reason}` : status;
}

/**
 * Which repetition of its digital human each conversation is: the number that it gives, or else its position
 * in the run.
 */
export function repetitionsOf(conversations: readonly Conversation[]): Map<string, number> {
  const seen = new Map<number, number>();
  return new Map(
    conversations.map(({ id, digital_human_id, repetition }) => {
      const next = (seen.get(digital_human_id) ?? 0) + 1;
      seen.set(digital_human_id, next);
      return [id, repetition ?? next];
    }),
  );
}
