import type { CallerOptions } from "../../../engine/caller/caller.ts";

/** A record, and what else a caller depends on. Plain data, so a thread can prepare it. */
export interface CallerSource {
  /** JSON: `DigitalHumanRecord`. */
  readonly record: string;
  readonly options: CallerOptions;
}

/** Prepares callers without blocking other work. */
export interface CallerThread {
  /** As `preparedCaller`. */
  prepareCaller(source: CallerSource): Promise<string>;
}
