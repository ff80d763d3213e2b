import type { OptionOrder } from "../../engine/judge/prompt.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { MetricValue } from "../../engine/metrics/metric-value.ts";
import type { Budget } from "../../engine/rules-language/budget.ts";
import type { Model } from "../model/model.ts";

/** The bytes of a recording, or why a judge cannot hear it; undefined if it is gone. One that no model would take is not read. */
export type ReadRecording = () => Promise<
  Uint8Array | "recording_too_large" | "damaged_recording" | undefined
>;

/** The parts of a call that custom metrics are evaluated on. What is absent is unknown. */
export interface MetricInput {
  readonly conversation: ConversationInput;
  /** Values of the built-in metrics by id: `metricsById(evaluateBuiltins(conversation).metrics)`. */
  readonly builtins: Pick<ReadonlyMap<string, MetricValue>, "get" | "values">;
  /** Values of the dynamic variables `{{key}}` (`metadata` of E2). */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** The bytes of the recording; read only if a judge listens to it. */
  readonly recording?: ReadRecording;
}

export interface MetricOptions {
  /** Without one, metrics that need a judge are NOT_EVALUATED. */
  readonly model?: Model;
  /** How often a judge is asked (default: as often as the model says; odd numbers decide more); a metric of type qualitative always once. */
  readonly votes?: number;
  /** How a judge is told the possible answers (default: as the metric lists them). */
  readonly order?: OptionOrder | undefined;
  readonly signal?: AbortSignal;
  /** How many steps the metric's rules may take (default: `RULE_STEPS`). */
  readonly budget?: Budget;
}
