/**
 * The results of queries that do not need each other's. They are sent at once, so a store behind a network costs one wait.
 * @throws what the first of them, in the given order, failed with
 */
export async function together<T extends readonly unknown[]>(
  ...queries: T
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(queries);
  return settled.map((found) => {
    if (found.status === "rejected") throw found.reason;
    return found.value;
  }) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
