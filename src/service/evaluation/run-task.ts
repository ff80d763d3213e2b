import { countVerdicts } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import { SIDES } from "../../contract/values.ts";
import { outcomeOf } from "../../engine/caller/judging/deed.ts";
import { repeatedIn } from "../../engine/caller/turn/circles.ts";
import { factsOfCaller, factsOfMetadata } from "../../engine/heard/callers-facts.ts";
import { type ConversationInput, sideOf } from "../../engine/metrics/conversation.ts";
import { stateOf } from "../../engine/metrics/rule-input.ts";
import type { AgentReader } from "../../engine/policies/agent-reader.ts";
import { ordersFor } from "../../engine/policies/orders.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import { budgetOf } from "../../engine/rules-language/budget.ts";
import { rulesOf } from "../../engine/rules-language/rules-of.ts";
import { noWords } from "../../engine/rules-language/text/words.ts";
import { withSides } from "../../engine/transcript/assign-roles.ts";
import { attended } from "../../engine/transcript/attended.ts";
import { spokeFirst } from "../../engine/transcript/speaker-labels.ts";
import { LINE_CHANNELS } from "../../engine/voice/pcm.ts";
import { written } from "../published/evaluation.ts";
import { measuringHints, type Submission } from "../submissions/submission.ts";
import { explaining, goalVerdict, toolCallsVerdict } from "./digital-human-verdicts.ts";
import { type ConversationOptions, evaluateConversation, stepsEach } from "./evaluate-conversation.ts";
import { readTranscript } from "./inputs/read-transcript.ts";
import { isAbsence, orAbsence } from "./inputs/unavailable.ts";
import type { ReadRecording } from "./metric-input.ts";
import { type ResultOutcome, resultOutcome } from "./result-outcome.ts";
import type { RequestedMetric } from "./select-metrics.ts";
import { standingVerdicts, withStandingVerdicts } from "./standing-verdicts.ts";
import type {
  CallEvaluation,
  CallTask,
  EvaluationOf,
  EvaluationTask,
  ResultEvaluation,
  ResultTask,
} from "./task.ts";
import { withoutSituation } from "./tested-situation.ts";
import { mergedEffects } from "./tool-effects.ts";
import { hindranceOf, type Pursuit, withoutUnanswered } from "./unanswered-question.ts";

type Evaluation = Output<"Evaluation">;

/** What an evaluation needs from the service. */
export interface TaskContext extends ConversationOptions {
  /** The bytes of the recording, if there is one. */
  readonly recording?: ReadRecording;
  /** Reads the agent's texts, which many evaluations share. */
  readonly readAgent?: AgentReader;
}

/** Performs a task in the current process. May throw `TooMuchWork` if `means` limits the work. */
export const runTask = <T extends EvaluationTask>(task: T, means: TaskContext) =>
  (task.kind === "call" ? evaluateCall(task, means) : evaluateResult(task, means)) as Promise<
    EvaluationOf<T>
  >;

async function evaluateCall(task: CallTask, means: TaskContext): Promise<CallEvaluation> {
  const submission: Submission = JSON.parse(task.submission);
  const spoke_first = spokeFirst(submission.participants);
  const { analysis, fetched_transcript } = task;
  const fetched =
    typeof fetched_transcript === "string"
      ? await orAbsence(() => readTranscript(fetched_transcript, spoke_first))
      : fetched_transcript;
  const transcript = isAbsence(fetched) || !task.redact_pii ? fetched : redactValues(fetched);
  const hints = measuringHints(submission);
  const entries =
    transcript ?? (submission.transcript ? withSides(submission.transcript, spoke_first).transcript : null);
  const conversation: ConversationInput = {
    transcript: isAbsence(entries) ? null : entries,
    tool_calls: submission.tool_calls ?? null,
    events: submission.events ?? null,
    conversation_ended_by: SIDES.find((side) => side === submission.conversation_ended_by) ?? null,
    ...hints,
    ...mergedEffects(task.tool_effects, hints),
  };
  const evaluated = await evaluateConversation(
    {
      conversation,
      recording: analysis,
      multichannel: submission.multichannel ?? false,
      spoke_first: sideOf(spoke_first),
      metadata: { ...task.variables, ...submission.metadata },
      facts: factsOfMetadata(submission.metadata?.["facts"]),
      ...(means.recording && { recordingBytes: means.recording }),
    },
    task.selected,
    means,
  );
  const standing = task.agent && standingVerdicts(task.agent, conversation, standingMeans(evaluated, means));
  const verdicts = [...evaluated.verdicts, ...(standing?.verdicts ?? [])];
  const evaluation: Evaluation = {
    evaluated_at: task.evaluated_at,
    ...evaluated,
    verdicts,
    ...(standing && standing.suspicions.length > 0 && { suspicions: standing.suspicions }),
    counts: countVerdicts(verdicts),
    transcript: transcript && !isAbsence(transcript) ? transcript.map((entry) => ({ ...entry })) : null,
  };
  if (isAbsence(transcript))
    evaluation.data_quality.unshift({ code: transcript.reason, indexes: [], message: transcript.message });
  return toCallEvaluation(isWhole([entries, analysis]) ? "COMPLETED" : "INCOMPLETED", evaluation);
}

/** Policies may name built-in metrics. Their rules may take as much work as those of metrics. */
function standingMeans(
  { metrics }: Pick<Evaluation, "metrics">,
  { readAgent, steps_until_refusal }: TaskContext,
) {
  const values = new Map(metrics.map((metric) => [metric.id, metric]));
  const words = noWords();
  return {
    read: readAgent,
    metric: (id: string) => values.get(id),
    refuses: steps_until_refusal !== undefined,
    budgetFor(policies: number) {
      if (steps_until_refusal === undefined) return () => budgetOf(stepsEach(policies), words);
      const all = budgetOf(steps_until_refusal, words);
      return () => all;
    },
  };
}

/** The evaluation of a call, in the form in which it is stored and reported. */
export const toCallEvaluation = (
  status: CallEvaluation["status"],
  evaluation: Evaluation,
): CallEvaluation => ({
  status,
  ...written(evaluation),
});

/**
 * Whether everything that was submitted was evaluated. A recording in an unsupported format is left out, and
 * the result says so. It matters only if there is no other input.
 */
function isWhole(inputs: readonly unknown[]): boolean {
  const isBroken = inputs.some((input) => isAbsence(input) && input.reason !== "unsupported_media");
  return !isBroken && inputs.some((input) => input !== null && !isAbsence(input));
}

async function evaluateResult(sent: ResultTask, means: TaskContext): Promise<ResultEvaluation> {
  const task = { ...sent, ...pursuitOf(sent) };
  const { conversation, situation_missed } = task;
  const { requested, gone } = task.selected;
  const { analysis } = task;
  const isWritten = (metric: RequestedMetric) => analysis === undefined && isHeard(metric);
  const evaluated = await evaluateConversation(
    {
      conversation,
      recording: analysis ?? null,
      // The line knows who said what, more exactly than a recording can tell.
      multichannel: false,
      agent_channel: LINE_CHANNELS.agent,
      spoke_first: null,
      metadata: { ...task.variables, ...task.metadata },
      facts: factsOfCaller(task.pursued.caller.facts, task.pursued.state?.instead),
      ...(means.recording && { recordingBytes: means.recording }),
    },
    { requested: requested.filter((metric) => !isWritten(metric)), gone },
    means,
  );
  const reached = [
    ...(situation_missed === undefined ? goalOf(task) : []),
    ...(conversation.expected_tool_calls
      ? [toolCallsVerdict(evaluated.metrics, conversation.tool_calls ?? [])].map((verdict) =>
          task.expects_state ? explaining(verdict) : verdict,
        )
      : []),
    ...evaluated.verdicts,
    ...requested.filter(isWritten).map(inapplicable),
  ];
  const { verdicts: judged, suspicions } = withStandingVerdicts(
    reached,
    task,
    standingMeans(evaluated, means),
  );
  const arisen = situation_missed ? withoutSituation(judged, situation_missed) : judged;
  const { verdicts: answerable, reason } = withoutUnanswered(arisen, task);
  const verdicts = task.redact_pii ? withMaskedRows(answerable) : [...answerable];
  const counts = countVerdicts(verdicts);
  const { evaluated_at } = task;
  const evaluation: Evaluation = {
    evaluated_at,
    ...evaluated,
    ...(task.redact_pii && { metrics: withMaskedFacts(evaluated.metrics) }),
    verdicts,
    ...(suspicions.length > 0 && { suspicions }),
    counts,
    transcript: null,
    ...(conversation.world && {
      end_state: task.redact_pii ? redactValues(endStateOf(conversation)) : endStateOf(conversation),
    }),
    ...(conversation.state_unread && { state_unread: conversation.state_unread }),
  };
  if (task.world_fault !== undefined)
    return {
      ...resultOutcome(verdicts, task.thresholds),
      outcome: "incompleted",
      reason: `the world is at fault, not the agent: ${task.world_fault}`,
      ...written(evaluation),
    };
  // Without criteria, no setting can make it pass.
  const outcome =
    reason === undefined
      ? resultOutcome(verdicts, task.thresholds)
      : { outcome: "incompleted" as const, reason, criteria: null };
  return { ...withUnknownTools(outcome, task.unknown_tools ?? []), ...written(evaluation) };
}

/** Unknown tools that are named. */
const UNKNOWN_SHOWN = 5;

/** Why a conversation did not pass, with the calls that its world does not know. */
function withUnknownTools<T extends Pick<ResultOutcome, "outcome" | "reason">>(
  told: T,
  unknown: readonly string[],
): T {
  if (told.outcome === "passed" || unknown.length === 0) return told;
  const names = unknown.slice(0, UNKNOWN_SHOWN).map((name) => JSON.stringify(name.slice(0, 100)));
  return {
    ...told,
    reason: `${told.reason}; no tool of the world is called ${names.join(" or ")}, which the agent called`,
  };
}

/** The same verdicts, where rows that are evidence have no personal data. */
const withMaskedRows = (verdicts: readonly Output<"Verdict">[]): Output<"Verdict">[] =>
  verdicts.map((verdict) => ({
    ...verdict,
    ...(verdict.evidence && { evidence: maskedRows(verdict.evidence) }),
    ...(verdict.clauses && {
      clauses: verdict.clauses.map((clause) => ({ ...clause, evidence: maskedRows(clause.evidence) })),
    }),
  }));

const maskedRows = <T extends Readonly<Record<string, unknown>>>(evidence: readonly T[]): T[] =>
  evidence.map((piece) => (piece["kind"] === "state" ? redactValues(piece) : piece));

/** The same metrics, where the facts of the caller have no personal data. */
const withMaskedFacts = (metrics: Evaluation["metrics"]): Evaluation["metrics"] =>
  metrics.map((metric) =>
    metric.id === "entities.heard" ? { ...metric, value: redactValues(metric.value) } : metric,
  );

/** What became of the tables, row by row. */
const endStateOf = ({ world, tool_calls, transcript }: ConversationInput): Evaluation["end_state"] =>
  world ? [...stateOf(world, tool_calls ?? [], transcript ?? []).differences] : [];

/** What became of the digital human's errand, and why it may prove nothing. */
function pursuitOf({ pursued, conversation, agent }: ResultTask): Pursuit {
  const { caller, state } = pursued;
  const said = pursued.said.map(({ role, utterance }) => ({
    role,
    utterance: role === "AGENT" ? attended(utterance) : utterance,
  }));
  const errand = outcomeOf(
    caller,
    conversation.tool_calls ?? [],
    state,
    said,
    wordsOf(agent, caller.errand?.tool),
  );
  const hindrance = hindranceOf(caller, said, state);
  return { ...(errand && { errand }), ...(hindrance && { hindrance }) };
}

/**
 * What the agent is told. If policies are off, or somebody has rejected one of a sentence, the sentence orders nothing.
 * @param tool the tool of the digital human's errand
 */
function wordsOf(
  { prompt, knowledge_base, policies = [], off }: ResultTask["agent"],
  tool: string | undefined,
) {
  if (tool === undefined || off.includes("policies")) return { prompt: "", knowledge_base };
  const rejected = policies.flatMap(({ status, sentence }) => (status === "rejected" ? [sentence] : []));
  const orders = ordersFor(tool, prompt).filter(({ sentence }) => !rejected.includes(sentence));
  return { prompt, knowledge_base, orders };
}

/** Whether the digital human got what it wanted. It cannot know that if the agent's words are unknown. */
function goalOf({
  goal_completed,
  end_reason,
  analysis,
  conversation,
  errand,
  reports_calls,
}: ResultTask & Pursuit): Output<"Verdict">[] {
  const said = (conversation.transcript ?? []).filter(({ speaker }) => sideOf(speaker) === "agent");
  const repeated = repeatedIn(
    said.map(({ utterance }) => attended(utterance ?? "")),
    conversation.language,
  );
  const verdicts = goalVerdict(goal_completed, end_reason, repeated, errand, reports_calls);
  if (errand || analysis === undefined || conversation.transcript?.length) return verdicts;
  const message = "the agent's words are unknown";
  return verdicts.map((verdict) => ({
    ...verdict,
    status: "NOT_EVALUATED",
    reason: "no_transcript",
    value: null,
    message,
  }));
}

/** Whether a metric needs to listen, so that it says nothing about a text conversation. */
const isHeard = ({ metric }: RequestedMetric) =>
  metric.eval_route === "AUDIO" && rulesOf(metric) === undefined;

const inapplicable = ({ id, metric, requested_by }: RequestedMetric): Output<"Verdict"> => ({
  metric_id: id,
  name: metric.name,
  response_type: metric.response_type,
  requested_by,
  status: "NOT_APPLICABLE",
  reason: "text_conversation",
  value: null,
  method: "judge",
});
