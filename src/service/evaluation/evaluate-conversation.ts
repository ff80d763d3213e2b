import { countVerdicts } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { alignRecording, type RecordingAlignment } from "../../engine/audio/align-recording.ts";
import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import { factsHeard } from "../../engine/heard/facts-heard.ts";
import type { CallersFact } from "../../engine/heard/known-fact.ts";
import { lexiconOf } from "../../engine/heard/lexicon.ts";
import { DEFECTS } from "../../engine/metrics/audio/defects.ts";
import type { ConversationInput, Side } from "../../engine/metrics/conversation.ts";
import {
  type BuiltinEvaluation,
  evaluateBuiltins,
  metricsById,
} from "../../engine/metrics/evaluate-builtins.ts";
import type { MetricValue } from "../../engine/metrics/metric-value.ts";
import { matcherWith } from "../../engine/metrics/tools/matches-pattern.ts";
import { budgetOf, isSpent, RULE_STEPS } from "../../engine/rules-language/budget.ts";
import { rulesOf } from "../../engine/rules-language/rules-of.ts";
import { noWords } from "../../engine/rules-language/text/words.ts";
import { sumUsage } from "../model/usage.ts";
import { yieldNow } from "../yield.ts";
import { evaluateMetric, type MetricResult } from "./evaluate-metric.ts";
import type { Absence } from "./inputs/unavailable.ts";
import type { MetricInput, MetricOptions, ReadRecording } from "./metric-input.ts";
import type { RequestedMetric, SelectedMetrics } from "./select-metrics.ts";

type Verdict = Output<"Verdict">;
type Evaluation = Output<"Evaluation">;

/** All inputs of an evaluation, in memory. */
export interface Evidence {
  /** It has `segments` only if a voice line measured who spoke when. */
  readonly conversation: ConversationInput;
  /** The analysis of the recording, or why there is none. Null without a recording. */
  readonly recording: RecordingAnalysis | Absence | null;
  /** Each side has its own channel. */
  readonly multichannel: boolean;
  /** Which channel is the agent's, if that is certain. */
  readonly agent_channel?: number;
  readonly spoke_first: Side | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What the caller knows. Undefined if nobody said. */
  readonly facts?: readonly CallersFact[] | undefined;
  readonly recordingBytes?: ReadRecording;
}

export interface ConversationOptions extends Pick<MetricOptions, "model" | "signal"> {
  /**
   * How many steps the rules of one metric (see `Budget`) and the patterns of expected tool calls may take. A
   * metric that needs more throws `TooMuchWork`. If absent, they may take `stepsEach`, and a metric that
   * needs more is not evaluated.
   */
  readonly steps_until_refusal?: number;
}

/** For how long facts are looked for where the work is limited. Where it is not, they are looked for to the end. */
const HEARD_MS = 10;

/** The rules of a metric need more work than allowed here. No judge was asked. */
export class TooMuchWork extends Error {}

/** Steps for the rules of all metrics together: about ten seconds. */
const RULE_STEPS_OF_ALL = 10 * RULE_STEPS;

/**
 * The share of each metric. It is the same for all, so that no verdict depends on which metric came first.
 */
export const stepsEach = (metrics: number) =>
  Math.min(RULE_STEPS, Math.floor(RULE_STEPS_OF_ALL / Math.max(metrics, 1)));

/**
 * Evaluates the metrics on a conversation: rules one after the other, questions to a judge concurrently. Lets
 * other work go first in between.
 */
export async function evaluateConversation(
  evidence: Evidence,
  { requested, gone }: SelectedMetrics,
  options: ConversationOptions,
): Promise<Omit<Evaluation, "evaluated_at" | "transcript">> {
  const { recording, multichannel, conversation } = evidence;
  const analysis = recording && "channels" in recording ? recording : null;
  const alignment =
    analysis && multichannel
      ? alignRecording(analysis, { ...conversation, spoke_first: evidence.spoke_first })
      : NOT_ALIGNED;
  const sound = analysis && soundIn(analysis, evidence.agent_channel ?? agentChannelIn(alignment));
  const heard = {
    ...conversation,
    ...heardIn(alignment),
    ...sound,
    ...(evidence.facts && heardOf(conversation, evidence.facts, options)),
  };
  const { metrics, data_quality } = builtinsOf(heard, options);
  const input: MetricInput = {
    conversation: heard,
    builtins: metricsById(metrics),
    metadata: evidence.metadata,
    ...(evidence.recordingBytes && { recording: evidence.recordingBytes }),
  };
  const verdicts = [...(await verdictsOn(requested, input, options)), ...gone.map(verdictOnGone)];
  return {
    verdicts,
    counts: countVerdicts(verdicts),
    metrics: metrics
      .filter((metric) => (analysis || !isOfSound(metric)) && (evidence.facts || !isOfFacts(metric)))
      .map(showMeasurement),
    timing_from: timingFrom(heard, alignment, metrics),
    data_quality: [...data_quality, ...alignment.warnings].map((warning) => ({
      ...warning,
      indexes: [...warning.indexes],
    })),
    recording: recording && showRecording(recording, alignment),
    usage: sumUsage(verdicts.flatMap(({ usage }) => usage ?? [])),
  };
}

/** The built-in metrics. Patterns of expected tool calls have the same limits as rules. */
function builtinsOf(
  conversation: ConversationInput,
  { steps_until_refusal: steps }: ConversationOptions,
): BuiltinEvaluation {
  if (steps === undefined) return evaluateBuiltins(conversation);
  const work = { left: steps };
  const measurements = evaluateBuiltins(conversation, { matchesPattern: matcherWith(work) });
  if (work.left <= 0) throw new TooMuchWork();
  return measurements;
}

const NOT_ALIGNED: RecordingAlignment = { assignment: null, noisy: false, warnings: [] };

/** Without a recording, an evaluation has no metrics of its sound. Rules that read one are left open. */
const isOfSound = ({ id }: MetricValue) => id.includes(".audio.");

/** The same for the facts of a caller about whom nothing is known. */
const isOfFacts = ({ id }: MetricValue) => id.startsWith("entities.");

/** What became of the facts of the caller. */
function heardOf(
  conversation: ConversationInput,
  facts: readonly CallersFact[],
  { steps_until_refusal }: ConversationOptions,
): Pick<ConversationInput, "heard" | "heard_missing"> {
  const lexicon = lexiconOf(conversation.language);
  if (!lexicon) return { heard_missing: "unsupported_language" };
  if (!conversation.transcript) return {};
  const until = steps_until_refusal === undefined ? Infinity : performance.now() + HEARD_MS;
  const pace = () => {
    if (performance.now() > until) throw new TooMuchWork();
  };
  return { heard: factsHeard(conversation, facts, lexicon, pace) };
}

const agentChannelIn = ({ assignment }: RecordingAlignment) =>
  assignment?.status === "assigned" ? assignment.agent_channel : null;

/** The sound of each side. Channels that contain the same have none of their own. */
function soundIn(
  { channels, copied_mono }: RecordingAnalysis,
  agent_channel: number | null,
): Pick<ConversationInput, "sound" | "sound_missing"> {
  const [agent, user] = agent_channel === null ? [] : [channels[agent_channel], channels[1 - agent_channel]];
  if (!agent || !user || copied_mono) return { sound_missing: "unassigned_channels" };
  const soundOf = ({ defects, estimate }: typeof agent) => ({ ...defects, snr_db: estimate.snr_db });
  return { sound: { agent: soundOf(agent), user: soundOf(user) } };
}

/** What the recording adds to the conversation. */
function heardIn(
  alignment: RecordingAlignment,
): Pick<ConversationInput, "segments" | "segments_missing" | "call_end_ms"> {
  if (!("segments" in alignment)) return alignment.noisy ? { segments_missing: "noisy_recording" } : {};
  const { segments, call_end_ms } = alignment;
  return { segments, call_end_ms };
}

async function verdictsOn(
  requested: readonly RequestedMetric[],
  input: MetricInput,
  { steps_until_refusal, ...options }: ConversationOptions,
): Promise<Verdict[]> {
  const results = new Map<RequestedMetric, MetricResult>();
  const [ruled, judged] = [requested.filter(hasRules), requested.filter((request) => !hasRules(request))];
  const words = noWords();
  for (const request of ruled) {
    await yieldNow();
    const budget = budgetOf(steps_until_refusal ?? stepsEach(ruled.length), words);
    results.set(request, await evaluateMetric(request.metric, input, { ...options, budget }));
    if (steps_until_refusal !== undefined && isSpent(budget)) throw new TooMuchWork();
  }
  const judging: Promise<unknown>[] = [];
  for (const request of judged) {
    await yieldNow();
    const result = evaluateMetric(request.metric, input, options);
    judging.push(result.then((result) => results.set(request, result)));
    // Awaited below, but it may fail before.
    judging.at(-1)?.catch(() => undefined);
  }
  await Promise.all(judging);
  return requested.flatMap((request) => {
    const result = results.get(request);
    return result ? { ...about(request), ...result } : [];
  });
}

const hasRules = ({ metric }: RequestedMetric) => rulesOf(metric) !== undefined;

const about = ({ id, metric: { name, response_type }, requested_by }: RequestedMetric) => ({
  metric_id: id,
  name,
  response_type,
  requested_by,
});

/** A result without an evaluation. Every part of it says why. */
export function unevaluated(
  { requested, gone }: SelectedMetrics,
  { reason, message }: { readonly reason: string; readonly message: string },
  evaluated_at: string,
): Evaluation {
  const verdicts: Verdict[] = [
    ...requested.map((request) => ({
      ...about(request),
      status: "NOT_EVALUATED" as const,
      reason,
      value: null,
      method: hasRules(request) ? ("rule" as const) : ("judge" as const),
    })),
    ...gone.map(verdictOnGone),
  ];
  return {
    evaluated_at,
    verdicts,
    counts: countVerdicts(verdicts),
    metrics: [],
    timing_from: null,
    data_quality: [{ code: reason, indexes: [], message }],
    transcript: null,
    recording: null,
    usage: sumUsage([]),
  };
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

function timingFrom(
  { segments }: ConversationInput,
  alignment: RecordingAlignment,
  metrics: readonly MetricValue[],
): Evaluation["timing_from"] {
  if ("segments" in alignment) return "recording";
  if (segments) return "line";
  return isTimed(metrics) ? "transcript" : null;
}

const isTimed = (metrics: readonly MetricValue[]) =>
  metrics.some(({ id, status }) => id === "call_duration" && status === "EVALUATED");

const showMeasurement = ({ evidence, ...metric }: MetricValue): Evaluation["metrics"][number] => ({
  ...metric,
  evidence: evidence.map((piece) => ({ ...piece })),
});

/** How many places of a kind the recording lists for each channel. */
const DEFECTS_SHOWN = 20;

function showRecording(
  recording: RecordingAnalysis | Absence,
  alignment: RecordingAlignment,
): Evaluation["recording"] {
  if (!("channels" in recording))
    return { status: "NOT_EVALUATED", reason: recording.reason, message: recording.message };
  const { assignment } = alignment;
  return JSON.parse(
    JSON.stringify({
      status: "EVALUATED",
      ...recording,
      channels: recording.channels.map(({ defects, ...channel }) => ({
        ...channel,
        defects: DEFECTS.flatMap((kind) =>
          defects.places[kind].kept.slice(0, DEFECTS_SHOWN).map(({ start_ms, end_ms }) => ({
            kind,
            start_ms: Math.round(start_ms),
            end_ms: Math.round(end_ms),
          })),
        ),
      })),
      assignment,
      drift: "segments" in alignment ? alignment.drift : null,
    }),
  );
}
