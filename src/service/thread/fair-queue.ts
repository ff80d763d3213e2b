/** Work that waits for the thread. */
export interface FairQueue<T> {
  add(organization_id: string | null, work: T): void;
  /** Takes the next work, if any waits. */
  next(): T | undefined;
  /** Takes all work. */
  empty(): T[];
}

/**
 * Organizations take turns, one piece of work each, in the order in which they came. So however much one of them asks for,
 * another waits for no more than one piece of it.
 */
export function createFairQueue<T>(): FairQueue<T> {
  const waiting = new Map<string | null, T[]>();
  let last: string | null = null;
  const next = () => {
    // Whose turn it was comes after all who wait by now.
    const again = waiting.get(last);
    if (again) {
      waiting.delete(last);
      waiting.set(last, again);
    }
    const [turn] = waiting;
    if (!turn) return undefined;
    const [organization_id, own] = turn;
    last = organization_id;
    const work = own.shift();
    if (own.length === 0) waiting.delete(organization_id);
    return work;
  };
  return {
    add(organization_id, work) {
      const own = waiting.get(organization_id);
      if (own) own.push(work);
      else waiting.set(organization_id, [work]);
    },
    next,
    empty() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      return all;
    },
  };
}
