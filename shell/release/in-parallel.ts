/** Does something for every item, a few at a time, and gives the results in the items' order. */
export async function inParallel<T, R>(
  items: readonly T[],
  body: (item: T) => Promise<R>,
  width = 8,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await body(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
