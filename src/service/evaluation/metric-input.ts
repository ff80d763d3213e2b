import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import type { MetricValue } from "../../engine/metrics/metric-value.ts";
import type { Budget } from "../../engine/rules-language/budget.ts";
import type { Model } from "../model/model.ts";

/** The bytes of a recording; undefined where it is gone. One that no model would take is not read. */
export type ReadRecording = () => Promise<Uint8Array | "recording_too_large" | undefined>;

/** A call as far as custom metrics are evaluated on it. What is absent is unknown. */
export interface MetricInput {
  readonly conversation: ConversationInput;
  /** Values of the built-in metrics by id: `metricsById(evaluateBuiltins(conversation).metrics)`. */
  readonly builtins: ReadonlyMap<string, MetricValue>;
  /** Values of the dynamic variables `{{key}}` (`metadata` of E2). */
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  /** The bytes of the recording; asked for only where a judge hears it. */
  readonly recording?: ReadRecording;
}

export interface MetricOptions {
  /** Without one, what needs a judge is NOT_EVALUATED. */
  readonly model?: Model;
  /** How often a judge is asked (default 1, or an odd number); a metric of type qualitative always once. */
  readonly votes?: number;
  readonly signal?: AbortSignal;
  /** What the rules of the metric may cost (default: `RULE_STEPS`). */
  readonly budget?: Budget;
}
