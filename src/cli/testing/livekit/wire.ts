/**
 * The session protocol of LiveKit's console (livekit_agent_session.proto): a frame is four bytes of length, big-endian,
 * and an AgentSessionMessage in protobuf. What a conversation does not need is skipped.
 */
import { PbfReader, PbfWriter } from "pbf";
import { bytesOf } from "../../../engine/voice/pcm.ts";
import type { Sound } from "../calls/agent-sound.ts";

/** The largest message, as in LiveKit's own transport. */
const MESSAGE_MAXIMUM = 1024 * 1024;
const LENGTH_BYTES = 4;

/** What was said or done in a session. */
export interface Item {
  id: string;
  kind: "message" | "function_call" | "function_call_output" | "agent_handoff" | "other";
  role: number;
  text: string;
  call_id: string;
  name: string;
  arguments: string;
  output: string;
  is_error: boolean;
  /** The caller has interrupted this message. */
  is_interrupted: boolean;
  /** How long the parts of the agent took for a message, as it measures them. */
  latency_ms: Latency;
  /** Who had the conversation before a hand-off, and who has it now. */
  old_agent_id: string;
  new_agent_id: string;
}

/** In milliseconds; the names are those of imported calls. */
export type Latency = { [name in "stt" | "llm" | "tts" | "end_to_end"]?: number };

/** A message of the agent: the fields that it has. */
export interface SessionMessage {
  /** The agent's new state. */
  state?: number;
  /** Something new in the conversation. */
  item?: Item;
  /** Calls of tools that begin. */
  started?: Item[];
  /** Calls of tools, and their results. */
  tools?: Item[];
  /** An error of the session. */
  error?: string;
  /** A piece of its sound, ahead of time. */
  sound?: Sound;
  /** It has sent sound, and waits until somebody has heard it. */
  flush?: boolean;
  /** What was not heard yet is not to be heard. */
  clear?: boolean;
  /** The request that it answers. */
  request_id?: string;
  /** Why the request failed. */
  failed?: string;
  /** What the request led to, in order. */
  items?: Item[];
}

/** Of ChatRole. */
export const ASSISTANT = 3;
/** Of AgentState. */
export const LISTENING = 2;
export const THINKING = 3;
export const SPEAKING = 4;
/** The sample rate of the sound that the console takes. */
export const CONSOLE_RATE = 48_000;

/** The frame that has the agent answer a text. */
export function runInput(request_id: string, text: string): Buffer {
  const message = new PbfWriter();
  message.writeMessage(4, writeRequest, { request_id, text });
  return framed(message);
}

/** The frame that has the agent hear samples of `CONSOLE_RATE`. */
export function audioInput(samples: Int16Array): Buffer {
  const message = new PbfWriter();
  message.writeMessage(1, writeSound, samples);
  return framed(message);
}

function writeSound(samples: Int16Array, into: PbfWriter): void {
  into.writeBytesField(1, bytesOf(samples));
  into.writeVarintField(2, CONSOLE_RATE);
  into.writeVarintField(3, 1);
  into.writeVarintField(4, samples.length);
}

/** The frame that says that the agent's sound was heard. */
export function playbackFinished(): Buffer {
  const message = new PbfWriter();
  message.writeMessage(8, () => undefined, undefined);
  return framed(message);
}

function framed(message: PbfWriter): Buffer {
  const bytes = message.finish();
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function writeRequest({ request_id, text }: { request_id: string; text: string }, into: PbfWriter): void {
  into.writeStringField(1, request_id);
  into.writeMessage(5, (words: string, input) => input.writeStringField(1, words), text);
}

/** Cuts what comes into messages. */
export class Frames {
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = LENGTH_BYTES;

  /** @throws Error if a message is too large, or is not protobuf */
  take(piece: Buffer): SessionMessage[] {
    this.#pieces.push(piece);
    this.#size += piece.length;
    const messages: SessionMessage[] = [];
    while (this.#size >= this.#needed) {
      const bytes = Buffer.concat(this.#pieces);
      const end = LENGTH_BYTES + bytes.readUInt32BE();
      if (end > LENGTH_BYTES + MESSAGE_MAXIMUM) throw new Error(`a message has ${end - LENGTH_BYTES} bytes`);
      const whole = bytes.length >= end;
      if (whole) messages.push(new PbfReader(bytes.subarray(LENGTH_BYTES, end)).readFields(readMessage, {}));
      const rest = whole ? bytes.subarray(end) : bytes;
      this.#pieces = [rest];
      this.#size = rest.length;
      this.#needed = whole ? LENGTH_BYTES : end;
    }
    return messages;
  }
}

function readMessage(tag: number, message: SessionMessage, reader: PbfReader): void {
  if (tag === 2) message.sound = reader.readMessage(readSound, { data: EMPTY, sample_rate: 0, channels: 1 });
  else if (tag === 3) reader.readMessage(readEvent, message);
  else if (tag === 5) reader.readMessage(readResponse, message);
  else if (tag === 6) message.flush = true;
  else if (tag === 7) message.clear = true;
}

const EMPTY = new Uint8Array();

function readSound(tag: number, sound: Sound, reader: PbfReader): void {
  if (tag === 1) sound.data = reader.readBytes();
  else if (tag === 2) sound.sample_rate = reader.readVarint();
  else if (tag === 3) sound.channels = reader.readVarint();
}

function readEvent(tag: number, message: SessionMessage, reader: PbfReader): void {
  // A state of zero is absent.
  if (tag === 10) message.state = reader.readMessage(readState, { state: 0 }).state;
  else if (tag === 12) reader.readMessage(readAdded, message);
  else if (tag === 14) message.tools = reader.readMessage(readTools, []);
  else if (tag === 20) message.started = reader.readMessage(readTools, []);
  else if (tag === 15) message.error = reader.readMessage(readText, { text: "" }).text;
}

function readState(tag: number, change: { state: number }, reader: PbfReader): void {
  if (tag === 2) change.state = reader.readVarint();
}

function readAdded(tag: number, message: SessionMessage, reader: PbfReader): void {
  if (tag === 1) message.item = reader.readMessage(readItem, newItem());
}

function readText(tag: number, into: { text: string }, reader: PbfReader): void {
  if (tag === 1) into.text += reader.readString();
}

function readResponse(tag: number, message: SessionMessage, reader: PbfReader): void {
  if (tag === 1) message.request_id = reader.readString();
  else if (tag === 2) message.failed = reader.readString();
  else if (tag === 6) message.items = reader.readMessage(readItems, []);
}

function readItems(tag: number, items: Item[], reader: PbfReader): void {
  if (tag === 1) items.push(reader.readMessage(readItem, newItem()));
}

function readTools(tag: number, tools: Item[], reader: PbfReader): void {
  if (tag === 1)
    tools.push(reader.readMessage(readCall, Object.assign(newItem(), { kind: "function_call" as const })));
  else if (tag === 2)
    tools.push(
      reader.readMessage(readOutput, Object.assign(newItem(), { kind: "function_call_output" as const })),
    );
}

const newItem = (): Item => ({
  id: "",
  kind: "other",
  role: 0,
  text: "",
  call_id: "",
  name: "",
  arguments: "",
  output: "",
  is_error: false,
  is_interrupted: false,
  latency_ms: {},
  old_agent_id: "",
  new_agent_id: "",
});

function readItem(tag: number, item: Item, reader: PbfReader): void {
  if (tag === 1) reader.readMessage(readChatMessage, Object.assign(item, { kind: "message" }));
  else if (tag === 2) reader.readMessage(readCall, Object.assign(item, { kind: "function_call" }));
  else if (tag === 3) reader.readMessage(readOutput, Object.assign(item, { kind: "function_call_output" }));
  else if (tag === 4) reader.readMessage(readHandoff, Object.assign(item, { kind: "agent_handoff" }));
}

function readHandoff(tag: number, item: Item, reader: PbfReader): void {
  if (tag === 1) item.id = reader.readString();
  else if (tag === 2) item.old_agent_id = reader.readString();
  else if (tag === 3) item.new_agent_id = reader.readString();
}

/** Of MetricsReport, which has seconds. */
const LATENCIES: Readonly<Record<number, keyof Latency>> = {
  3: "stt",
  6: "llm",
  7: "tts",
  8: "end_to_end",
};

function readLatency(tag: number, latency: Latency, reader: PbfReader): void {
  const name = LATENCIES[tag];
  if (name) latency[name] = Math.round(reader.readDouble() * 1000);
}

function readChatMessage(tag: number, item: Item, reader: PbfReader): void {
  if (tag === 1) item.id = reader.readString();
  else if (tag === 2) item.role = reader.readVarint();
  else if (tag === 3) reader.readMessage(readText, item);
  else if (tag === 4) item.is_interrupted = reader.readBoolean();
  else if (tag === 7) reader.readMessage(readLatency, item.latency_ms);
}

function readCall(tag: number, item: Item, reader: PbfReader): void {
  if (tag === 1) item.id = reader.readString();
  else if (tag === 2) item.call_id = reader.readString();
  else if (tag === 3) item.arguments = reader.readString();
  else if (tag === 4) item.name = reader.readString();
}

function readOutput(tag: number, item: Item, reader: PbfReader): void {
  if (tag === 1) item.id = reader.readString();
  else if (tag === 2) item.name = reader.readString();
  else if (tag === 3) item.call_id = reader.readString();
  else if (tag === 4) item.output = reader.readString();
  else if (tag === 5) item.is_error = reader.readBoolean();
}
