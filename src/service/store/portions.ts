/** How much is read at once: reading and writing more would keep other requests waiting. */
const BYTES_AT_ONCE = 256 * 1024;
const ROWS_AT_ONCE = 200;

/** A row that is still to be read. */
export interface Sized<Id> {
  readonly id: Id;
  /** PostgreSQL gives a sum as text. */
  readonly bytes: number | string;
}

/** The ids of rows in groups that can be read at once. A row that is larger is alone. */
export function portionsOf<Id>(rows: readonly Sized<Id>[]): Id[][] {
  const portions: Id[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const last = portions.at(-1);
    bytes += Number(row.bytes);
    if (last && bytes <= BYTES_AT_ONCE && last.length < ROWS_AT_ONCE) last.push(row.id);
    else {
      portions.push([row.id]);
      bytes = Number(row.bytes);
    }
  }
  return portions;
}
