import type { Detail } from "../failure.ts";

/**
 * What becomes of fields and values that the contract does not know: they are passed on, with a warning. A service may know more
 * than this program, but a typing error is more likely than a new field whose name is nearly an old one's.
 */
export class Openness {
  /** True: each is a fault. */
  readonly strict: boolean;
  /** True: what looks like a typing error is passed on as well. */
  readonly allow_unknown: boolean;
  readonly #warnings = new Map<string, { readonly detail: Detail; count: number }>();

  constructor({
    strict = false,
    allow_unknown = false,
  }: Partial<Pick<Openness, "strict" | "allow_unknown">> = {}) {
    this.strict = strict;
    this.allow_unknown = allow_unknown;
  }

  /** @param kind the same for warnings that are alike: only the first of them is told, with a count */
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

/** Nothing but the contract is taken. */
export const STRICT = new Openness({ strict: true });
