/** What a model says in an utterance, whose sound and words come ahead of time. */
import { TEXT_MAXIMUM } from "./call-side.ts";

export class SpokenWords {
  #text = "";
  /** The items of the conversation in it, and how long each is. */
  #items: { readonly id: string; ms: number }[] = [];

  get is_empty(): boolean {
    return this.#items.length === 0;
  }

  add(text: string): void {
    if (this.#text.length <= TEXT_MAXIMUM) this.#text += text;
  }

  addSound(item_id: string, ms: number): void {
    const last = this.#items.at(-1);
    if (last?.id === item_id) last.ms += ms;
    else this.#items.push({ id: item_id, ms });
  }

  take(): string {
    const text = this.#text.trim();
    this.#text = "";
    this.#items = [];
    return text;
  }

  /**
   * Ends the utterance where it was interrupted.
   * @param heard_ms how much of it was heard
   * @returns the words up to there, by their share of the sound, and where the item ends that was heard last
   */
  cut(heard_ms: number): { readonly text: string; readonly item_id: string; readonly audio_end_ms: number } {
    const items = this.#items;
    const all_ms = items.reduce((sum, { ms }) => sum + ms, 0);
    const text = firstWords(this.take(), heard_ms / Math.max(all_ms, heard_ms, 1));
    let left = heard_ms;
    for (const { id, ms } of items) {
      if (left <= ms || id === items.at(-1)?.id)
        return { text, item_id: id, audio_end_ms: Math.floor(Math.min(left, ms)) };
      left -= ms;
    }
    return { text, item_id: "", audio_end_ms: 0 };
  }
}

/** The words of a text that were said in this share of its sound, from 0 to 1. */
function firstWords(text: string, share: number): string {
  const words = text.split(/\s+/);
  return words.slice(0, Math.floor(words.length * share)).join(" ");
}

/** Characters that a voice says in a second, about. */
const SPOKEN_A_SECOND = 14;

/**
 * What was heard of an utterance that was interrupted. Its text is whole or ends there already, depending on who tells it
 * (consoles of LiveKit in JavaScript and Python): what is too long for what was heard is whole.
 */
export function heardWords(
  text: string,
  { ms, heard_ms }: { readonly ms: number; readonly heard_ms: number },
): string {
  if (heard_ms === 0) return "";
  const needs_ms = (text.length / SPOKEN_A_SECOND) * 1000;
  return needs_ms > Math.sqrt(heard_ms * ms) ? firstWords(text, heard_ms / ms) : text;
}
