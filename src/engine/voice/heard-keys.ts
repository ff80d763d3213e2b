/** An agent may send a key as an event and as a tone, the one somewhat later than the other: it is one key. */
const SAME_KEY_MS = 2000;

/** The keys that an agent presses, each once, however it comes. */
export class HeardKeys {
  readonly #unmatched: { readonly key: string; readonly by: "event" | "tone"; readonly at_ms: number }[] = [];

  /** Whether it is a key of its own, and not one that has been heard in the other way. */
  takes(key: string, by: "event" | "tone", at_ms: number): boolean {
    while (this.#unmatched[0] && at_ms - this.#unmatched[0].at_ms > SAME_KEY_MS) this.#unmatched.shift();
    const other = this.#unmatched.findIndex((heard) => heard.key === key && heard.by !== by);
    if (other < 0) this.#unmatched.push({ key, by, at_ms });
    else this.#unmatched.splice(other, 1);
    return other < 0;
  }
}
