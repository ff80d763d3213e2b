/** Calls in the logs of other platforms. Pure: the command line and the service read the same calls from the same log. */
import { copied, isSecretName, MASK } from "../../contract/secrets.ts";
import { bland } from "./bland.ts";
import { elevenlabs } from "./elevenlabs.ts";
import { fieldsOf, isFields } from "./fields.ts";
import { livekit } from "./livekit.ts";
import { openaiRealtime } from "./openai-realtime.ts";
import { pipecat } from "./pipecat.ts";
import type { LoggedCall, LoggedFields, Reader } from "./reader.ts";
import { retell } from "./retell.ts";
import { twilioConversationRelay } from "./twilio-conversation-relay.ts";
import { vapi } from "./vapi.ts";

const READERS: readonly Reader[] = [
  retell,
  vapi,
  elevenlabs,
  livekit,
  openaiRealtime,
  twilioConversationRelay,
  pipecat,
  bland,
];

/** The platforms whose logs are read. */
export const VENDORS = READERS.map(({ vendor }) => vendor);

/** A value in a log: the call that it is, or why it is none. */
export type Found = { readonly call: LoggedCall } | { readonly fault: string };

/**
 * The calls in a log: one, a list, or what a webhook or a page of an API wraps around them. The shape decides whose log it is.
 * Empty if nothing in it has a shape that is known.
 */
export function callsIn(value: unknown): Found[] {
  const found = foundIn(value);
  if (found) return [found];
  const inner = unwrapped(value);
  if (inner === undefined) return [];
  if (!Array.isArray(inner)) return callsIn(inner);
  const items = inner.map((item) => callsIn(item));
  if (items.every((calls) => calls.length === 0)) return [];
  return items.flatMap((calls, index) =>
    calls.length > 0 ? calls : [{ fault: `item ${index + 1} is not a call of ${listOfVendors()}` }],
  );
}

export const listOfVendors = () => VENDORS.join(", ");

function foundIn(value: unknown): Found | undefined {
  const readers = READERS.filter((reader) => reader.recognizes(value));
  const [reader, ...others] = readers;
  if (!reader) return undefined;
  if (others.length > 0)
    return { fault: `could be a call of ${readers.map(({ vendor }) => vendor).join(" or ")}` };
  return { call: reader.read(value) };
}

/** What is inside a page of a list, a webhook's envelope, or a list itself. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  const { items, calls, results, conversations, call, message, data, payload } = fieldsOf(value);
  const list = [items, calls, results, conversations].find((inner) => Array.isArray(inner));
  return list ?? [call, message, data, payload].find(isFields);
}

/** Names in other people's logs are often written in camel case. */
const hidesSecret = (name: string) => isSecretName(name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2"));

/**
 * The fields of E2 for a call. What E2 has no field for is in `metadata.source`, with secrets masked.
 * @param known fields that are given besides and win
 */
export function submissionOf({ vendor, id, agent_id, fields, latency, other }: LoggedCall): LoggedFields {
  const source = {
    vendor,
    ...(id !== undefined && { id }),
    ...(agent_id !== undefined && { agent_id }),
    ...(latency !== undefined && { latency_ms: latency }),
    ...(Object.keys(other).length > 0 && {
      log: copied(other, (name) => (hidesSecret(name) ? MASK : undefined)),
    }),
  };
  return { ...fields, ...(id !== undefined && { trace_id: id }), metadata: { source } };
}
