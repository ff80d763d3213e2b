/** How many values one statement binds. SQLite allows 32,766 and PostgreSQL 65,535; a body can have more. */
const CHUNK = 1000;

/** The values in groups that one statement can bind; no groups for no values, because `in ()` is not valid. */
export function chunks<T>(values: readonly T[], size = CHUNK): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

/** The results of `query` for all values together. */
export async function inChunks<T, R>(
  values: readonly T[],
  query: (chunk: T[]) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (const chunk of chunks(values)) rows.push(...(await query(chunk)));
  return rows;
}
