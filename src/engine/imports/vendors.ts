/** Calls in the logs of other platforms. Pure: the command line and the service read the same calls from the same log. */

import { hash } from "node:crypto";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { fieldsOf, isObject } from "../../contract/is-object.ts";
import { recordingByName } from "../../contract/media.ts";
import { isSecretName, MASK, replaceFields } from "../../contract/secrets.ts";
import { bland } from "./bland.ts";
import { elevenlabs } from "./elevenlabs.ts";
import { Unreadable } from "./fields.ts";
import { type Fate, fatesOf, fatesOfKinds } from "./format.ts";
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

/** The platforms whose logs can be read. */
export const VENDORS = READERS.map(({ vendor }) => vendor);

/** The formats of the platforms. */
export const FORMATS = READERS.map(({ vendor, format }) => ({ vendor, ...format }));

/** The result for a value in a log: the call, or the fault that prevents reading it. */
export type Found =
  | { readonly call: LoggedCall; readonly log: unknown }
  | { readonly fault: string; readonly log?: unknown };

/** What a reader does with a log: its platform, and the fate of each field or kind of event. */
export interface Explained {
  readonly vendor: string;
  /** The version of the format that the reader was written for. */
  readonly version: string;
  readonly fates: ReadonlyMap<string, { readonly fate: Fate; readonly count: number }>;
}

/** @param log a value that `callsIn` found */
export function explain(log: unknown): Explained | undefined {
  const reader = READERS.find((one) => one.recognizes(log));
  if (!reader) return undefined;
  const { vendor, format } = reader;
  const contents = reader.contents?.(log) ?? log;
  const fates = format.has_events
    ? fatesOfKinds(
        (contents as readonly { type?: unknown }[]).map(({ type }) => String(type)),
        format,
      )
    : fatesOf(contents, format);
  return { vendor, version: format.version, fates };
}

/**
 * The calls in a log: one call, a list, or what a webhook or a page of an API wraps around them. The shape
 * decides which vendor wrote the log. Empty if no shape is known.
 */
export function callsIn(value: unknown): Found[] {
  const recognized = foundIn(value);
  if (recognized) return [recognized];
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
  try {
    return { call: reader.read(value), log: value };
  } catch (error) {
    if (error instanceof Unreadable)
      return { fault: `a call of ${reader.vendor} cannot be read: ${error.message}`, log: value };
    throw error;
  }
}

/** The contents of a page of a list, of a webhook's envelope, or of a list itself. */
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  const { items, calls, results, conversations, call, message, data, payload } = fieldsOf(value);
  const list = [items, calls, results, conversations].find((inner) => Array.isArray(inner));
  return list ?? [call, message, data, payload].find(isObject);
}

/** Logs of other platforms often have names in camel case. */
const hidesSecret = (name: string) => isSecretName(name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2"));

/**
 * The fields of E2 for a call. Everything without a field in E2 goes into `metadata.source`, with secrets
 * masked. So does a recording whose URL E2 does not accept.
 */
export function submissionOf({ fields, recording, ...call }: LoggedCall): LoggedFields {
  const { vendor, id, agent_id, latency, duration_ms, unknown, other } = call;
  const { transcript, participants = [{ role: "AGENT" }, { role: "USER" }], ...rest } = fields;
  const first = transcript?.[0]?.speaker;
  const source = {
    vendor,
    ...(id !== undefined && { id }),
    ...(agent_id !== undefined && { agent_id }),
    ...(latency !== undefined && { latency_ms: latency }),
    ...(duration_ms !== undefined && { duration_ms }),
    ...(unknown !== undefined && { unknown }),
    ...(Object.keys(other).length > 0 && {
      log: replaceFields(other, (name) => (hidesSecret(name) ? MASK : undefined)),
    }),
  };
  const { url, multichannel } = recording ?? {};
  return {
    ...rest,
    // Without times, this shows which channel of a recording belongs to which side.
    participants: participants.map((participant) =>
      participant.role === first ? { ...participant, spoke_first: true } : participant,
    ),
    ...(transcript?.length && { transcript }),
    ...(isRecordingUrl(url) && { recording_url: url, ...(multichannel && { multichannel }) }),
    ...(id !== undefined && { trace_id: id }),
    metadata: { source },
  };
}

function isRecordingUrl(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, pathname } = new URL(url);
  return /^https?:$/.test(protocol) && recordingByName(pathname) !== undefined;
}

/** Calls without a vendor's id are the same if their contents are. */
export const identityOfCall = (call: LoggedCall): string =>
  call.id ?? hash("sha256", canonicalJson(call.fields)).slice(0, 32);

/**
 * The key that makes a service store the call only once, wherever it comes from. It is derived from what
 * identifies the call, not from the rest of the log, because a later log of the same call may say more.
 */
export function keyOfCall(agent_id: string, call: LoggedCall): string {
  const key = ["import", agent_id, call.vendor, identityOfCall(call)].map(encodeURIComponent).join("/");
  return key.length <= 255 ? key : `import/${hash("sha256", key)}`;
}
