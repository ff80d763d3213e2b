/** Tells an agent how the call that it has created goes, if it asked for that. What does not arrive is not sent again. */
import type { Clock } from "../../clock.ts";
import { type Conversation, loadConversation } from "../../domain/conversations/conversation.ts";
import type { WithAddress } from "../../domain/conversations/world-url.ts";
import type { CallEvent } from "../../domain/runs/agent-call.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { Network } from "../../network/outbound.ts";
import { lineOf, telephoneCallOf, urlOf } from "../telephone-call.ts";
import type { CallRow } from "./api.ts";
import { createdBy } from "./apis.ts";
import { callWith, type WithCalls } from "./stored.ts";

const TIMEOUT_MS = 5000;

type Telling = Network & Clock & WithAddress;

/** The digital human picks up as soon as it is dialled. */
export async function tellPickedUp(
  service: Telling,
  conversation: Conversation,
  is_machine: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const event of ["initiated", "ringing", "answered"] as const)
    await tell(service, conversation, { event, over: undefined, is_machine }, signal);
}

/** The call is over, and stored. */
export const tellCallEnded: JobWorker<"tell_call_ended", Telling & WithCalls> = {
  concurrency: 4,
  async run({ simulation_result_id: id }, service, { signal }) {
    const stored = await loadConversation(service.db, id);
    const { expected } = service.voice ?? {};
    const conversation = stored && (expected?.completed(stored) ?? stored);
    const line = conversation && lineOf(conversation);
    const api = line?.asked && createdBy(line);
    if (!conversation || !api) return {};
    const { organization_id } = conversation.result;
    const account = { organization_id, api, account: line.asked.account_sid };
    const over = await callWith(service, account, api.sidOf(id));
    if (over) await tell(service, conversation, { event: "completed", over }, signal);
    expected?.told(id);
    return {};
  },
};

interface Happened {
  readonly event: CallEvent;
  readonly over: CallRow | undefined;
  readonly is_machine?: boolean;
}

async function tell(
  service: Telling,
  conversation: Conversation,
  { event, over, is_machine = false }: Happened,
  signal: AbortSignal,
): Promise<void> {
  const line = lineOf(conversation);
  const api = createdBy(line);
  if (!api) return;
  const call = telephoneCallOf(service, conversation, {
    url: urlOf(conversation),
    phone_number: null,
    is_machine,
  });
  for (const callback of line.asked?.callbacks ?? []) {
    const number = callback.events.indexOf(event);
    if (number < 0) continue;
    for (const message of api.tell(call, callback, { event, number, now: service.now(), over })) {
      const headers = { "x-simulation-result-id": String(call.simulation_result_id), ...message.headers };
      const sending = service.outbound.post({ ...message, headers, timeout_ms: TIMEOUT_MS, signal });
      await sending.catch(() => undefined);
    }
  }
}
