/**
 * Deliveries that have already arrived. The oldest are forgotten, because a service does not repeat itself
 * forever.
 */
export class SeenDeliveries {
  readonly #ids: Set<string>;
  readonly #maximum: number;

  constructor(ids: Iterable<string> = [], maximum = 10_000) {
    this.#ids = new Set(ids);
    this.#maximum = maximum;
  }

  /** Records an id. Returns false if it was already recorded. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#maximum) break;
      this.#ids.delete(oldest);
    }
    return true;
  }

  /** Forgets an id, so that its next delivery counts as new. */
  forget(id: string): void {
    this.#ids.delete(id);
  }
}
