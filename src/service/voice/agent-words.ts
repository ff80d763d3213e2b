import type { WORD_SOURCES } from "../../contract/values.ts";
import type { Ask } from "../../engine/voice/line.ts";
import { FRAME, TICK_MS } from "../../engine/voice/pcm.ts";
import type { Recognizer } from "./words/recognizer.ts";

/** What the agent has said in a turn. */
export interface Words {
  readonly text: string;
  readonly source: (typeof WORD_SOURCES)[number];
}

export interface WordSources {
  readonly recognizer: Recognizer | undefined;
  readonly language: string;
  /** What the agent has reported itself and nobody has taken yet; empty if nothing. */
  reported(): Promise<string>;
}

/** Longest turn that is kept for recognition. */
const KEPT_MS = 120_000;
/** Before the first sound of a turn, so that no consonant is lost. */
const LEAD_MS = 200;
/** Reports are looked for this often, and for this long: longer where the agent has reported before. */
const LOOK_MS = 60;
const PATIENCE_MS = 600;
const PATIENCE_WITH_REPORTER_MS = 3000;

/** Finds out what the agent says: from the connection, else by recognition, else from its own reports. */
export class AgentWords {
  readonly #sources: WordSources;
  /** The agent's audio since the end of its last turn. */
  #frames: (Int16Array | null)[] = [];
  #first_ms = 0;
  #told: string[] = [];
  #recognized: { readonly key: string; readonly text: Promise<string | undefined> } | null = null;
  #reports = false;

  constructor(sources: WordSources) {
    this.#sources = sources;
  }

  /** The next 20 ms of what the agent says. */
  hear(frame: Int16Array | null): void {
    if (!this.#sources.recognizer) return;
    this.#frames.push(frame);
    if (this.#frames.length <= KEPT_MS / TICK_MS) return;
    this.#frames.shift();
    this.#first_ms += TICK_MS;
  }

  /**
   * The connection tells what the agent says. The same text with the beginning and the end of speech counts once.
   * @returns whether it is new
   */
  tell(text: string): boolean {
    if (this.#told.at(-1) === text) return false;
    this.#told.push(text);
    return true;
  }

  /** The words of a turn; undefined if nobody knows them. */
  async of(
    { from_ms, to_ms }: Pick<Ask, "from_ms" | "to_ms">,
    signal: AbortSignal,
  ): Promise<Words | undefined> {
    if (this.#told.length > 0) return { text: this.#told.join(" "), source: "transport" };
    const { recognizer, language } = this.#sources;
    if (recognizer) {
      const key = `${from_ms}-${to_ms}`;
      if (this.#recognized?.key !== key)
        this.#recognized = {
          key,
          text: recognizer.transcribe(this.#between(from_ms, to_ms), language, signal),
        };
      const text = await this.#recognized.text;
      if (text !== undefined) return { text, source: "transcription" };
    }
    return this.#reported(signal);
  }

  /** The turn has been answered: what comes now belongs to the next. @param now_ms on the clock of the line */
  next(now_ms: number): void {
    this.#told = [];
    this.#recognized = null;
    const kept = LEAD_MS / TICK_MS;
    const dropped = Math.max(0, this.#frames.length - kept);
    this.#frames = this.#frames.slice(dropped);
    this.#first_ms = now_ms - this.#frames.length * TICK_MS;
  }

  async #reported(signal: AbortSignal): Promise<Words | undefined> {
    const until = performance.now() + (this.#reports ? PATIENCE_WITH_REPORTER_MS : PATIENCE_MS);
    for (;;) {
      const text = await this.#sources.reported();
      if (text !== "") {
        this.#reports = true;
        return { text, source: "report" };
      }
      if (this.#told.length > 0) return { text: this.#told.join(" "), source: "transport" };
      if (performance.now() >= until || signal.aborted) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
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
