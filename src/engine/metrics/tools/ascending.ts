/** Whether a list is sorted already: finding this out costs far less than sorting it again. */
export function isAscending(values: readonly number[] | readonly string[]): boolean {
  for (let at = 1; at < values.length; at++) {
    const [before, value] = [values[at - 1], values[at]];
    if (before !== undefined && value !== undefined && before > value) return false;
  }
  return true;
}
