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
    const words = this.take().split(/\s+/);
    const text = words
      .slice(0, Math.floor((words.length * heard_ms) / Math.max(all_ms, heard_ms, 1)))
      .join(" ");
    let left = heard_ms;
    for (const { id, ms } of items) {
      if (left <= ms || id === items.at(-1)?.id)
        return { text, item_id: id, audio_end_ms: Math.floor(Math.min(left, ms)) };
      left -= ms;
    }
    return { text, item_id: "", audio_end_ms: 0 };
  }
}
