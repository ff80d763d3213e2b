import type { Output } from "../../contract/types.ts";
import { sideOf } from "../../engine/metrics/conversation.ts";
import { spokeFirst } from "../../engine/transcript/speaker-labels.ts";
import type { Service } from "../handler.ts";
import type { JobLane, Outcome } from "../jobs/jobs.ts";
import { redactsPii } from "../rules/agents.ts";
import { type Recording, recordingColumns } from "../rules/evaluations/recording.ts";
import type { Row } from "../store/schema.ts";
import { sendEvent } from "../webhooks/outbox.ts";
import { type CallInputs, readInputs } from "./call-inputs.ts";
import { evaluateConversation } from "./evaluate-conversation.ts";
import { Unavailable } from "./inputs/unavailable.ts";
import type { ReadRecording } from "./metric-input.ts";
import { selectMetrics } from "./select-metrics.ts";
import { measuringHints, type Submission, variablesOf } from "./submission.ts";

/** What a call names and that is out of reach is tried again after so many milliseconds. */
const DELAYS_MS = [2_000, 10_000, 60_000];

/** Evaluates a submitted call. Run again after a crash, it starts over: nothing is stored before all is known. */
export const evaluateCall: JobLane<"evaluate_call"> = {
  concurrency: 4,
  async run({ call_id }, service, { attempt, signal }) {
    const call = await begin(service, call_id);
    if (!call) return {};
    const submission: Submission = JSON.parse(call.submission);
    const redact_pii = await masksPersonalData(service, call.agent_id);
    const inputs = await readInputs(service, call, submission, { redact_pii, signal });
    const delay = DELAYS_MS[attempt - 1];
    if (delay !== undefined && isOutOfReach(inputs))
      return { again_at: new Date(service.now().getTime() + delay) };
    return finish(service, call, submission, inputs, signal);
  },
};

/** The call, now EVALUATING; undefined where there is nothing to do any more. */
async function begin(service: Service, call_id: string): Promise<Row<"call"> | undefined> {
  return service.write((transaction) =>
    transaction
      .updateTable("call")
      .set({ status: "EVALUATING" })
      .where("id", "=", call_id)
      .where("status", "in", ["QUEUED", "EVALUATING"])
      .returningAll()
      .executeTakeFirst(),
  );
}

async function masksPersonalData({ db }: Service, agent_id: number): Promise<boolean> {
  const agent = await db
    .selectFrom("agent")
    .select("record")
    .where("id", "=", agent_id)
    .executeTakeFirstOrThrow();
  return redactsPii(agent);
}

const unavailableOf = ({ analysis, transcript }: CallInputs) =>
  [analysis, transcript].filter((input) => input instanceof Unavailable);

const isOutOfReach = (inputs: CallInputs) => unavailableOf(inputs).some(({ transient }) => transient);

async function finish(
  service: Service,
  call: Row<"call">,
  submission: Submission,
  inputs: CallInputs,
  signal: AbortSignal,
): Promise<Outcome> {
  const { transcript, analysis, stored, transcript_fetched } = inputs;
  const entries = transcript instanceof Unavailable ? null : transcript;
  const { organization_id, agent_id } = call;
  const found = await evaluateConversation(
    {
      conversation: {
        transcript: entries,
        tool_calls: submission.tool_calls ?? null,
        events: submission.events ?? null,
        conversation_ended_by: submission.conversation_ended_by ?? null,
        ...measuringHints(submission),
      },
      recording: analysis,
      multichannel: submission.multichannel ?? false,
      spoke_first: sideOf(spokeFirst(submission.participants)),
      metadata: await variablesOf(service.db, call, submission),
      ...(stored && { recordingBytes: () => wholeOf(service, stored) }),
    },
    await selectMetrics(service.db, { organization_id, agent_id, ...metricsOf(submission) }),
    { signal, ...(service.model && { model: service.model }) },
  );
  const evaluation: Output<"Evaluation"> = {
    evaluated_at: service.now().toISOString(),
    ...found,
    transcript: transcript_fetched && entries ? entries.map((entry) => ({ ...entry })) : null,
  };
  if (transcript instanceof Unavailable)
    evaluation.data_quality.unshift({ code: transcript.reason, indexes: [], message: transcript.message });
  const status = isWhole(inputs) ? "COMPLETED" : "INCOMPLETED";
  return { commit: (transaction) => store(transaction, service, call, { status, evaluation, stored }) };
}

const metricsOf = ({ custom_metrics, custom_metric_tags }: Submission) => ({
  custom_metrics,
  custom_metric_tags,
});

/**
 * All that was submitted went into the evaluation. A medium that this service does not read leaves out the recording,
 * which the result says, and matters only where there is nothing else.
 */
function isWhole(inputs: CallInputs): boolean {
  const isRead = (input: unknown) => input !== null && !(input instanceof Unavailable);
  const isBroken = unavailableOf(inputs).some(({ reason }) => reason !== "unsupported_media");
  return !isBroken && (isRead(inputs.transcript) || isRead(inputs.analysis));
}

/** Models that hear take 20 to 25 MB; four evaluations may hold as much at a time. */
const HEARD_BYTES_MAXIMUM = 25 * 1024 * 1024;

async function wholeOf({ blobs }: Service, { key, bytes }: Recording): ReturnType<ReadRecording> {
  if (bytes > HEARD_BYTES_MAXIMUM) return "recording_too_large";
  const parts: Uint8Array[] = [];
  for await (const piece of (await blobs.get(key)) ?? []) parts.push(piece);
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}

interface Result {
  readonly status: "COMPLETED" | "INCOMPLETED";
  readonly evaluation: Output<"Evaluation">;
  readonly stored: CallInputs["stored"];
}

async function store(
  transaction: Service["db"],
  service: Service,
  call: Row<"call">,
  { status, evaluation, stored }: Result,
): Promise<void> {
  await transaction
    .updateTable("call")
    .set({ status, evaluation: JSON.stringify(evaluation), ...recordingColumns(stored) })
    .where("id", "=", call.id)
    .execute();
  const { trace_id = null, webhook_tag = null }: Submission = JSON.parse(call.submission);
  const { counts, verdicts } = evaluation;
  await sendEvent(transaction, service, {
    organization_id: call.organization_id,
    event: "observability_call_evaluated",
    tag: webhook_tag,
    data: {
      call_id: call.id,
      agent_id: String(call.agent_id),
      trace_id,
      status,
      counts,
      verdicts: verdicts.map(({ metric_id, name, response_type, status: reached, reason, value }) => ({
        metric_id,
        name,
        response_type,
        status: reached,
        ...(reason !== undefined && { reason }),
        value,
      })),
    },
  });
}
