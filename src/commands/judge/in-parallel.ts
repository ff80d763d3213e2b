/** Runs `work` on each item, at most `limit` at a time; results are in the order of the items. */
export async function inParallel<I, R>(
  items: readonly I[],
  limit: number,
  work: (item: I) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
