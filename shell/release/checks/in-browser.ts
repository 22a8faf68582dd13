import { UserError } from '../../tools/user-error';
import { findChromium } from '../../tools/programs';
import type { BrowserGate, RunInBrowser } from './check';
import { runJourneys } from './journeys';
import { runLoads } from './load/run-loads';

/**
 * The gates that are wanted and need Chromium. It is looked for, and installed where that can be done, before any gate
 * is passed: a browser that is missing is no fault of the candidate's.
 * @param tell told what is going on.
 * @throws UserError when there is no browser to be had.
 */
export function inBrowser(
  wanted: Partial<Readonly<Record<BrowserGate, boolean>>>,
  tell: (line: string) => void,
): Partial<Record<BrowserGate, RunInBrowser>> {
  const chromium = findChromium(tell);
  if ('missing' in chromium) {
    throw new UserError(
      `This check needs Chromium, and there is ${chromium.missing}: install it (on Debian, apt install chromium), or say with CHROMIUM_PATH where one is.`,
    );
  }
  return {
    ...(wanted.journeys && { journeys: runJourneys(chromium.path, tell) }),
    ...(wanted.load && { load: runLoads(tell) }),
  };
}
