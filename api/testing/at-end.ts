const ends = new Set<() => unknown>();
afterAll(async () => {
  for (const end of [...ends].reverse()) await end();
});

/** Ends something after the tests of the file, the last one first. @returns what ends it earlier. */
export function atEnd(end: () => Promise<void>): () => Promise<void> {
  ends.add(end);
  return async () => {
    if (ends.delete(end)) await end();
  };
}
