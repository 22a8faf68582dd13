/**
 * Does something for every item, a few at a time, and gives the results in the items' order. After a failure nothing
 * new is begun, and what is under way is waited for before the failure is told.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  body: (item: T) => Promise<R>,
  width = 8,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      try {
        results[index] = await body(item);
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
