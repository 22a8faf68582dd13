/** Runs `work` and reports the seconds that it took, and the error if it failed. */
export async function timed<Result>(
  work: () => Promise<Result>,
  report: (seconds: number, failure?: { readonly error: unknown }) => void,
): Promise<Result> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  try {
    const result = await work();
    report(seconds());
    return result;
  } catch (error) {
    report(seconds(), { error });
    throw error;
  }
}
