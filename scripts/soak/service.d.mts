/** See service.mjs. */
interface Looked {
  /** Milliseconds for which the main thread worked without a pause, since it was first looked at. */
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
