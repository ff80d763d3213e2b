/** What an evaluation found, in the shape of the hosted API, for webhooks. */
import type { Output } from "../../contract/types.ts";

type Evaluation = Output<"Evaluation">;

export interface PublishedEvaluation {
  readonly id: string;
  readonly created_at: string;
  /** Whether the conversation passed; null if that could not be decided. */
  readonly goal_success: boolean | null;
  readonly goal_reasoning: string | null;
  readonly agent_speak_percentage: number | null;
  /** Seconds. */
  readonly avg_agent_latency: number | null;
  readonly latency: Readonly<Record<string, number | null>>;
  readonly custom_metrics: readonly {
    readonly name: string;
    readonly response_type: string;
    readonly response_value: string;
    readonly reasoning: string | null;
  }[];
}

/**
 * @param id of the call or result that was evaluated
 * @param goal the verdict on the whole, where there is one
 */
export function publishedEvaluation(
  id: string,
  evaluation: Pick<Evaluation, "evaluated_at" | "metrics" | "verdicts">,
  goal: { readonly success: boolean | null; readonly reasoning: string | null },
): PublishedEvaluation {
  const measured = new Map(
    evaluation.metrics.map(({ id, status, value }) => [id, status === "EVALUATED" ? value : null]),
  );
  const numberOf = (name: string) => {
    const value = measured.get(name);
    return typeof value === "number" ? value : null;
  };
  const seconds = (name: string) => {
    const ms = numberOf(`agent.response_latency.${name}`);
    return ms === null ? null : ms / 1000;
  };
  return {
    id,
    created_at: evaluation.evaluated_at,
    goal_success: goal.success,
    goal_reasoning: goal.reasoning,
    agent_speak_percentage: shareOf(numberOf("talk_ratio")),
    avg_agent_latency: seconds("mean"),
    latency: {
      avg_agent_latency: seconds("mean"),
      max_agent_latency: seconds("max"),
      p50_agent_latency: seconds("p50"),
      p90_agent_latency: seconds("p90"),
      p95_agent_latency: seconds("p95"),
    },
    custom_metrics: evaluation.verdicts
      .filter(({ status }) => status === "EVALUATED")
      .map(({ name, response_type, value, reasoning = null, message }) => ({
        name,
        response_type,
        response_value: typeof value === "string" ? value : JSON.stringify(value),
        reasoning: reasoning ?? message ?? null,
      })),
  };
}

/** The agent's share of all talk, in percent, from agent's to user's. */
const shareOf = (ratio: number | null) =>
  ratio === null ? null : Math.round((1000 * ratio) / (1 + ratio)) / 10;
