import { FRAME, TICK_MS } from "../../../engine/voice/pcm.ts";
import type { HeardTurn } from "./messages.ts";

/** The longest turn kept for recognition. */
const KEPT_MS = 120_000;
/** The longest turn that is thought about, in characters. */
const TURN_MAXIMUM = 4000;
/** The most keys of one turn. */
const KEYS_MAXIMUM = 100;
/** How much to keep before the first sound of a turn, so that no consonant is lost. */
const LEAD_MS = 200;

/**
 * What is known of the agent's words since the end of its last turn: text from the connection, and the audio.
 */
export class Hearing {
  readonly #wantsAudio: boolean;
  #frames: (Int16Array | null)[] = [];
  #first_ms = 0;
  #told: string[] = [];
  #characters = 0;
  /** The keys that it has pressed. */
  #keys = "";

  constructor(wants_audio: boolean) {
    this.#wantsAudio = wants_audio;
  }

  /** Receives the next 20 ms of the agent's audio. */
  hear(frame: Int16Array | null): void {
    if (!this.#wantsAudio) return;
    this.#frames.push(frame);
    if (this.#frames.length <= KEPT_MS / TICK_MS) return;
    this.#frames.shift();
    this.#first_ms += TICK_MS;
  }

  /**
   * Receives the agent's words from the connection. If the beginning and the end of speech have the same
   * text, it counts once.
   * @returns whether the text is new, known, or too much for one turn
   */
  tell(text: string): "new" | "known" | "too_long" {
    if (this.#told.at(-1) === text) return "known";
    if (this.#characters + text.length > TURN_MAXIMUM) return "too_long";
    this.#characters += text.length;
    this.#told.push(text);
    return "new";
  }

  /** Receives a key. Those of a turn count as words in brackets, as in a conversation in text: `[2]`. */
  press(key: string): void {
    this.#keys = (this.#keys + key).slice(0, KEYS_MAXIMUM);
  }

  turn({ from_ms, to_ms }: Pick<HeardTurn, "from_ms" | "to_ms">): HeardTurn {
    const words = [...this.#told, ...(this.#keys === "" ? [] : [`[${this.#keys}]`])];
    const text = words.length > 0 ? words.join(" ") : null;
    const audio = this.#wantsAudio && text === null ? this.#between(from_ms, to_ms) : null;
    return { from_ms, to_ms, told: text, audio };
  }

  /**
   * The turn has been answered, so further words belong to the next. @param now_ms on the clock of the line
   */
  next(now_ms: number): void {
    this.#told = [];
    this.#characters = 0;
    this.#keys = "";
    const kept = LEAD_MS / TICK_MS;
    const dropped = Math.max(0, this.#frames.length - kept);
    this.#frames = this.#frames.slice(dropped);
    this.#first_ms = now_ms - this.#frames.length * TICK_MS;
  }

  #between(from_ms: number, to_ms: number): Int16Array {
    const first = Math.max(0, Math.floor((from_ms - LEAD_MS - this.#first_ms) / TICK_MS));
    const last = Math.ceil((to_ms + LEAD_MS - this.#first_ms) / TICK_MS);
    const frames = this.#frames.slice(first, last);
    const speech = new Int16Array(frames.length * FRAME);
    frames.forEach((frame, at) => {
      if (frame) speech.set(frame, at * FRAME);
    });
    return speech;
  }
}
