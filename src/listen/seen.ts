/** Deliveries that came already. The oldest are forgotten: a service does not repeat itself for ever. */
export class SeenDeliveries {
  readonly #ids: Set<string>;
  readonly #maximum: number;

  constructor(ids: Iterable<string> = [], maximum = 10_000) {
    this.#ids = new Set(ids);
    this.#maximum = maximum;
  }

  /** Notes an id. False when it was there already. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= this.#maximum) break;
      this.#ids.delete(oldest);
    }
    return true;
  }

  /** Takes an id back, so that its next delivery is a new one. */
  forget(id: string): void {
    this.#ids.delete(id);
  }
}
