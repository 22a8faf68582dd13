export interface Share {
  readonly hits: number;
  readonly of: number;
}

/**
 * The one-sided p-value of Fisher's exact test: the probability of at least as many hits as `suspect` has, if
 * its true share is not above that of `baseline` ("Statistical Methods for Research Workers", §21.02).
 * @throws RangeError unless both shares are whole numbers with 0 <= hits <= of.
 */
export function oneSidedPValue(suspect: Share, baseline: Share): number {
  requireShare(suspect);
  requireShare(baseline);
  const all = suspect.of + baseline.of;
  const hits = suspect.hits + baseline.hits;
  // Sums the tail that begins at the sample and leads away from the mean, so that the first term is the largest. The
  // first term of the opposite tail could underflow to 0.
  if (suspect.hits * all > hits * suspect.of) return tail(suspect, all, hits);
  const better = { hits: suspect.of - suspect.hits + 1, of: suspect.of };
  return 1 - tail(better, all, all - hits);
}

/** The probability of at least `sample.hits` in a random sample from `all` elements with `hits` hits. */
function tail(sample: Share, all: number, hits: number): number {
  const max = Math.min(sample.of, hits);
  if (sample.hits > max) return 0;
  // The probability of exactly this sample; in logarithms, because factorials overflow.
  let term = Math.exp(
    logChoose(hits, sample.hits) + logChoose(all - hits, sample.of - sample.hits) - logChoose(all, sample.of),
  );
  let sum = term;
  // Each term follows from the one before.
  for (let count = sample.hits; count < max; count += 1) {
    term *= ((hits - count) * (sample.of - count)) / ((count + 1) * (all - hits - sample.of + count + 1));
    sum += term;
    if (term < sum * Number.EPSILON) break;
  }
  return Math.min(sum, 1);
}

function requireShare({ hits, of }: Share): void {
  if (!Number.isSafeInteger(hits) || !Number.isSafeInteger(of) || hits < 0 || hits > of) {
    throw new RangeError(`${hits} of ${of} is not a share.`);
  }
}

function logChoose(of: number, chosen: number): number {
  return logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);
}

/** Exact below 20; then Stirling's series (NIST DLMF 5.11.1) has an error below 1e-14. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let factor = 2; factor <= n; factor += 1) product *= factor;
    return Math.log(product);
  }
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5) - 1 / (1680 * n ** 7);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series;
}
