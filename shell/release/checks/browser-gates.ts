import { findChromium } from '../../tools/programs';
import { UserError } from '../../tools/user-error';
import type { RunInBrowser } from './check';
import { runJourneys } from './journeys';
import { runLoads } from './load/run-loads';
import type { BrowserGate } from '../../formats/check-report';

/**
 * The requested browser gates. Chromium is found, or installed where possible, before any gate runs: a missing browser
 * is not a failure of the candidate.
 * @throws UserError when Chromium is unavailable.
 */
export function browserGates(
  wanted: Partial<Readonly<Record<BrowserGate, boolean>>>,
  log: (line: string) => void,
): Partial<Record<BrowserGate, RunInBrowser>> {
  const chromium = findChromium(log);
  if ('missing' in chromium) {
    throw new UserError(
      `This check needs Chromium: ${chromium.missing}. Install it (on Debian: apt install chromium), or set CHROMIUM_PATH to its program.`,
    );
  }
  return {
    ...(wanted.journeys && { journeys: runJourneys(chromium.path, log) }),
    ...(wanted.load && { load: runLoads(log) }),
  };
}
