/**
 * Calls `body` for every item, at most `width` at a time. After a failure the calls under way are awaited.
 * @returns the results in the order of the items.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  body: (item: T, index: number) => Promise<R>,
  width = 8,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      try {
        results[index] = await body(item, index);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return results;
}
