import type { Prepared, Tick, Utterance } from "./exchange.ts";
import type { Floor } from "./interruptions.ts";
import { FRAME, TICK_MS } from "./pcm.ts";

interface Said {
  readonly id: string;
  readonly prepared: Prepared;
  readonly utterance: Utterance;
  at: number;
}

/** What the digital human is saying, frame by frame, until it ends or is cut short. */
export class Saying {
  #said: Said | null = null;
  #overlap_ms = 0;

  get isNow(): boolean {
    return this.#said !== null;
  }

  begin(id: string, prepared: Prepared, utterance: Utterance): void {
    this.#said = { id, prepared, utterance, at: 0 };
    this.#overlap_ms = 0;
  }

  /**
   * Whether the digital human gives way now. Counts how long the agent has spoken over it, so call this once
   * per frame.
   */
  givesWay(now: number, agentSpeaks: boolean, { grace_ms, yield_after_ms }: Floor): boolean {
    if (!this.#said) return false;
    this.#overlap_ms = agentSpeaks ? this.#overlap_ms + TICK_MS : 0;
    return now - this.#said.utterance.start_ms >= grace_ms && this.#overlap_ms >= yield_after_ms;
  }

  /**
   * The next frame of what is being said, the keys pressed in it, and, if it was the last frame, what was
   * said.
   */
  next(now: number): Pick<Tick, "speech" | "keys"> & { readonly ended?: Said } {
    const said = this.#said;
    if (!said) return { speech: null };
    const { speech, presses = [] } = said.prepared;
    const from_ms = (said.at / FRAME) * TICK_MS;
    const due = presses.filter(({ at_ms }) => at_ms >= from_ms && at_ms < from_ms + TICK_MS);
    const keys = due.length > 0 && { keys: due.map(({ key }) => key) };
    const frame = new Int16Array(FRAME);
    frame.set(speech.subarray(said.at, said.at + FRAME));
    said.at += FRAME;
    said.utterance.end_ms = now + TICK_MS;
    if (said.at < speech.length) return { speech: frame, ...keys };
    this.#said = null;
    return { speech: frame, ...keys, ended: said };
  }

  /** Stops at once, even within a word. Returns what was being said. */
  cut(now: number, how: NonNullable<Utterance["cut"]>): Said | undefined {
    const said = this.#said;
    if (!said) return undefined;
    this.#said = null;
    said.utterance.end_ms = now;
    said.utterance.cut = how;
    return said;
  }
}
