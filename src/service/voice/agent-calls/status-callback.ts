/** Tells an agent how the call that it has created goes, if it asked for that. What does not arrive is not sent again. */
import type { Clock } from "../../clock.ts";
import { type Conversation, loadConversation } from "../../domain/conversations/conversation.ts";
import type { WithAddress } from "../../domain/conversations/world-url.ts";
import type { CallEvent } from "../../domain/runs/agent-call.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { Network } from "../../network/outbound.ts";
import { lineOf, telephoneCallOf, urlOf } from "../telephone-call.ts";
import { callFields, callSid, signedRequest } from "../transports/telephone/twilio.ts";
import { asRfc2822, callResource } from "./resource.ts";
import { callWith, type WithCalls } from "./stored.ts";

const TIMEOUT_MS = 5000;

type Telling = Network & Clock & WithAddress;

const UNTIL_PICKED_UP = { initiated: "initiated", ringing: "ringing", answered: "in-progress" } as const;

/** The digital human picks up as soon as it is dialled. */
export async function tellPickedUp(
  service: Telling,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  for (const [event, CallStatus] of Object.entries(UNTIL_PICKED_UP))
    await tell(service, conversation, event as keyof typeof UNTIL_PICKED_UP, { CallStatus }, signal);
}

/** The call is over, and stored. */
export const tellCallEnded: JobWorker<"tell_call_ended", Telling & WithCalls> = {
  concurrency: 4,
  async run({ simulation_result_id: id }, service, { signal }) {
    const stored = await loadConversation(service.db, id);
    const { expected } = service.voice ?? {};
    const conversation = stored && (expected?.completed(stored) ?? stored);
    const { asked } = conversation ? lineOf(conversation) : {};
    if (!conversation || !asked) return {};
    const { organization_id } = conversation.result;
    const row = await callWith(service, organization_id, asked.account_sid, callSid(id));
    if (!row) return {};
    const { status, duration } = callResource(row);
    await tell(
      service,
      conversation,
      "completed",
      { CallStatus: status, CallDuration: duration ?? "0" },
      signal,
    );
    expected?.told(id);
    return {};
  },
};

async function tell(
  service: Telling,
  conversation: Conversation,
  event: CallEvent,
  state: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const callback = lineOf(conversation).asked?.status_callback;
  if (!callback?.events.includes(event)) return;
  const call = telephoneCallOf(service, conversation, { url: urlOf(conversation), phone_number: null });
  const fields = {
    ...callFields(call),
    ...state,
    CallbackSource: "call-progress-events",
    SequenceNumber: String(callback.events.indexOf(event)),
    Timestamp: asRfc2822(service.now()),
  };
  const { method, url, headers, fields: form } = signedRequest(call, callback.method, callback.url, fields);
  const sending = service.outbound.post({
    method,
    url,
    headers: {
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
      "x-simulation-result-id": String(call.simulation_result_id),
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
    timeout_ms: TIMEOUT_MS,
    signal,
  });
  await sending.catch(() => undefined);
}
