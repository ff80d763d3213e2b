/** The job that makes a call. It lasts as long as the call, and stores its result as one change. */

import type { Kysely } from "kysely";
import type { StatedVersions } from "../../contract/rules/tested-versions.ts";
import { urlWithoutSecrets } from "../../contract/secrets.ts";
import { machineOf } from "../../engine/caller/machine.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import { readVoicePlan } from "../../engine/voice/voice-plan.ts";
import { storeBytes } from "../domain/calls/recording.ts";
import { loadCaller } from "../domain/conversations/caller.ts";
import { type Conversation, loadConversation } from "../domain/conversations/conversation.ts";
import { pendingMessages } from "../domain/conversations/entries.ts";
import { promiseOpening } from "../domain/conversations/opening.ts";
import { reportOn } from "../domain/conversations/report.ts";
import { settleResult } from "../domain/conversations/settle.ts";
import { readBefore } from "../domain/conversations/state-probe.ts";
import { keepStated } from "../domain/conversations/versions.ts";
import type { WithAddress } from "../domain/conversations/world-url.ts";
import type { LineRequest } from "../domain/runs/queue.ts";
import type { JobWorker } from "../jobs/jobs.ts";
import type { Database, Row } from "../store/schema.ts";
import { tellPickedUp } from "./agent-calls/status-callback.ts";
import { AgentWords } from "./agent-words.ts";
import { type CallEnd, type CallLog, neverSpoke } from "./call-log.ts";
import { CallerDecisions } from "./caller-decisions.ts";
import { type CallSetup, EndedEarly, type FinishedCall, runCall } from "./run-call.ts";
import { seedOfCall } from "./seed.ts";
import { lineOf, NUMBER, telephoneCallOf, urlOf } from "./telephone-call.ts";
import type { LineAddress } from "./transports/address.ts";
import { chirpAddress } from "./transports/chirp.ts";
import { telephoneAddress } from "./transports/telephone/address.ts";
import { DialFailure } from "./transports/transport.ts";
import type { Calling } from "./voice.ts";

/** How many calls a process makes at once. One organization may have 20 of them. */
const LINES = 25;
/** The longest call, whatever its simulation says. */
const MAX_DURATION_MS = 60 * 60_000;
const WAV = "audio/wav";
/**
 * If a process dies before the first word of a call, the call is made once more. A call that the agent has created is
 * not: only the agent knows whether it wants another one.
 */
const attemptsMaximum = ({ asked }: LineRequest) => (asked ? 1 : 2);

export const placeCall: JobWorker<"place_call", Calling> = {
  concurrency: LINES,
  isShared: true,
  async run({ simulation_result_id }, service, { signal }) {
    const stored = await loadConversation(service.db, simulation_result_id);
    if (!stored || stored.line === null) return {};
    let conversation = stored;
    // It was ended before anyone was called.
    if (conversation.result.outcome !== null)
      return { commit: (transaction) => promiseTelling(transaction, service, conversation) };
    const begun = await service.db
      .selectFrom("voice_call")
      .selectAll()
      .where("simulation_result_id", "=", simulation_result_id)
      .executeTakeFirst();
    const attempts = begun?.attempts ?? 0;
    const most = attemptsMaximum(lineOf(conversation));
    if (begun && (begun.spoken === 1 || attempts >= most || conversation.result.ended_at !== null))
      return concluding(service, conversation, abandoned(attempts));
    await service.write((transaction) =>
      transaction
        .insertInto("voice_call")
        .values({ simulation_result_id, attempts: 1, spoken: 0 })
        .onConflict((conflict) =>
          conflict.column("simulation_result_id").doUpdateSet({ attempts: attempts + 1 }),
        )
        .execute(),
    );
    await readBefore(service, simulation_result_id, signal);
    try {
      conversation = await whenCreated(service, stored, signal);
    } catch (error) {
      return concluding(service, stored, unreached(error));
    }
    const callback = tellPickedUp(service, conversation, await isMachine(service, conversation), signal);
    const made = await makeCall(service, conversation, signal).catch((error: unknown) => {
      if (signal.aborted || attempts + 1 < most) throw error;
      service.report?.(error, `call of conversation ${simulation_result_id}`);
      return failed(error);
    });
    await callback;
    return concluding(service, conversation, made);
  },
};

/** What follows a call. Its report takes long, so it is made before the change of the store. */
async function concluding(service: Calling, conversation: Conversation, made: Made) {
  const report = await reportOn(service, conversation.result, asidesIn(made.timeline));
  return {
    commit: (transaction: Kysely<Database>) => conclude(transaction, service, conversation, made, report),
  };
}

type Recording = Pick<Row<"voice_call">, "recording" | "recording_key">;

interface Made extends FinishedCall {
  readonly status?: "REJECTED";
  readonly recording: Recording | null;
}

const nothingMade = (end: CallEnd): Made => ({
  duration_ms: 0,
  timeline: [],
  words_from: null,
  interruptions: 0,
  remarks: [],
  frames: { sent: 0, late_p50_ms: 0, late_p99_ms: 0, late_max_ms: 0 },
  recording: null,
  end,
});

const abandoned = (attempts: number): Made => {
  const detail = `the process that made the call ended in the middle of it (attempt ${attempts})`;
  return nothingMade({ end_reason: "connection_lost", inconclusive: detail, detail, close_code: null });
};

/** It failed in every attempt, and the last failure says why. */
function failed(error: unknown): Made {
  const detail = error instanceof Error ? error.message : String(error);
  return nothingMade({ end_reason: "internal_error", inconclusive: detail, detail, close_code: null });
}

async function makeCall(service: Calling, conversation: Conversation, signal: AbortSignal): Promise<Made> {
  const { result } = conversation;
  const { voice } = service;
  if (!voice) throw new Error("this process makes no calls");
  const mind = await CallerDecisions.of(service, conversation);
  const plan = readVoicePlan(mind.digitalHuman);
  const words = new AgentWords({
    recognizer: voice.recognizer,
    language: plan.speaker.language,
    reported: () => pendingMessages(service.db, result.id),
  });
  try {
    const setup: CallSetup = {
      mind,
      plan,
      seed: seedOfCall(result),
      speech: voice.speech,
      lines: voice.lines.of(result.organization_id),
      words,
      policy: service.outbound.policy,
      calls_agent: conversation.agent.type !== "OUTBOUND" && !lineOf(conversation).asked,
      max_duration_ms: Math.min(mind.caller.limits.max_duration_ms, MAX_DURATION_MS),
      signal,
      address: () => addressOf(service, conversation, mind, signal),
      begun: (ago_ms) => setStarted(service, result.id, ago_ms),
      spoken: () => void setSpoken(service, result.id).catch(() => undefined),
      stated: (stated) => storeStated(service, result.id, stated),
      endedElsewhere: () => endOf(service.db, result.id),
    };
    return await runCall(setup, async (wav) => {
      const { key, bytes, sha256 } = await storeBytes(service, wav);
      return { recording: JSON.stringify({ media_type: WAV, bytes, sha256 }), recording_key: key };
    });
  } catch (error) {
    if (error instanceof EndedEarly) {
      const { end_reason } = error;
      return nothingMade({ end_reason, inconclusive: null, detail: null, close_code: null });
    }
    return unreached(error);
  }
}

/** A call that did not reach its agent. Anything else is thrown on. */
function unreached(error: unknown): Made {
  if (!(error instanceof DialFailure)) throw error;
  const { how: end_reason, message } = error;
  const made = nothingMade({ end_reason, inconclusive: message, detail: message, close_code: null });
  return { ...made, ...(end_reason === "rejected" && { status: "REJECTED" as const }) };
}

/** Waits until the agent has created the call, if it is one that creates each itself. @throws DialFailure */
async function whenCreated(
  service: Calling,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Conversation> {
  const { createdCall, expected } = service.voice ?? {};
  if (!createdCall || !expected) return conversation;
  const { result } = conversation;
  const { digital_human } = await loadCaller(service.db, result);
  await createdCall(result.id, digital_human.phone_number ?? NUMBER, signal);
  return expected.completed(conversation);
}

/** Whether a machine picks up, if the agent is to be told so. */
async function isMachine({ db }: Calling, conversation: Conversation): Promise<boolean> {
  const { asked } = lineOf(conversation);
  if (!asked?.machine_detection || asked.callbacks.length === 0) return false;
  return machineOf((await loadCaller(db, conversation.result)).caller) !== undefined;
}

async function addressOf(
  service: Calling & WithAddress,
  conversation: Conversation,
  { digitalHuman, machine }: CallerDecisions,
  signal: AbortSignal,
): Promise<LineAddress> {
  const { outbound, voice } = service;
  const url = (await voice?.urlFor?.(conversation.result.id, signal)) ?? urlOf(conversation);
  const phone_number = digitalHuman.phone_number ?? null;
  const is_machine = machine !== undefined;
  const call = telephoneCallOf(service, conversation, { url, phone_number, is_machine });
  if (is_machine && call.asked?.machine_detection === "DetectMessageEnd")
    throw new DialFailure(
      "unreachable",
      "MachineDetection DetectMessageEnd asks for the end of a greeting, which nothing here waits for; use Enable",
    );
  const { dialect } = lineOf(conversation);
  return dialect === "chirp" ? chirpAddress(call) : telephoneAddress(dialect, call, outbound, signal);
}

async function setStarted(service: Calling, id: number, ago_ms: number): Promise<void> {
  const at = new Date(service.now().getTime() - ago_ms);
  await service.write((transaction) =>
    transaction
      .updateTable("simulation_result")
      .set({ started_at: at.toISOString() })
      .where("id", "=", id)
      .execute(),
  );
}

async function setSpoken({ write }: Calling, simulation_result_id: number): Promise<void> {
  await write((transaction) =>
    transaction
      .updateTable("voice_call")
      .set({ spoken: 1 })
      .where("simulation_result_id", "=", simulation_result_id)
      .execute(),
  );
}

async function storeStated({ write }: Calling, id: number, stated: StatedVersions): Promise<void> {
  await write(async (transaction) => {
    const result = await transaction
      .selectFrom("simulation_result")
      .select(["id", "stated"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (result) await keepStated(transaction, result, stated);
  });
}

async function endOf(db: Kysely<Database>, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("simulation_result")
    .select(["ended_at", "end_reason"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.ended_at === null ? undefined : (row?.end_reason ?? "ended_by_request");
}

/** When the digital human spoke without a decision. */
const asidesIn = (timeline: CallLog["timeline"]) =>
  timeline.flatMap(({ speaker, about, start_offset_ms }) =>
    speaker === "USER" && (about === "interruption" || about === "again") ? [start_offset_ms] : [],
  );

/** Stores the outcome of the call, and starts its evaluation if it says something about the agent. */
async function conclude(
  transaction: Kysely<Database>,
  service: Calling,
  conversation: Conversation,
  { end, status, recording, ...made }: Made,
  report: string | null,
): Promise<void> {
  const { id, simulation_run_id } = conversation.result;
  const { dialect } = lineOf(conversation);
  const whole: CallLog = {
    ...made,
    dialect,
    url: urlWithoutSecrets(urlOf(conversation)),
    detail: end.detail,
    close_code: end.close_code,
  };
  const log = conversation.agent.redact_pii === true ? redactValues(whole) : whole;
  await transaction
    .updateTable("voice_call")
    .set({ log: JSON.stringify(log), ...recording })
    .where("simulation_result_id", "=", id)
    .execute();
  await transaction
    .updateTable("simulation_result")
    .set({ status: "CONVERSATION_ENDED", ended_at: service.now().toISOString(), end_reason: end.end_reason })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await transaction.updateTable("simulation_result").set({ report }).where("id", "=", id).execute();
  const reason = end.inconclusive ?? neverSpoke(made.timeline, end);
  if (reason === undefined)
    await service.jobs.add(transaction, [{ kind: "evaluate_result", payload: { simulation_result_id: id } }]);
  else
    await settleResult(transaction, service, id, {
      outcome: "incompleted",
      reason: `${end.end_reason}: ${reason}`,
      ...((status ?? end.end_reason === "rejected") && { status: "REJECTED" as const }),
    });
  await promiseOpening(transaction, service, simulation_run_id);
  await promiseTelling(transaction, service, conversation);
}

/** If the agent has created the call, it wants to know that it is over. */
async function promiseTelling(
  transaction: Kysely<Database>,
  { jobs }: Pick<Calling, "jobs">,
  conversation: Conversation,
): Promise<void> {
  if (!lineOf(conversation).asked?.callbacks.length) return;
  const payload = { simulation_result_id: conversation.result.id };
  await jobs.add(transaction, [{ kind: "tell_call_ended", payload }]);
}
