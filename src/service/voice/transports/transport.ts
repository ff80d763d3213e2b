/** A connection to an agent, in any dialect. Audio is mono at 16 kHz in both directions. */
import type { StatedVersions } from "../../../contract/rules/tested-versions.ts";
import type { AgentSignal } from "../../../engine/voice/exchange.ts";
import type { Dropped } from "./allowance.ts";

/** How a connection can end, in the values of results. Only the first one says something about the agent. */
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
  /** For people. */
  readonly reason: string;
}

/** How much audio an agent may send ahead: two minutes. */
export const AHEAD_MAXIMUM_MS = 120_000;
/** How many marks may wait until they are heard. */
export const MARKS_MAXIMUM = 1000;
export const TOO_MANY_MARKS = [
  "too_many_marks",
  `marks beyond the first ${MARKS_MAXIMUM} are ignored`,
] as const;

/** What an agent sent that no call can hear. */
export interface TooMuch extends Dropped {
  /** Audio beyond what may be sent ahead, in milliseconds. */
  readonly too_far_ahead_ms: number;
}

/** Receives what the agent sends. */
export interface TransportListener {
  audio(samples: Int16Array): void;
  /** @param text the agent's words, if the dialect has them */
  signal(signal: AgentSignal, text?: string): void;
  /** The agent presses a key of its telephone, without a tone. */
  key(key: string): void;
  /** The agent says which versions it runs. */
  stated(stated: StatedVersions): void;
  mark(name: string): void;
  /** Drops audio that has not been heard yet. Returns the marks that were waiting for it. */
  clear(): string[];
  /** Something about the session that belongs in its record. */
  remark(code: string, message: string): void;
  /** Called exactly once. */
  closed(closed: Closed): void;
}

export interface Transport {
  /**
   * When interrupted, the agent itself clears the audio that it has sent ahead. Otherwise, this side drops
   * it.
   */
  readonly agentClears: boolean;
  readonly dropped: TooMuch;
  /** Hands over audio that was sent ahead, at most this long. Absent if it is handed over as it arrives. */
  bring?(most_ms: number): void;
  /** Sends the next 20 ms of the digital human. */
  sendAudio(frame: Int16Array): void;
  /** The digital human begins to speak, or stops. */
  sendSpeech(signal: AgentSignal, utterance_id: string, at_ms: number): void;
  /** The digital human presses a key of its telephone. Absent if the line has no keys. */
  sendKey?(key: string): void;
  /** Everything before this mark has been heard. */
  sendMark(name: string, at_ms: number): void;
  /** Hangs up. Resolves when the other side has confirmed it, or has not answered for a while. */
  hangUp(): Promise<void>;
}

/** The agent could not be called. */
export class DialFailure extends Error {
  readonly how: "rejected" | "unreachable";
  /** Another attempt may succeed. */
  readonly transient: boolean;
  constructor(how: DialFailure["how"], message: string, transient = false) {
    super(message);
    this.how = how;
    this.transient = transient;
  }
}
