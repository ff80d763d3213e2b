import type { Detail } from "../../lib/failure.ts";
import type { Parsed, Path } from "./parsed.ts";

/** A fault at a place of a document that counts only if the place is sent. */
export interface Unsure {
  readonly parsed: Parsed;
  readonly path: Path;
  readonly fault: Detail;
}

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
   * True: a plan judges the numbers of digital humans that are beyond their bounds, and what looks like a typing error. A
   * service may have them already.
   */
  readonly plan_judges: boolean;
  /** What looks like a typing error and is left to the plan. */
  readonly unsure: Unsure[] = [];
  readonly #warnings = new Map<string, { readonly detail: Detail; count: number }>();

  constructor({
    strict = false,
    allow_unknown = false,
    plan_judges = false,
  }: Partial<Pick<Openness, "strict" | "allow_unknown" | "plan_judges">> = {}) {
    this.strict = strict;
    this.allow_unknown = allow_unknown;
    this.plan_judges = plan_judges;
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
