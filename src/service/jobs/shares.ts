/** Who has how many of a pool's workers. They are shared among organizations while they work. */
export interface Shares {
  /** Takes a slot for an organization, or for nobody. The function gives it back. */
  enter(organization_id: string | null): () => void;
  /** The organizations that may not take another slot now. */
  full(): string[];
}

/** An organization may have this many times as many slots as are free. */
const TIMES_FREE = 4;

/**
 * Long jobs, such as calls, would let one organization keep every slot for an hour. So none may take more
 * than a multiple of what is then left for others: the first has four fifths of the pool at most, the next one
 * four fifths of the rest, and so on. As slots become free, the shares become even.
 */
export function createShares(slots: number): Shares {
  const taken = new Map<string | null, number>();
  const change = (organization_id: string | null, by: 1 | -1) => {
    const count = (taken.get(organization_id) ?? 0) + by;
    if (count === 0) taken.delete(organization_id);
    else taken.set(organization_id, count);
  };
  return {
    enter(organization_id) {
      change(organization_id, 1);
      return () => change(organization_id, -1);
    },
    full() {
      const free = [...taken.values()].reduce((left, count) => left - count, slots);
      return [...taken].flatMap(([id, count]) => (id !== null && count >= TIMES_FREE * free ? [id] : []));
    },
  };
}
