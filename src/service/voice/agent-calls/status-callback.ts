/** Tells an agent how the call that it has created goes, if it asked for that. What does not arrive is not sent again. */
import type { Clock } from "../../clock.ts";
import { type Conversation, loadConversation } from "../../domain/conversations/conversation.ts";
import type { WithAddress } from "../../domain/conversations/world-url.ts";
import type { CallEvent } from "../../domain/runs/agent-call.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { Network } from "../../network/outbound.ts";
import { lineOf, telephoneCallOf, urlOf } from "../telephone-call.ts";
import type { CallRow } from "./api.ts";
import { CALL_APIS, callApiOf, type DialledCarrier } from "./apis.ts";
import { callWith, type WithCalls } from "./stored.ts";

const TIMEOUT_MS = 5000;

type Telling = Network & Clock & WithAddress;

/** The digital human picks up as soon as it is dialled. */
export async function tellPickedUp(
  service: Telling,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  for (const event of ["initiated", "ringing", "answered"] as const)
    await tell(service, conversation, { event, over: undefined }, signal);
}

/** The call is over, and stored. */
export const tellCallEnded: JobWorker<"tell_call_ended", Telling & WithCalls> = {
  concurrency: 4,
  async run({ simulation_result_id: id }, service, { signal }) {
    const stored = await loadConversation(service.db, id);
    const { expected } = service.voice ?? {};
    const conversation = stored && (expected?.completed(stored) ?? stored);
    const { asked, dialect } = conversation ? lineOf(conversation) : {};
    if (!conversation || !asked || !dialect || !callApiOf(dialect)) return {};
    const carrier = dialect as DialledCarrier;
    const { organization_id } = conversation.result;
    const account = { organization_id, dialect: carrier, account: asked.account_sid };
    const over = await callWith(service, account, CALL_APIS[carrier].sidOf(id));
    if (over) await tell(service, conversation, { event: "completed", over }, signal);
    expected?.told(id);
    return {};
  },
};

async function tell(
  service: Telling,
  conversation: Conversation,
  { event, over }: { readonly event: CallEvent; readonly over: CallRow | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { dialect, asked } = lineOf(conversation);
  const api = callApiOf(dialect);
  if (!api) return;
  const call = telephoneCallOf(service, conversation, { url: urlOf(conversation), phone_number: null });
  for (const { url: to, method: how, events } of asked?.callbacks ?? []) {
    const number = events.indexOf(event);
    if (number < 0) continue;
    const told = api.fieldsOf(call, { event, number, now: service.now(), over });
    const { method, url, headers, fields } = api.request(call, how, to, told);
    const sending = service.outbound.post({
      method,
      url,
      headers: {
        ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
        "x-simulation-result-id": String(call.simulation_result_id),
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
      timeout_ms: TIMEOUT_MS,
      signal,
    });
    await sending.catch(() => undefined);
  }
}
