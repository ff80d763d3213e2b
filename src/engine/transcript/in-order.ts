/** Something said or done in a conversation. */
interface Placed {
  /** When it began. Null if that is unknown. */
  readonly at_ms: number | null;
  /** Whether the agent said it. */
  readonly isAgent?: boolean;
}

/**
 * Everything said and every tool call of a conversation, in the order in which it happened. Turns keep their
 * order. A call that was made at the moment of a turn comes before it if the agent spoke, because it was made
 * for these words, and after it if the user spoke. Calls without a time come last.
 */
export function inOrder<T extends Placed>(turns: readonly T[], calls: readonly T[]): T[] {
  const due = calls.toSorted((a, b) => momentOf(a) - momentOf(b) || 0);
  const ordered: T[] = [];
  let next = 0;
  for (const turn of turns) {
    for (let call = due[next]; call && isBefore(call, turn); call = due[next]) {
      ordered.push(call);
      next++;
    }
    ordered.push(turn);
  }
  return [...ordered, ...due.slice(next)];
}

const momentOf = ({ at_ms }: Placed) => at_ms ?? Number.POSITIVE_INFINITY;

function isBefore({ at_ms: called }: Placed, { at_ms: began, isAgent }: Placed): boolean {
  if (called === null || began === null) return false;
  // The offsets of tool calls begin at 1, those of turns at 0.
  const isSame = called === began || (called === 1 && began === 0);
  return called < began || (isSame && isAgent === true);
}
