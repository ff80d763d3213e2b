import type { OptionOrder } from "../../engine/judge/prompt.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { MetricValue } from "../../engine/metrics/metric-value.ts";
import type { Budget } from "../../engine/rules-language/budget.ts";
import type { Model } from "../model/model.ts";

/**
 * The bytes of a recording, or why a judge cannot hear it. Undefined if it is gone. A recording too large for
 * any model is not read.
 */
export type ReadRecording = () => Promise<
  Uint8Array | "recording_too_large" | "damaged_recording" | undefined
>;

/** The parts of a call that custom metrics are evaluated on. Absent parts are unknown. */
export interface MetricInput {
  readonly conversation: ConversationInput;
  /** Values of the built-in metrics by id: `metricsById(evaluateBuiltins(conversation).metrics)`. */
  readonly builtins: Pick<ReadonlyMap<string, MetricValue>, "get" | "values">;
  /** Values of the dynamic variables `{{key}}` (`metadata` of E2). */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** The bytes of the recording. Called only if a judge listens to it. */
  readonly recording?: ReadRecording;
}

export interface MetricOptions {
  /** Without a model, metrics that need a judge are NOT_EVALUATED. */
  readonly model?: Model;
  /**
   * How often to ask a judge (default: the model's setting). Odd numbers avoid ties. A qualitative metric
   * always gets one vote.
   */
  readonly votes?: number;
  /** The order in which a judge sees the possible answers (default: the metric's order). */
  readonly order?: OptionOrder | undefined;
  readonly signal?: AbortSignal;
  /** How many steps the metric's rules may take (default: `RULE_STEPS`). */
  readonly budget?: Budget;
}
