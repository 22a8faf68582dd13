import { describeCalls, incompatibility } from '@isa/api-contract/schemas';
import type { Command } from 'commander';
import { callsInService } from '../../prerender/live-releases';
import { storeOf } from '../../store/releases';
import { readVerifiedRegistry } from '../../store/registry-history';
import { releasesInService } from '../../store/registry-status';
import { UserError } from '../../../packages/node/user-error';
import { describeMissing, comparedSite, readApiContract } from '../checks/api-calls';
import { printResult, textTable } from './output';

/** Adds `can-i-deploy`, which shows which releases in service use which calls of the API. */
export function addDeployCommand(program: Command): void {
  program
    .command('can-i-deploy')
    .summary('list the calls of the API that releases in service use, and what an API would break')
    .description(
      'Lists each call that a live, previous or canary release uses, and whether the API of this checkout serves it, or with --deployed the one at SITE_ORIGIN. The exit code is 1 when a release would break.',
    )
    .option('--deployed', 'compare with the API at SITE_ORIGIN')
    .addHelpText(
      'after',
      `
The role prepare compares the same before it changes a table, for the API that it was installed with.

Examples:
  npm run release -- can-i-deploy
  npm run release -- can-i-deploy --deployed`,
    )
    .action(async ({ deployed = false }: { readonly deployed?: boolean }) => {
      const offered = deployed ? await readDeployed() : describeCalls();
      const { registry } = await readVerifiedRegistry();
      const used = await callsInService(registry, storeOf());
      const rows = releasesInService(registry)
        .flatMap(({ app, version, slot }) => {
          const release = `${app}@${version}`;
          return Object.entries(used[release] ?? {}).map(([call, needed]) => {
            const { method, path } = needed;
            const broken = incompatibility(needed, Object.hasOwn(offered, call) ? offered[call] : undefined);
            return { call, address: `${method} ${path}`, release, slot, ...(broken && { broken }) };
          });
        })
        .sort((a, b) => (a.call < b.call ? -1 : Number(a.call > b.call)));
      printResult(program, rows, () =>
        textTable([
          ['call', 'address', 'release', 'slot', 'served'],
          ...rows.map((row) => [row.call, row.address, row.release, row.slot, row.broken ?? 'yes']),
        ]),
      );
      if (rows.some(({ broken }) => broken !== undefined)) process.exitCode = 1;
    });
}

/** @throws UserError when nothing can be compared. */
async function readDeployed() {
  const { origin, notRun } = await comparedSite(storeOf());
  if (origin === undefined) throw new UserError(`Nothing was compared: ${notRun}.`);
  const offered = await readApiContract(origin);
  if (!offered) throw new UserError(`Nothing was compared: ${describeMissing('API', origin)}.`);
  return offered;
}
