import type { Detail } from "../../lib/failure.ts";

/**
 * Decides what happens to fields and values that the contract does not know: they are passed on, with a
 * warning. A service may know more than this program. But if a name is almost that of a known field, a typing
 * error is more likely than a new field.
 */
export class Openness {
  /** True: every unknown field or value is a fault. */
  readonly strict: boolean;
  /** True: pass on even what looks like a typing error. */
  readonly allow_unknown: boolean;
  /**
   * True: the numbers of a digital human may be beyond their bounds, because a plan judges them. A service may have
   * such numbers already.
   */
  readonly bounds_later: boolean;
  readonly #warnings = new Map<string, { readonly detail: Detail; count: number }>();

  constructor({
    strict = false,
    allow_unknown = false,
    bounds_later = false,
  }: Partial<Pick<Openness, "strict" | "allow_unknown" | "bounds_later">> = {}) {
    this.strict = strict;
    this.allow_unknown = allow_unknown;
    this.bounds_later = bounds_later;
  }

  /** @param kind the same for similar warnings: only the first of them is shown, with a count */
  warn(detail: Detail, kind: string): void {
    const before = this.#warnings.get(kind);
    if (before) before.count++;
    else this.#warnings.set(kind, { detail, count: 1 });
  }

  /** A line for each kind of warning. */
  get warnings(): string[] {
    return [...this.#warnings.values()].map(({ detail: { where, message }, count }) => {
      const others = count > 1 ? ` (and ${count - 1} more like this)` : "";
      return `${where}: ${message}${others}`;
    });
  }
}

/** Accepts only what is in the contract. */
export const STRICT = new Openness({ strict: true });
