/** The differences between the telephone companies whose media streams are supported. */

import { createHash } from "node:crypto";
import { isObject } from "../../../../contract/is-object.ts";
import type { SessionFacts } from "../../../../contract/rules/tested-versions.ts";
import type { CALL_DIALECTS } from "../../../../contract/values.ts";
import type { AgentCall } from "../../../domain/runs/agent-call.ts";
import { basicAuthorization } from "../../../network/basic-authorization.ts";
import type { Codec } from "./codecs.ts";
import type { StreamPlace } from "./stream-xml.ts";

export type CarrierName = Exclude<(typeof CALL_DIALECTS)[number], "chirp">;

/** A call to an agent written for the telephone. */
export interface TelephoneCall {
  /** The webhook that says where the audio goes, or the stream itself. */
  readonly url: string;
  readonly username: string | null;
  /** Signs requests, or is sent with them. Null does neither. */
  readonly password: string | null;
  readonly simulation_result_id: number;
  /** What the agent is told about the conversation, as parameters of the stream. */
  readonly session: SessionFacts;
  readonly from: string;
  readonly to: string;
  /** The agent has created the call. Absent if it is called. */
  readonly asked?: AgentCall | undefined;
  /** The digital human is a machine. */
  readonly is_machine?: boolean;
}

/** The request that notifies an agent's webhook of an incoming call. */
export interface Ring {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a company signs a request: the headers that it adds. */
type Sign = (
  call: TelephoneCall,
  url: string,
  fields: Readonly<Record<string, string>>,
) => Readonly<Record<string, string>>;

/** A request about a call. With GET, everything is in the URL. */
export type Request = (
  call: TelephoneCall,
  method: "GET" | "POST",
  url: string,
  fields: Readonly<Record<string, string>>,
) => Ring;

export const requestsOf =
  (sign: Sign): Request =>
  (call, method, url, fields) => {
    if (method === "POST") return { method, url, fields, headers: sign(call, url, fields) };
    const whole = withQuery(url, new URLSearchParams(fields).toString());
    return { method, url: whole, fields: {}, headers: sign(call, whole, {}) };
  };

/** A message of an agent to the line. */
export type Heard =
  | { readonly kind: "audio"; readonly payload: string; readonly codec: Codec }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "clear" }
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "invalid"; readonly why: string };

export type Message = Readonly<Record<string, unknown>>;

/** An event and its content. The number of the message is added when it is sent. */
export type StreamEvent = readonly [event: string, content: object];

/** The messages of one stream. */
export interface StreamDialect {
  /** The codec of the audio that the agent receives. */
  readonly codec: Codec;
  /** How many milliseconds of audio each message has. */
  readonly frame_ms: number;
  /** Sent first, without a number. */
  readonly connected?: object;
  start(): StreamEvent;
  media(payload: string, chunk: number, timestamp_ms: number): StreamEvent;
  key(key: string): StreamEvent;
  mark(name: string): StreamEvent;
  /** Messages after a clear. @param dropped the marks whose audio was dropped */
  cleared(dropped: readonly string[]): readonly StreamEvent[];
  /** If absent, the connection just closes. */
  stop?(): StreamEvent;
  /** What every message has: its number, counted from 1, and the stream. */
  envelope(event: string, number: number): object;
  heard(message: Message): Heard;
}

export interface Carrier {
  ring(call: TelephoneCall): Ring;
  /** Where the audio goes, according to the webhook's answer. Undefined if it does not say. */
  placeIn(answer: string): StreamPlace | undefined;
  /** What such an answer must contain, for people. */
  readonly wants: string;
  /** Headers for opening the stream. */
  headers(call: TelephoneCall, place: StreamPlace): Readonly<Record<string, string>>;
  stream(call: TelephoneCall, place: StreamPlace): StreamDialect;
}

const digestOf = (kind: string, id: number) => createHash("md5").update(`${kind}/${id}`).digest("hex");
const HALF = 16;

/** An id of 32 hexadecimal digits. It is always the same for the same call, and different for each kind. */
export const idFor = (kind: string, simulation_result_id: number): string =>
  digestOf(kind, simulation_result_id).slice(0, HALF) + simulation_result_id.toString(16).padStart(HALF, "0");

/** The conversation with this id, or undefined if it is not one of our ids. */
export function resultIn(kind: string, id: string): number | undefined {
  const id_number = Number.parseInt(id.slice(HALF), 16);
  return Number.isSafeInteger(id_number) && id === idFor(kind, id_number) ? id_number : undefined;
}

/** The same digits in the format of a UUID. */
export const asUuid = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export const asHex = (uuid: string): string => uuid.replaceAll("-", "");

export const basicAuth = ({ username, password }: TelephoneCall): Readonly<Record<string, string>> =>
  password === null ? {} : { authorization: basicAuthorization(username, password) };

/** The URL with more fields in its query. */
export const withQuery = (url: string, query: string): string =>
  query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;

const NAME_MAXIMUM = 200;

/** A field inside a field, if it is text. */
export function textIn(message: Message, place: string, name: string): string | undefined {
  const inner = message[place];
  const value = isObject(inner) ? inner[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** The most keys in one message. */
const KEYS_MAXIMUM = 100;

/** @param keys what the agent presses, one character each */
export const heardKeys = (keys: unknown): Heard =>
  typeof keys === "string" && keys.length <= KEYS_MAXIMUM && /^[0-9A-D*#]+$/.test(keys)
    ? { kind: "keys", keys: [...keys] }
    : { kind: "invalid", why: "keys other than 0 to 9, A to D, * and #" };

/** @param name of the mark that the agent sent */
export const heardMark = (name: unknown): Heard =>
  typeof name === "string" && name.length <= NAME_MAXIMUM
    ? { kind: "mark", name }
    : { kind: "invalid", why: "a mark without a name" };

export const heardAudio = (payload: string | undefined, codec: Codec): Heard =>
  payload === undefined
    ? { kind: "invalid", why: "audio without a payload" }
    : { kind: "audio", payload, codec };

/** Reads the three events that most companies use. */
export function heardEvent(message: Message, codec: Codec): Heard {
  const { event } = message;
  if (event === "media") return heardAudio(textIn(message, "media", "payload"), codec);
  if (event === "mark") return heardMark(textIn(message, "mark", "name"));
  if (event === "clear") return { kind: "clear" };
  return { kind: "invalid", why: `unknown event ${String(event).slice(0, 100)}` };
}
