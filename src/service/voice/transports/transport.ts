/** A connection to an agent, whatever its dialect. Audio is mono at 16 kHz on both sides of it. */
import type { AgentSignal } from "../../../engine/voice/exchange.ts";

/** The ends that a connection brings about, as results name them. Only the first one says something about the agent. */
export type TransportEnd =
  | "hung_up_by_agent"
  | "rejected"
  | "connection_lost"
  | "wrong_sample_rate"
  | "message_too_large"
  | "flooded"
  | "not_reading";

/** How a connection ended. */
export interface Closed {
  readonly end_reason: TransportEnd;
  /** The close code of the WebSocket, if there was one. */
  readonly code: number | null;
  /** For a person. */
  readonly reason: string;
}

/** What comes from the agent. */
export interface TransportListener {
  audio(samples: Int16Array): void;
  /** @param text what the agent says, where the dialect tells */
  signal(signal: AgentSignal, text?: string): void;
  mark(name: string): void;
  /** Audio that was sent and not heard yet is not to be heard; returns the marks that waited for it. */
  clear(): string[];
  /** Something about the session that belongs into its record. */
  remark(code: string, message: string): void;
  /** Called once. */
  closed(closed: Closed): void;
}

export interface Transport {
  /** The agent takes back what it has sent ahead when it is interrupted; otherwise that is dropped for it. */
  readonly agentClears: boolean;
  /** The next 20 ms of what the digital human says. */
  sendAudio(frame: Int16Array): void;
  /** The digital human begins to speak, or has ended. */
  sendSpeech(signal: AgentSignal, utterance_id: string, at_ms: number): void;
  /** The digital human presses a key of its telephone. Absent: the line has no keys. */
  sendKey?(key: string): void;
  /** What came before this mark has been heard. */
  sendMark(name: string, at_ms: number): void;
  /** Hangs up. Resolves when the other side knows, or does not answer for a while. */
  hangUp(): Promise<void>;
}

/** The agent could not be called. */
export class DialFailure extends Error {
  readonly how: "rejected" | "unreachable";
  /** Another try may succeed. */
  readonly transient: boolean;
  constructor(how: DialFailure["how"], message: string, transient = false) {
    super(message);
    this.how = how;
    this.transient = transient;
  }
}
