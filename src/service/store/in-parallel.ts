/**
 * The results of independent queries. They are sent at once, so over a network they cost only one round trip.
 * @throws the error of the first query, in the given order, that failed
 */
export async function inParallel<T extends readonly unknown[]>(
  ...queries: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(queries);
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
