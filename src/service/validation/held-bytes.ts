import { BodyScan } from "../../contract/body-scan.ts";
import type { LimitIssue } from "../../contract/limit-issues.ts";
import { Refused } from "../errors.ts";
import { Invalid } from "./fault.ts";

/** How large a body may be. */
export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
}

/** The part of a body that is held in memory, within the limits of its size and contents. */
export class HeldBytes {
  readonly #limits: BodyLimits;
  readonly #chunks: Uint8Array[] = [];
  readonly #scan: BodyScan;
  readonly #grow: (bytes: number) => void;
  #size = 0;

  /** @param grow called with the size of every chunk before it is kept; may refuse it */
  constructor(limits: BodyLimits, grow: (bytes: number) => void = () => undefined) {
    this.#limits = limits;
    this.#grow = grow;
    this.#scan = new BodyScan(limits.values);
  }

  /** @throws Refused (413, or as `grow` does), Invalid (422) if it exceeds a limit */
  add(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > this.#limits.bytes) throw tooLarge(this.#limits.bytes);
    this.#grow(bytes.length);
    // If most of a chunk is something else, only this part is kept.
    this.#chunks.push(bytes.length * 2 < bytes.buffer.byteLength ? Uint8Array.from(bytes) : bytes);
    const excess = this.#scan.read(bytes);
    if (excess) throw excessive(excess, this.#scan.path(this.whole()));
  }

  /** How many chunks are held. */
  get chunks(): number {
    return this.#chunks.length;
  }

  whole(): Uint8Array {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
  }

  /**
   * Drops everything, because the owner of this object may live as long as the rest of a refused body takes
   * to arrive.
   */
  clear(): void {
    this.#chunks.length = 0;
  }
}

/** @param path to what exceeds a limit */
export const excessive = ({ message, type, ctx }: LimitIssue, path: readonly string[]) =>
  new Invalid([{ loc: ["body", ...path], msg: message, type, input: null, ctx: { ...ctx } }]);

/**
 * The connection stays open for a while: if it were closed at once, it would often break before the sender has read
 * this.
 */
export const tooLarge = (maximum: number) => new Refused(413, `the body is larger than ${maximum} bytes`);
