/**
 * Places for simultaneous exchanges. A host that answers may have most of them; one that let an exchange run
 * out of time may have few until it answers again, so that a hanging host does not hold up the others for long.
 */
export interface Places {
  /** Takes a place for a host. Undefined if it has as many as allowed. */
  take(host: string): Place | undefined;
}

export interface Place {
  /** Gives the place back. `answered`: the host did not let the time run out. */
  leave(answered: boolean): void;
}

/** How many hosts are remembered for hanging. */
const REMEMBERED_MAXIMUM = 10_000;

export function createPlaces({ answering, hanging }: { answering: number; hanging: number }): Places {
  const taken = new Map<string, number>();
  const hang = new Set<string>();
  return {
    take(host) {
      const count = taken.get(host) ?? 0;
      if (count >= (hang.has(host) ? hanging : answering)) return undefined;
      taken.set(host, count + 1);
      return {
        leave(answered) {
          const left = (taken.get(host) ?? 1) - 1;
          if (left > 0) taken.set(host, left);
          else taken.delete(host);
          if (answered) hang.delete(host);
          else if (hang.size < REMEMBERED_MAXIMUM) hang.add(host);
        },
      };
    },
  };
}
