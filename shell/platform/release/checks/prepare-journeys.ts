import { buildApi } from '../build-api';
import { bundleRoles } from '../bundle-roles';
import { requireBrowser } from './require-browser';

/**
 * Finds or installs Chromium, and builds what the site of the journeys starts, before any gate runs: the gates cannot
 * write to the sources, and what is missing here is no failure of the candidate.
 * @returns the path of the browser's program.
 * @throws UserError when Chromium is unavailable, or when the sources do not build.
 */
export async function prepareJourneys(log: (line: string) => void): Promise<string> {
  const chromium = requireBrowser(log);
  await Promise.all([buildApi(log), bundleRoles()]);
  return chromium;
}
