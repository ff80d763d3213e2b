import { AGENT_TEXT_MAXIMUM } from "../../contract/limits.ts";
import { callOutcome } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import type { JudgedAgent } from "../../engine/policies/judge.ts";
import { observe } from "../alerts/observe.ts";
import { redactsPii } from "../domain/agents/lookup.ts";
import { queueAgain } from "../domain/calls/again.ts";
import { recordingColumns } from "../domain/calls/recording.ts";
import { knowledgeOf } from "../domain/documents/knowledge.ts";
import { policiesFor } from "../domain/policies/reviews.ts";
import type { JobWorker, Outcome } from "../jobs/jobs.ts";
import { publishCallEvaluation } from "../published/evaluation.ts";
import type { Row } from "../store/schema.ts";
import {
  readHead,
  readSubmissionUpTo,
  type SubmissionHead,
  versionTexts,
} from "../submissions/submission.ts";
import { sendEvent } from "../webhooks/outbox.ts";
import { publishedCall } from "../webhooks/published-call.ts";
import { type CallInputs, isOutOfReach, readInputs } from "./call-inputs.ts";
import { unevaluated } from "./evaluate-conversation.ts";
import { type Evaluating, type Overrun, TASK_MAXIMUM, tooLarge } from "./evaluator.ts";
import { wholeRecording } from "./inputs/whole-recording.ts";
import { toCallEvaluation } from "./run-task.ts";
import { type SelectedMetrics, selectMetrics } from "./select-metrics.ts";
import type { CallEvaluation } from "./task.ts";
import { toolEffectsIn } from "./tool-effects.ts";

/** After how many milliseconds to try again if an input that a call names is unavailable. */
const DELAYS_MS = [2_000, 10_000, 60_000];

/**
 * Evaluates a submitted call. After a crash, it starts over, because nothing is stored before the evaluation
 * is complete.
 */
export const evaluateCall: JobWorker<"evaluate_call", Evaluating> = {
  concurrency: 4,
  async run({ call_id }, service, { attempt, signal }) {
    const call = await begin(service, call_id);
    if (!call) return {};
    const head = await readHead(service.db, call);
    const inputs = await readInputs(service, call, head, signal);
    const delay = DELAYS_MS[attempt - 1];
    if (delay !== undefined && isOutOfReach(inputs))
      return { again_at: new Date(service.now().getTime() + delay) };
    const selected = await selectedFor(service, call, head);
    const evaluation = await evaluate(service, call, selected, inputs, signal);
    return storing(service, call, head, evaluation, inputs.stored);
  },

  async giveUp({ call_id }, service, message) {
    const call = await begin(service, call_id);
    if (!call) return async () => undefined;
    const head = await readHead(service.db, call);
    const selected = await selectedFor(service, call, head);
    const evaluation = notMade(service, selected, { reason: "evaluation_given_up", message });
    return storing(service, call, head, evaluation, null).commit;
  },
};

/**
 * What an evaluation of the call with these metrics would find. Nothing of it is stored, and a recording that the
 * service does not have is not fetched.
 */
export async function tryOnCall(
  service: Evaluating,
  call_id: string,
  selected: SelectedMetrics,
  signal: AbortSignal,
): Promise<CallEvaluation> {
  const call = await service.db
    .selectFrom("call")
    .select(COLUMNS)
    .where("id", "=", call_id)
    .executeTakeFirstOrThrow();
  const head = await readHead(service.db, call);
  const inputs = await readInputs(service, call, { ...head, recording_url: undefined }, signal);
  return evaluate(service, call, selected, inputs, signal);
}

/** The columns needed from a call. Its submission, which may be large, is separate. */
const COLUMNS = [
  "id",
  "organization_id",
  "agent_id",
  "prompt_version",
  "knowledge_base_version",
  "submission_head",
  "recording",
  "recording_key",
  "revision",
] as const;

type Call = Pick<Row<"call">, (typeof COLUMNS)[number]>;

/** The call, now EVALUATING. Undefined if there is nothing left to do. */
async function begin(service: Evaluating, call_id: string): Promise<Call | undefined> {
  return service.write(
    (transaction) =>
      transaction
        .updateTable("call")
        .set({ status: "EVALUATING" })
        .where("id", "=", call_id)
        .where("status", "in", ["QUEUED", "EVALUATING"])
        .returning(COLUMNS)
        .executeTakeFirst(),
    { about: [`call ${call_id}`] },
  );
}

async function evaluate(
  service: Evaluating,
  call: Call,
  selected: SelectedMetrics,
  { analysis, fetched_transcript, stored }: CallInputs,
  signal: AbortSignal,
): Promise<CallEvaluation> {
  const submission = await readSubmissionUpTo(service.db, call.id, TASK_MAXIMUM);
  if (submission === undefined)
    return notMade(
      service,
      selected,
      tooLarge(`the call has more than ${TASK_MAXIMUM} bytes, too many to evaluate`),
    );
  const variables = await agentTexts(service, call);
  const { redact_pii, off, goals, tool_effects } = await settingsOf(service, call.agent_id);
  const policies =
    redact_pii || call.prompt_version === null
      ? []
      : await policiesFor(service.db, call.agent_id, { version: call.prompt_version });
  const evaluation = await service.evaluate(
    {
      kind: "call",
      submission,
      fetched_transcript,
      redact_pii,
      tool_effects,
      analysis,
      variables,
      ...(!redact_pii && { agent: judgedBy(variables, { off, goals, policies }) }),
      selected,
      evaluated_at: service.now().toISOString(),
    },
    {
      signal,
      ...(service.model && { model: service.model }),
      ...(stored && { recording: () => wholeRecording(service, stored) }),
    },
  );
  return "status" in evaluation ? evaluation : notMade(service, selected, evaluation);
}

const selectedFor = (
  { db }: Evaluating,
  { organization_id, agent_id }: Call,
  { custom_metrics, custom_metric_tags }: SubmissionHead,
) => selectMetrics(db, { organization_id, agent_id, custom_metrics, custom_metric_tags });

const notMade = (
  { now }: Evaluating,
  selected: SelectedMetrics,
  why: Pick<Overrun, "message"> & { readonly reason: string },
) => toCallEvaluation("INCOMPLETED", unevaluated(selected, why, now().toISOString()));

/** The texts of the versions that the call's label selected, with the knowledge that its agent shares. */
async function agentTexts({ db }: Evaluating, call: Call): Promise<Record<string, string>> {
  const texts = await versionTexts(db, call);
  const kb_text = await knowledgeOf(db, call.agent_id, texts["kb_text"]);
  return { ...texts, ...(kb_text !== undefined && { kb_text }) };
}

/** The agent at the time when the call was submitted. */
function judgedBy(
  { prompt_text = "", kb_text = "" }: Readonly<Record<string, string>>,
  settings: Pick<JudgedAgent, "off" | "goals" | "policies">,
): JudgedAgent {
  const read = (text: string) => text.slice(0, AGENT_TEXT_MAXIMUM);
  return { prompt: read(prompt_text), knowledge_base: read(kb_text), ...settings };
}

async function settingsOf({ db }: Evaluating, agent_id: number) {
  const agent = await db
    .selectFrom("agent")
    .select("record")
    .where("id", "=", agent_id)
    .executeTakeFirstOrThrow();
  const { checks_off, goals }: Pick<Output<"AgentCreate">, "checks_off" | "goals"> = JSON.parse(agent.record);
  return {
    redact_pii: redactsPii(agent),
    off: checks_off ?? [],
    goals: goals ?? [],
    tool_effects: toolEffectsIn(agent),
  };
}

/** Stores and reports the evaluation. */
function storing(
  service: Evaluating,
  call: Call,
  { trace_id = null, webhook_tag = null }: SubmissionHead,
  { status, evaluation, reported }: CallEvaluation,
  stored: CallInputs["stored"],
): Required<Pick<Outcome, "commit">> {
  return {
    async commit(transaction) {
      const made = await transaction
        .updateTable("call")
        .set({
          status,
          evaluation,
          outcome: callOutcome(reported.verdicts),
          ...(stored && recordingColumns(stored)),
        })
        .where("id", "=", call.id)
        .where("revision", "=", call.revision)
        .returning("id")
        .executeTakeFirst();
      // The submission has changed since, so this evaluation no longer applies to it.
      if (!made) return queueAgain(transaction, service, call.id);
      await sendEvent(transaction, service, {
        organization_id: call.organization_id,
        event: "observability_call_evaluated",
        tag: webhook_tag,
        fields: async () => ({
          ...(await publishedCall(transaction, call.id, reported)),
          call_id: call.id,
          trace_id,
          counts: reported.counts,
          verdicts: reported.verdicts.map(({ requested_by: _, explanation: __, ...verdict }) => verdict),
        }),
      });
      await observe(transaction, service, {
        organization_id: call.organization_id,
        agent_id: call.agent_id,
        source: "observability",
        subject: `call ${call.id}`,
        evaluated: () => ({
          evaluation: reported,
          published: publishCallEvaluation(call.id, reported, new Map()),
        }),
      });
    },
  };
}
