import { recordingFormat } from "../../contract/media.ts";
import { identityOf } from "../../engine/judge/identity.ts";
import type { JudgedMetric } from "../../engine/judge/metric.ts";
import { PROMPT_VERSION, repairPrompt } from "../../engine/judge/prompt.ts";
import { type Ballot, type Question, questionOf } from "../../engine/judge/question.ts";
import { type AnswerFault, readAnswer, type Vote } from "../../engine/judge/read-answer.ts";
import { type Route, routeOf } from "../../engine/judge/route.ts";
import type { Suspicion } from "../../engine/judge/suspicion.ts";
import { type CastVote, combineVotes } from "../../engine/judge/votes.ts";
import type { Turn } from "../../engine/rules-language/input.ts";
import type { Evidence, RuleResult } from "../../engine/rules-language/result.ts";
import {
  type CompletionRequest,
  type ContentPart,
  type Message,
  type Model,
  ModelError,
  type Usage,
} from "../model/model.ts";
import { NO_USAGE, sumUsage } from "../model/usage.ts";
import type { MetricInput, MetricOptions } from "./metric-input.ts";

/** The verdict of a judge, and its basis. */
export interface JudgeResult extends Pick<RuleResult, "status" | "reason" | "message" | "value" | "missing"> {
  /** The version of the prompt. */
  method_version: string;
  /** The model that was asked, or null if none was. */
  model: string | null;
  route: Route | null;
  /** Hashes of what was asked, or null if nothing was. */
  metric_sha256: string | null;
  question_sha256: string | null;
  /** Passages found in the transcript word for word. Empty without a transcript. */
  evidence: Evidence[];
  reasoning: string | null;
  /** The answer of each vote, in order. */
  votes: { status: string; reason?: string; value: unknown }[];
  /** The share of votes that agree with the result, or null if there was at most one vote. */
  agreement: number | null;
  /** Places that seem to address the judge: warnings for people who read the result. */
  suspected_injection: Suspicion[];
  usage: Usage;
}

type JudgeInput = MetricInput & { readonly turns: readonly Turn[] };

/** About a hundred thousand tokens. A verdict on part of a conversation would not be a verdict on the whole. */
const SIZE_MAXIMUM = 400_000;

/** Asks the judge for each vote, and once more if an answer cannot be used. Then combines the votes. */
export async function askJudge(
  metric: JudgedMetric,
  input: JudgeInput,
  { model, votes = model?.votes ?? 1, order, signal }: MetricOptions,
): Promise<JudgeResult> {
  const { conversation, builtins, metadata, turns } = input;
  // Checked before the question is built, because building it takes long too.
  if (turns.reduce((size, { text }) => size + text.length, 0) > SIZE_MAXIMUM)
    return { ...NO_JUDGEMENT, reason: model ? "conversation_too_long" : "no_model" };
  const question = questionOf(
    metric,
    { ...conversation, builtins: builtins.values(), metadata, turns },
    order,
  );
  const result = { ...NO_JUDGEMENT, suspected_injection: question.suspected_injection };
  if (!model) return { ...result, reason: "no_model" };
  if (question.missing_variables.length > 0) {
    const missing = question.missing_variables.map((key) => `metadata.${key}`);
    return { ...result, reason: "missing_variables", missing };
  }
  if (question.size > SIZE_MAXIMUM) return { ...result, reason: "conversation_too_long" };
  const source = await sourceOf(metric, input);
  if ("reason" in source) return { ...result, reason: source.reason };
  const { route, audio } = source;
  const asked = (route === "AUDIO" ? metric.audio_model : metric.model) ?? model.name;
  const count = metric.response_type === "qualitative" ? 1 : votes;
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      castVote(question, question.ballot(index + 1), { model, name: asked, audio, signal }),
    ),
  );
  const all_votes = answers.map(({ vote }) => vote);
  const { speaks, ...decision } = combineVotes(all_votes, metric);
  return {
    ...result,
    ...decision,
    model: asked,
    route,
    ...identityOf(metric, route),
    evidence: speaks?.evidence ?? [],
    reasoning: speaks?.reasoning ?? null,
    votes: all_votes.map(showVote),
    usage: sumUsage(answers.map(({ usage }) => usage)),
  };
}

/** The result if no judge was asked. */
export const NO_JUDGEMENT: JudgeResult = {
  status: "NOT_EVALUATED",
  value: null,
  method_version: PROMPT_VERSION,
  model: null,
  route: null,
  metric_sha256: null,
  question_sha256: null,
  evidence: [],
  reasoning: null,
  votes: [],
  agreement: null,
  suspected_injection: [],
  usage: NO_USAGE,
};

type Source = { route: Route; audio: ContentPart | undefined } | { reason: string };

/** What the judge gets, or why it cannot be asked. */
async function sourceOf(metric: JudgedMetric, { turns, recording }: JudgeInput): Promise<Source> {
  const transcript = turns.length > 0;
  const chosen = routeOf(metric, { transcript, recording: recording !== undefined });
  if ("fault" in chosen) return { reason: chosen.fault };
  if (chosen.route === "TEXT") return { ...chosen, audio: undefined };
  const bytes = await recording?.();
  if (!bytes) return { reason: "missing_recording" };
  if (typeof bytes === "string") return { reason: bytes };
  const kind = recordingFormat(bytes);
  if (kind !== "WAV" && kind !== "MP3") return { reason: "unsupported_media" };
  const format = kind === "WAV" ? "wav" : "mp3";
  const data = Buffer.from(bytes).toString("base64");
  return { ...chosen, audio: { type: "input_audio", input_audio: { data, format } } };
}

interface Asked {
  readonly model: Model;
  readonly name: string;
  readonly audio: ContentPart | undefined;
  readonly signal: AbortSignal | undefined;
}

/** One vote. If an answer cannot be used, asks once more and says what is wrong with it. */
async function castVote(
  question: Question,
  ballot: Ballot,
  { model, name, audio, signal }: Asked,
): Promise<{ vote: CastVote; usage: Usage }> {
  const usages: Usage[] = [];
  const began = performance.now();
  const requestOf = (messages: readonly Message[]): CompletionRequest => ({
    messages,
    structure: { name: "verdict", schema: ballot.schema, strict: ballot.strict },
    temperature: question.metric.temperature ?? 0,
    model: name,
    ...(signal && { signal }),
  });
  const ask = async (request: CompletionRequest) => {
    const { text, usage } = await model.complete(request);
    usages.push(usage);
    return text;
  };
  try {
    const messages = messagesOf(ballot, audio);
    const first = await ask(requestOf(messages));
    const read = readAnswer(first, question, ballot);
    if ("vote" in read) return { vote: read.vote, usage: sumUsage(usages) };
    const repair: Message = { role: "user", content: repairPrompt(read.fault.message) };
    const again = requestOf([...messages, { role: "assistant", content: first }, repair]);
    const second = await ask({ ...again, unkept: true });
    const readAgain = readAnswer(second, question, ballot);
    // The first answer is part of this request. If both were cached, a fault of the model would outlast its repair.
    if ("vote" in readAgain) await model.keep(again, second);
    return { vote: voteOf(readAgain), usage: sumUsage(usages) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return {
      vote: { status: "ERROR", reason: error.reason, message: error.message },
      usage: sumUsage([...usages, unknownUsage(performance.now() - began)]),
    };
  }
}

/** The cost of an unanswered request is unknown. */
const unknownUsage = (ms: number): Usage => ({
  ...NO_USAGE,
  prompt_tokens: null,
  completion_tokens: null,
  ms: Math.round(ms),
});

function messagesOf({ system, user }: Ballot, audio: ContentPart | undefined): Message[] {
  return [
    { role: "system", content: system },
    { role: "user", content: audio ? [audio, { type: "text", text: user }] : user },
  ];
}

function voteOf(read: { vote: Vote } | { fault: AnswerFault }): CastVote {
  return "vote" in read ? read.vote : { status: "ERROR", ...read.fault };
}

function showVote(vote: CastVote): JudgeResult["votes"][number] {
  return {
    status: vote.status,
    ...("reason" in vote && { reason: vote.reason }),
    value: vote.status === "EVALUATED" ? vote.value : null,
  };
}
