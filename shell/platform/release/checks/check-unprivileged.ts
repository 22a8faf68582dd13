import { homedir } from 'node:os';
import path from 'node:path';
import { serversOf } from '@isa/api-contract/outgoing';
import { isSignedHere, requirePublished, type StoreAccess } from '../../store/releases';
import { type CheckReport, checkReport } from '../../formats/check-report';
import { nameOf, type ReleaseName } from '../../formats/release-set';
import { apiOrigin, namedSite } from '../../server/addresses';
import { dataFolder } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import { runUnprivileged } from '../run-unprivileged';

/** Where Playwright has installed browsers. */
const BROWSERS = process.env.PLAYWRIGHT_BROWSERS_PATH || path.join(homedir(), '.cache/ms-playwright');
interface CheckedRelease extends ReleaseName {
  readonly together?: readonly ReleaseName[];
  /** Whether its pages are rendered, as a promotion does itself. */
  readonly renders?: boolean;
}

/** The folder of Playwright's traces. */
export const RESULTS = path.join(dataFolder, 'test-results');

/**
 * Runs the gates in a process tree without keys.
 * @param chromium the browser's program, with which the journeys run as well.
 * @param log gets the progress.
 * @throws UserError when they cannot be run.
 */
export async function checkUnprivileged(
  { app, version, together = [], renders = false }: CheckedRelease,
  { storage, keys }: Required<StoreAccess>,
  chromium?: string,
  log?: (line: string) => void,
): Promise<CheckReport> {
  const journeys = chromium !== undefined;
  const isBucket = storage.address.startsWith('s3://');
  const storeOfCheck = { STORE_URL: '', [isBucket ? 'STORE_URL' : 'STORE_FOLDER']: storage.address };
  const report = await runUnprivileged({
    task: `The check of ${app}@${version}`,
    script: 'shell/platform/release/checks/check-process.ts',
    args: [
      app,
      version,
      ...together.map(nameOf),
      ...(renders ? ['renders'] : []),
      ...(journeys ? ['journeys'] : []),
    ],
    result: checkReport,
    environment: {
      ...storeOfCheck,
      // A bucket is read with the credentials of this machine.
      ...(isBucket && Object.fromEntries(Object.entries(process.env).filter(([name]) => /^AWS_/.test(name)))),
      PLAYWRIGHT_BROWSERS_PATH: BROWSERS,
      ...(journeys && { CHROMIUM_PATH: chromium }),
    },
    keys,
    calls: serversOf('ops', {
      ...process.env,
      ...storeOfCheck,
      API_ORIGIN: apiOrigin(),
      SITE_ORIGIN: namedSite(),
    }),
    // The journeys of a release run with the live and with the previous versions of the others.
    ...(journeys && { minutes: 60 }),
    nested: 'pages are rendered in a sandbox',
    isOwn: async () => {
      const names = [{ app, version }, ...together];
      const own = names.map(async (one) =>
        isSignedHere(await requirePublished(one.app, one.version, { storage, keys }), { storage, keys }),
      );
      return (await Promise.all(own)).every(Boolean);
    },
    ...(log && { onLine: log }),
    reads: [storage.address, BROWSERS],
    ...(journeys && { writes: [RESULTS] }),
  });
  if (report.app === app && report.version === version) return report;
  throw new UserError(`The check of ${app}@${version} has reported on another release.`);
}
