/**
 * The cheapest one-to-one assignment of rows to columns: for each row its column, or -1 if there are not
 * enough columns.
 */
export function assign(costs: readonly (readonly number[])[]): number[] {
  const columns = costs[0]?.length ?? 0;
  if (columns === 0) return costs.map(() => -1);
  if (costs.length <= columns) return assignEachRow(costs, columns);
  const transposed = Array.from({ length: columns }, (_, column) => costs.map((row) => row[column] ?? 0));
  const rowOf = assignEachRow(transposed, costs.length);
  return costs.map((_, row) => rowOf.indexOf(row));
}

/**
 * Gives every row a column (Kuhn 1955, Munkres 1957; with shortest augmenting paths). There are at least as many
 * columns as rows. Time: rows² · columns.
 */
function assignEachRow(costs: readonly (readonly number[])[], columns: number): number[] {
  const rows = costs.length;
  if (rows === 1) return [cheapest(costs[0] ?? [])];
  const rowPotential = new Float64Array(rows);
  const columnPotential = new Float64Array(columns);
  const rowOf = new Int32Array(columns).fill(-1);

  for (let row = 0; row < rows; row++) augment(row);

  const columnOf = new Array<number>(rows).fill(-1);
  rowOf.forEach((row, column) => {
    if (row >= 0) columnOf[row] = column;
  });
  return columnOf;

  /** Gives `start` a column, moving other rows along the cheapest alternating path. */
  function augment(start: number): void {
    const distance = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
    const previous = new Int32Array(columns).fill(-1);
    const settled = new Uint8Array(columns);
    let row = start;
    let reached = 0;
    let column = -1;
    for (;;) {
      let nearest = -1;
      for (let j = 0; j < columns; j++) {
        if (settled[j]) continue;
        const reduced = (costs[row]?.[j] ?? 0) - (rowPotential[row] ?? 0) - (columnPotential[j] ?? 0);
        if (reached + reduced < (distance[j] ?? 0)) {
          distance[j] = reached + reduced;
          previous[j] = column;
        }
        if (nearest < 0 || (distance[j] ?? 0) < (distance[nearest] ?? 0)) nearest = j;
      }
      column = nearest;
      reached = distance[column] ?? 0;
      settled[column] = 1;
      const holder = rowOf[column] ?? -1;
      if (holder < 0) break;
      row = holder;
    }
    adjustPotentials(start, distance, settled, reached);
    while (column >= 0) {
      const before = previous[column] ?? -1;
      rowOf[column] = before < 0 ? start : (rowOf[before] ?? start);
      column = before;
    }
  }

  /** Keeps all reduced costs at or above zero, and at zero along assigned pairs. */
  function adjustPotentials(
    start: number,
    distance: Float64Array,
    settled: Uint8Array,
    reached: number,
  ): void {
    rowPotential[start] = (rowPotential[start] ?? 0) + reached;
    for (let j = 0; j < columns; j++) {
      const slack = reached - (distance[j] ?? 0);
      const holder = rowOf[j] ?? -1;
      if (!settled[j] || holder < 0) continue;
      columnPotential[j] = (columnPotential[j] ?? 0) - slack;
      rowPotential[holder] = (rowPotential[holder] ?? 0) + slack;
    }
  }
}

/** The first column of the lowest cost. */
function cheapest(costs: readonly number[]): number {
  let best = 0;
  for (let column = 1; column < costs.length; column++) {
    if ((costs[column] ?? 0) < (costs[best] ?? 0)) best = column;
  }
  return best;
}
