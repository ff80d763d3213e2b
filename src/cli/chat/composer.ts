const FENCE = '"""';

/** Joins lines into messages: between two `"""`, and across Alt-Enter. */
export class Composer {
  #lines: string[] = [];
  #isFenced = false;

  /** Whether a message is incomplete. */
  get isOpen(): boolean {
    return this.#isFenced || this.#lines.length > 0;
  }

  /** Adds a line. `continues` says that more lines follow. Returns the message if this line completes it. */
  add(line: string, continues = false): string | undefined {
    let rest = line;
    if (!this.isOpen && rest.startsWith(FENCE)) {
      this.#isFenced = true;
      rest = rest.slice(FENCE.length);
      if (rest === "") return undefined;
    }
    if (this.#isFenced) {
      if (!rest.endsWith(FENCE)) {
        this.#lines.push(rest);
        return undefined;
      }
      rest = rest.slice(0, -FENCE.length);
      return this.#finish(rest === "" ? [] : [rest]);
    }
    if (!continues) return this.#finish([rest]);
    this.#lines.push(rest);
    return undefined;
  }

  /** Drops the incomplete message. */
  drop(): void {
    this.#lines = [];
    this.#isFenced = false;
  }

  #finish(last: readonly string[]): string {
    const message = [...this.#lines, ...last].join("\n");
    this.drop();
    return message;
  }
}
