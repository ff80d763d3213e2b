/** Two minutes of audio in any codec, sent ahead at once. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;
/** Four times the audio of the widest codec (24 kHz, 16 bits, base64) in real time. */
const BYTES_A_SECOND = 256 * 1024;
/** Two minutes of audio in pieces of 20 ms. */
const MESSAGES_AT_ONCE = 6000;
/** Eight times as many pieces of 20 ms as real time has. */
const MESSAGES_A_SECOND = 400;

/** What came in too fast, and was dropped. */
export interface Dropped {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * How much a line takes from its agent: two minutes of audio at once, and then a few times what a call can
 * hear. The thread of the lines reads no more than that, whatever an agent sends.
 */
export class Allowance {
  readonly #bytes: Refilled;
  readonly #messages: Refilled;
  #dropped: Dropped = { messages: 0, bytes: 0 };

  /** @param now in milliseconds */
  constructor(now: number) {
    this.#bytes = new Refilled(BYTES_AT_ONCE, BYTES_A_SECOND, now);
    this.#messages = new Refilled(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, now);
  }

  get dropped(): Dropped {
    return this.#dropped;
  }

  /** Whether the line takes a message of this size. If not, counts it as dropped. */
  takes(bytes: number, now: number): boolean {
    const has = this.#bytes.has(bytes, now) && this.#messages.has(1, now);
    if (has) {
      this.#bytes.take(bytes);
      this.#messages.take(1);
    } else this.#dropped = { messages: this.#dropped.messages + 1, bytes: this.#dropped.bytes + bytes };
    return has;
  }
}

/** An amount that is taken from, and refilled by time. */
class Refilled {
  readonly #most: number;
  readonly #a_second: number;
  #left: number;
  #at: number;

  constructor(most: number, a_second: number, now: number) {
    this.#most = most;
    this.#a_second = a_second;
    this.#left = most;
    this.#at = now;
  }

  has(amount: number, now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) * this.#a_second) / 1000);
    this.#at = now;
    return this.#left >= amount;
  }

  take(amount: number): void {
    this.#left -= amount;
  }
}
