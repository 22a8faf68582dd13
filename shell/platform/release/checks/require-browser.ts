import { findChromium } from '../../../packages/node/programs';
import { UserError } from '../../../packages/node/user-error';

/**
 * Finds or installs Chromium before any gate runs: a missing browser is no failure of the candidate.
 * @throws UserError when Chromium is unavailable.
 */
export function requireBrowser(log: (line: string) => void): string {
  const chromium = findChromium(log);
  if ('path' in chromium) return chromium.path;
  throw new UserError(
    `This check needs Chromium: ${chromium.missing}. Install it (on Debian: apt install chromium), or set CHROMIUM_PATH to its program.`,
  );
}
