/** What differs between telephone companies whose media streams are spoken here. */
import { createHash } from "node:crypto";
import type { CALL_DIALECTS } from "../../../../contract/values.ts";
import type { Codec } from "./codecs.ts";
import type { StreamPlace } from "./stream-xml.ts";

export type CarrierName = Exclude<(typeof CALL_DIALECTS)[number], "chirp">;

/** A call to an agent that was written for the telephone. */
export interface TelephoneCall {
  /** The webhook that says where the audio goes, or the stream itself. */
  readonly url: string;
  readonly username: string | null;
  /** Signs what is sent, or is sent with it; null does neither. */
  readonly password: string | null;
  readonly simulation_result_id: number;
  readonly from: string;
  readonly to: string;
}

/** The request that tells an agent's webhook of an incoming call. */
export interface Ring {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Something that an agent wants of the line. */
export type Heard =
  | { readonly kind: "audio"; readonly payload: string; readonly codec: Codec }
  | { readonly kind: "mark"; readonly name: string }
  | { readonly kind: "clear" }
  /** Of no consequence for a caller. */
  | { readonly kind: "other" }
  | { readonly kind: "invalid"; readonly why: string };

export type Message = Readonly<Record<string, unknown>>;

/** An event and what it contains; the number of the message is added as it is sent. */
export type StreamEvent = readonly [event: string, content: object];

/** The messages of one stream. */
export interface StreamDialect {
  /** How the audio that the agent is sent is encoded. */
  readonly codec: Codec;
  /** How much audio each message has. */
  readonly frame_ms: number;
  /** Sent first, without a number. */
  readonly connected?: object;
  start(): StreamEvent;
  media(payload: string, chunk: number, timestamp_ms: number): StreamEvent;
  key(key: string): StreamEvent;
  mark(name: string): StreamEvent;
  /** What follows a clear. @param dropped the marks that waited for what is not heard any more */
  cleared(dropped: readonly string[]): readonly StreamEvent[];
  /** Absent: the connection just closes. */
  stop?(): StreamEvent;
  /** What every message has: its number, from 1, and the stream. */
  envelope(event: string, number: number): object;
  heard(message: Message): Heard;
}

export interface Carrier {
  ring(call: TelephoneCall): Ring;
  /** Where the webhook's answer says that the audio goes; undefined if it does not say. */
  placeIn(answer: string): StreamPlace | undefined;
  /** What such an answer has, for people. */
  readonly wants: string;
  /** Headers with which the stream is opened. */
  headers(call: TelephoneCall, place: StreamPlace): Readonly<Record<string, string>>;
  stream(call: TelephoneCall, place: StreamPlace): StreamDialect;
}

const digestOf = (kind: string, id: number) => createHash("md5").update(`${kind}/${id}`).digest("hex");
const HALF = 16;

/** 32 hexadecimal digits: the same for the same call, other ones for each kind of id. */
export const idFor = (kind: string, simulation_result_id: number): string =>
  digestOf(kind, simulation_result_id).slice(0, HALF) + simulation_result_id.toString(16).padStart(HALF, "0");

/** The conversation whose id this is; undefined if it is none of ours. */
export function resultIn(kind: string, id: string): number | undefined {
  const found = Number.parseInt(id.slice(HALF), 16);
  return Number.isSafeInteger(found) && id === idFor(kind, found) ? found : undefined;
}

/** The same digits as a UUID is written. */
export const asUuid = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export const asHex = (uuid: string): string => uuid.replaceAll("-", "");

export const basicAuth = ({ username, password }: TelephoneCall): Readonly<Record<string, string>> =>
  password === null
    ? {}
    : { authorization: `Basic ${Buffer.from(`${username ?? ""}:${password}`).toString("base64")}` };

const NAME_MAXIMUM = 200;

/** A field of a field, if it is text. */
export function textIn(message: Message, place: string, name: string): string | undefined {
  const inner = message[place];
  const found = typeof inner === "object" && inner !== null ? (inner as Message)[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

/** @param name of a mark that the agent sends */
export const heardMark = (name: unknown): Heard =>
  typeof name === "string" && name.length <= NAME_MAXIMUM
    ? { kind: "mark", name }
    : { kind: "invalid", why: "a mark without a name" };

export const heardAudio = (payload: string | undefined, codec: Codec): Heard =>
  payload === undefined
    ? { kind: "invalid", why: "audio without a payload" }
    : { kind: "audio", payload, codec };

/** The three events that most companies take. */
export function heardEvent(message: Message, codec: Codec): Heard {
  const { event } = message;
  if (event === "media") return heardAudio(textIn(message, "media", "payload"), codec);
  if (event === "mark") return heardMark(textIn(message, "mark", "name"));
  if (event === "clear") return { kind: "clear" };
  return { kind: "invalid", why: `unknown event ${String(event).slice(0, 100)}` };
}
