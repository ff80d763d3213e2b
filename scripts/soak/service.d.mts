/** See service.mjs. */
interface Looked {
  /**
   * The times, in milliseconds, for which the main thread worked without a pause since the first measurement.
   */
  readonly held: Readonly<Record<"p99" | "p999" | "max", number>>;
}

interface ObservedService {
  readonly url: string;
  readonly errors: () => string;
  look(): Promise<Looked>;
  /** Resolves to the code or the signal with which it ended. */
  stop(): Promise<number | string>;
}

export function startService(folder: string, seed: string): Promise<ObservedService>;
