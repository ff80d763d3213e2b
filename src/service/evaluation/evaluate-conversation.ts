import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Output } from "../../contract/types.ts";
import { alignRecording, type RecordingAlignment } from "../../engine/audio/align-recording.ts";
import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import type { ConversationInput, Side } from "../../engine/metrics/conversation.ts";
import { evaluateBuiltins, metricsById } from "../../engine/metrics/evaluate-builtins.ts";
import type { MetricValue } from "../../engine/metrics/metric-value.ts";
import { sumUsage } from "../model/usage.ts";
import { evaluateMetric } from "./evaluate-metric.ts";
import type { Unavailable } from "./inputs/unavailable.ts";
import type { MetricInput, MetricOptions, ReadRecording } from "./metric-input.ts";
import type { RequestedMetric, SelectedMetrics } from "./select-metrics.ts";
import { countVerdicts } from "./verdict-counts.ts";

type Verdict = Output<"Verdict">;
type Evaluation = Output<"Evaluation">;

/** Everything that an evaluation goes by, read and in memory. */
export interface Evidence {
  readonly conversation: Omit<ConversationInput, "segments">;
  /** What was found out about the recording, or why nothing was; null without one. */
  readonly recording: RecordingAnalysis | Unavailable | null;
  /** Each side is on a channel of its own. */
  readonly multichannel: boolean;
  readonly spoke_first: Side | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly recordingBytes?: ReadRecording;
}

/** Evaluates the metrics on a conversation, those that a judge is asked for side by side. */
export async function evaluateConversation(
  evidence: Evidence,
  { requested, gone }: SelectedMetrics,
  options: MetricOptions,
): Promise<Omit<Evaluation, "evaluated_at" | "transcript">> {
  const { recording, multichannel, conversation } = evidence;
  const analysis = recording && "channels" in recording ? recording : null;
  const alignment =
    analysis && multichannel
      ? alignRecording(analysis, { ...conversation, spoke_first: evidence.spoke_first })
      : { assignment: null };
  const heard = "segments" in alignment ? { ...conversation, segments: alignment.segments } : conversation;
  const { metrics, data_quality } = evaluateBuiltins(heard);
  await yieldToOthers();
  const input: MetricInput = {
    conversation: heard,
    builtins: metricsById(metrics),
    metadata: evidence.metadata,
    ...(evidence.recordingBytes && { recording: evidence.recordingBytes }),
  };
  const verdicts = [
    ...(await Promise.all(requested.map((metric) => verdictOn(metric, input, options)))),
    ...gone.map(verdictOnGone),
  ];
  return {
    verdicts,
    counts: countVerdicts(verdicts),
    metrics: metrics.map(showMeasurement),
    timing_from: "segments" in alignment ? "recording" : isTimed(metrics) ? "transcript" : null,
    data_quality: data_quality.map((warning) => ({ ...warning, indexes: [...warning.indexes] })),
    recording: recording && showRecording(recording, alignment),
    usage: sumUsage(verdicts.flatMap(({ usage }) => usage ?? [])),
  };
}

async function verdictOn(
  { id, metric, requested_by }: RequestedMetric,
  input: MetricInput,
  options: MetricOptions,
): Promise<Verdict> {
  const result = await evaluateMetric(metric, input, options);
  const { name, response_type } = metric;
  return { metric_id: id, name, response_type, requested_by, ...result };
}

const verdictOnGone = (id: string): Verdict => ({
  metric_id: id,
  name: id,
  response_type: "pass_fail",
  requested_by: ["custom_metrics"],
  status: "NOT_EVALUATED",
  reason: "metric_deleted",
  value: null,
  method: null,
});

const isTimed = (metrics: readonly MetricValue[]) =>
  metrics.some(({ id, status }) => id === "call_duration" && status === "EVALUATED");

const showMeasurement = ({ evidence, ...metric }: MetricValue): Evaluation["metrics"][number] => ({
  ...metric,
  evidence: evidence.map((found) => ({ ...found })),
});

function showRecording(
  recording: RecordingAnalysis | Unavailable,
  alignment: RecordingAlignment,
): Evaluation["recording"] {
  if (!("channels" in recording))
    return { status: "NOT_EVALUATED", reason: recording.reason, message: recording.message };
  const { assignment } = alignment;
  return JSON.parse(
    JSON.stringify({
      status: "EVALUATED",
      ...recording,
      assignment,
      drift: "segments" in alignment ? alignment.drift : null,
    }),
  );
}
