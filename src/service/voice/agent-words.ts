import type { WORD_SOURCES } from "../../contract/values.ts";
import type { HeardTurn } from "./line/messages.ts";
import type { Recognizer } from "./words/recognizer.ts";

/** The agent's words in a turn. */
export interface Words {
  readonly text: string;
  readonly source: (typeof WORD_SOURCES)[number];
}

export interface WordSources {
  readonly recognizer: Recognizer | undefined;
  readonly language: string;
  /** What the agent itself has reported and nothing has used yet. Empty if nothing. */
  reported(): Promise<string>;
}

/** How often to look for reports, and for how long. It is longer if the agent has reported before. */
const LOOK_MS = 60;
const PATIENCE_MS = 600;
const PATIENCE_WITH_REPORTER_MS = 3000;

/**
 * Finds out what the agent says: from the connection, otherwise by speech recognition, otherwise from the
 * agent's own reports.
 */
export class AgentWords {
  readonly #sources: WordSources;
  #recognized: { readonly key: string; readonly text: Promise<string | undefined> } | null = null;
  #reports = false;

  constructor(sources: WordSources) {
    this.#sources = sources;
  }

  /** Whether it needs the audio of turns. */
  get wantsAudio(): boolean {
    return this.#sources.recognizer !== undefined;
  }

  /** The words of a turn, or undefined if they are unknown. */
  async of({ from_ms, to_ms, told, audio }: HeardTurn, signal: AbortSignal): Promise<Words | undefined> {
    if (told !== null) return { text: told, source: "transport" };
    const { recognizer, language } = this.#sources;
    if (recognizer && audio) {
      const key = `${from_ms}-${to_ms}`;
      if (this.#recognized?.key !== key)
        this.#recognized = { key, text: recognizer.transcribe(audio, language, signal) };
      const text = await this.#recognized.text;
      if (text !== undefined) return { text, source: "transcription" };
    }
    return this.#reported(signal);
  }

  async #reported(signal: AbortSignal): Promise<Words | undefined> {
    const until = performance.now() + (this.#reports ? PATIENCE_WITH_REPORTER_MS : PATIENCE_MS);
    for (;;) {
      const text = await this.#sources.reported();
      if (text !== "") {
        this.#reports = true;
        return { text, source: "report" };
      }
      if (performance.now() >= until || signal.aborted) return undefined;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}
