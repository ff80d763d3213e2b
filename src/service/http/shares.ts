/** Limits the bytes in memory for organizations: for each one, and for all of them together. */

export interface ShareLimits {
  readonly organization_bytes: number;
  readonly service_bytes: number;
}

/** Anything with fewer bytes does not count. */
export const LONG = 64 * 1024;

export interface Shares {
  /** How many bytes are in memory for the holder. */
  of(holder: string): number;
  /** @param bytes negative for what is no longer in memory */
  add(holder: string, bytes: number): void;
  /**
   * Whose share is exceeded if this many more bytes do not fit. A holder with nothing else in memory always
   * gets room, whatever others have.
   * @param counted how much of the same thing already counts
   */
  fullFor(holder: string, bytes: number, counted?: number): "organization" | "service" | undefined;
}

export function limitShares({ organization_bytes, service_bytes }: ShareLimits): Shares {
  /** Bytes of each holder that has any. */
  const held = new Map<string, number>();
  let total = 0;
  const of = (holder: string) => held.get(holder) ?? 0;
  return {
    of,
    add(holder, bytes) {
      total += bytes;
      const now = of(holder) + bytes;
      if (now > 0) held.set(holder, now);
      else held.delete(holder);
    },
    fullFor(holder, bytes, counted = 0) {
      const own = of(holder);
      if (own === counted) return undefined;
      if (own + bytes > organization_bytes) return "organization";
      return total + bytes > service_bytes ? "service" : undefined;
    },
  };
}
