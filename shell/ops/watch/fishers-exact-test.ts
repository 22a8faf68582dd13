/** A share that was counted: so many of so many. */
export interface Share {
  readonly hits: number;
  readonly of: number;
}

/**
 * How likely it is that a sample shows at least as many hits as `suspect` does, although it is no worse than
 * `baseline`: the one-sided p-value of Fisher's exact test (R. A. Fisher, "Statistical Methods for Research
 * Workers", §21.02; the upper tail of the hypergeometric distribution). It needs no lower bound on the counts.
 * @throws RangeError unless both shares are whole numbers with 0 <= hits <= of.
 */
export function probabilityOfNoWorse(suspect: Share, baseline: Share): number {
  requireShare(suspect);
  requireShare(baseline);
  const all = suspect.of + baseline.of;
  const hits = suspect.hits + baseline.hits;
  // The sum always runs away from the middle, where its first term is the largest: from the other side that
  // term could be too small for a number, and the worst sample would look like the best.
  if (suspect.hits * all > hits * suspect.of) return tail(suspect, all, hits);
  const better = { hits: suspect.of - suspect.hits + 1, of: suspect.of };
  return 1 - tail(better, all, all - hits);
}

/** The probability of at least so many hits in a sample from `all` that holds `hits` of them. */
function tail(sample: Share, all: number, hits: number): number {
  const most = Math.min(sample.of, hits);
  if (sample.hits > most) return 0;
  // The probability of exactly this sample, by logarithms, since the factorials would overflow.
  let term = Math.exp(
    logChoose(hits, sample.hits) + logChoose(all - hits, sample.of - sample.hits) - logChoose(all, sample.of),
  );
  let sum = term;
  // Each more extreme sample from the one before.
  for (let count = sample.hits; count < most; count += 1) {
    term *= ((hits - count) * (sample.of - count)) / ((count + 1) * (all - hits - sample.of + count + 1));
    sum += term;
    if (term < sum * Number.EPSILON) break;
  }
  return Math.min(sum, 1);
}

function requireShare({ hits, of }: Share): void {
  if (!Number.isSafeInteger(hits) || !Number.isSafeInteger(of) || hits < 0 || hits > of) {
    throw new RangeError(`${hits} of ${of} is no share.`);
  }
}

function logChoose(of: number, chosen: number): number {
  return logFactorial(of) - logFactorial(chosen) - logFactorial(of - chosen);
}

/** Stirling's series (NIST DLMF 5.11.1), whose error is below 1e-14 from 20 on; the product before that. */
function logFactorial(n: number): number {
  if (n < 20) {
    let product = 1;
    for (let factor = 2; factor <= n; factor += 1) product *= factor;
    return Math.log(product);
  }
  const series = 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5) - 1 / (1680 * n ** 7);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series;
}
