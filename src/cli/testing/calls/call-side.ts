/**
 * The agent's side of a call, for an agent with a protocol of its own. The line owns the clock: for each frame of the caller, the
 * agent is heard for as long.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { bytesOf, samplesOf, TICK_MS } from "../../../engine/voice/pcm.ts";
import { AgentSound } from "./agent-sound.ts";

/** A line takes no longer text. */
export const TEXT_MAXIMUM = 2000;
/** The close codes of a line: the agent has hung up, or something went wrong. */
const HUNG_UP = 1000;
const BROKEN = 1011;

export interface CallSideOptions {
  /** What utterances are named after, such as "livekit". */
  readonly name: string;
  /** Takes 20 ms of the caller. */
  hear(samples: Int16Array): void;
  /** An utterance of the agent has been heard to its end. */
  heard?(): void;
  /** The call is over. */
  closed(): void;
}

export class CallSide {
  readonly sound = new AgentSound();
  readonly #options: CallSideOptions;
  #socket: WebSocket | undefined;
  #utterances = 0;
  #heard_ms = 0;
  #continues = false;
  /** Why the call is over, as soon as the agent's last sound has been heard. */
  #over: { readonly code: number; readonly reason: string } | undefined;

  constructor(options: CallSideOptions) {
    this.#options = options;
  }

  /** Takes part in the call whose line is at `url`. */
  async connect(url: string): Promise<void> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) this.#hear(samplesOf(data));
    });
    socket.on("close", () => this.#options.closed());
    await once(socket, "open");
    // A greeting that begins before has no signal, only its sound.
    this.#socket = socket;
  }

  /** How much of the utterance has been heard. */
  get heard_ms(): number {
    return this.#heard_ms;
  }

  /** The agent begins to speak. */
  speaks(): void {
    this.#utterances++;
    this.#heard_ms = 0;
    this.#signal("speech.started", {});
  }

  /**
   * The agent has said these words, or, without any, has no more to say.
   * @param continues whether it works for what it says next
   */
  says(text: string, { continues = false } = {}): void {
    if (text === "" && (continues || !this.#continues)) return;
    this.#continues = continues;
    this.#signal("speech.completed", {
      ...(text !== "" && { text: text.slice(0, TEXT_MAXIMUM) }),
      ...(continues && { continues }),
    });
  }

  /** Nothing more comes from the agent: it has hung up, or failed. */
  end({ failed }: { readonly failed: boolean }): void {
    this.sound.end();
    this.#over ??= failed ? { code: BROKEN, reason: "the agent failed" } : { code: HUNG_UP, reason: "" };
  }

  close(): void {
    this.#socket?.close();
  }

  #hear(samples: Int16Array): void {
    this.#options.hear(samples);
    const { frame, is_end } = this.sound.next();
    if (frame) {
      this.#heard_ms += TICK_MS;
      this.#socket?.send(bytesOf(frame));
    }
    if (is_end) this.#options.heard?.();
    if (this.#over && !this.sound.is_waiting) this.#socket?.close(this.#over.code, this.#over.reason);
  }

  #signal(
    type: "speech.started" | "speech.completed",
    more: { readonly text?: string; readonly continues?: boolean },
  ): void {
    const data = { utterance_id: `${this.#options.name}-${this.#utterances}`, ...more };
    this.#socket?.send(JSON.stringify({ type, id: randomUUID(), ts_ms: Date.now(), data }));
  }
}
