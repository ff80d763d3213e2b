/** Collects everything that is wrong with an input, to report it at once. */
import { Failure, usage } from "../lib/failure.ts";

/** One failure for everything that is wrong in the input. A single failure stays as it is. */
export function mergeFailures(failures: readonly [Failure, ...Failure[]]): Failure {
  const [first, ...others] = failures;
  if (others.length === 0) return first;
  const details = failures.flatMap(({ message, options: { where = "", hint, details = [] } }) =>
    details.length > 0 ? details : [{ where, message: hint ? `${message} (${hint})` : message }],
  );
  return usage(`${details.length} things are wrong`, { details, hint: "nothing was sent" });
}

/** Collects faults, so that a person sees all of them at once. */
export class Faults {
  readonly #found: Failure[] = [];

  /** The check's value; undefined if it fails. */
  async of<T>(check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Failure) || error.outcome !== "usage") throw error;
      this.add(error);
      return undefined;
    }
  }

  /** Two checks may find the same fault. */
  add(failure: Failure): void {
    const isKnown = ({ message, options }: Failure) =>
      message === failure.message && options.where === failure.options.where;
    if (!this.#found.some(isKnown)) this.#found.push(failure);
  }

  /** @throws Failure (usage) if anything was wrong */
  refuse(): void {
    const [first, ...others] = this.#found;
    if (first) throw mergeFailures([first, ...others]);
  }

  /** The values of checks. @throws Failure (usage) if anything was wrong */
  settle<T extends object>(values: T): { [K in keyof T]-?: NonNullable<T[K]> } {
    this.refuse();
    return values as { [K in keyof T]-?: NonNullable<T[K]> };
  }
}
