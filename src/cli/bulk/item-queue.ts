/** The order of the items of a bulk run: which one is next, and which are open. */
import type { ItemState } from "./entries.ts";
import type { Journal } from "./journal.ts";
import type { Attempt, BulkItem } from "./outcome.ts";

/** An item whose turn has come. */
export interface QueuedItem<T> {
  readonly index: number;
  readonly item: T;
  /** The state in which an earlier run left it. */
  readonly previous: ItemState | undefined;
  /** How often the item was refused with 429, and the last refusal. */
  readonly refusals: number;
  readonly refusal?: Attempt;
  /** The same for every attempt, including those of earlier runs. */
  readonly idempotency_key?: string | undefined;
}

export interface ItemQueueOptions<T extends BulkItem> {
  readonly items: readonly T[];
  /** How many bytes of items may be open together. A larger item is sent alone. */
  readonly max_bytes?: number;
  /** The journal of an item. Without one, nothing is journaled. */
  journal?(item: T): Journal | undefined;
  /** Creates the idempotency key that an item is sent with. Without it, items have no key. */
  newKey?(): string;
}

const MAX_BYTES = 256 * 1024 * 1024;

export class ItemQueue<T extends BulkItem> {
  readonly #options: ItemQueueOptions<T>;
  readonly #again: QueuedItem<T>[] = [];
  #upcoming: QueuedItem<T> | undefined;
  #next = 0;
  /** Items between their first and last line in the journal. After a crash, these are in doubt. */
  #open = 0;
  #bytes = 0;

  constructor(options: ItemQueueOptions<T>) {
    this.#options = options;
  }

  /** The next item; undefined if there is none for now. */
  get next(): QueuedItem<T> | undefined {
    this.#upcoming ??= this.#again.shift() ?? this.#fresh();
    return this.#upcoming;
  }

  /** No item is open and none remains. */
  get isOver(): boolean {
    return this.#open === 0 && !this.next;
  }

  /** Whether one more item may be opened if at most `limit` may be open. */
  hasRoom({ item: { bytes = 0 } }: QueuedItem<T>, limit: number): boolean {
    if (this.#open === 0) return true;
    return this.#open < limit && this.#bytes + bytes <= (this.#options.max_bytes ?? MAX_BYTES);
  }

  /** Opens the next item. */
  open({ item }: QueuedItem<T>): void {
    this.#upcoming = undefined;
    this.#open++;
    this.#bytes += item.bytes ?? 0;
  }

  close({ item }: QueuedItem<T>): void {
    this.#open--;
    this.#bytes -= item.bytes ?? 0;
  }

  /** The item gets another turn. */
  repeat(queued: QueuedItem<T>, refusal: Attempt): void {
    this.#again.push({ ...queued, refusals: queued.refusals + 1, refusal });
  }

  #keyOf(item: T): string | undefined {
    return this.#options.newKey && (item.idempotency_key ?? this.#options.newKey());
  }

  #fresh(): QueuedItem<T> | undefined {
    const item = this.#options.items[this.#next];
    if (!item) return undefined;
    const previous = this.#options.journal?.(item)?.get(item);
    const idempotency_key = previous?.idempotency_key ?? this.#keyOf(item);
    return { index: this.#next++, item, previous, refusals: 0, idempotency_key };
  }
}
