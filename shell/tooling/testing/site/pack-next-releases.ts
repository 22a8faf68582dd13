import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { versionOf } from '../../../platform/release/publish/pack';
import { packedFolder } from '../../../platform/store/locations';
import { runNode, sourceScript } from '../../../packages/node/node';

const SUFFIX = '.journey';

/**
 * Packs another release of each app: the same sources under another version. A release that is already packed stays.
 * @returns the version by app.
 */
export async function packNextReleases(apps: readonly string[]): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    await Promise.all(apps.map(async (app) => [app, await packNextRelease(app)] as const)),
  );
}

async function packNextRelease(app: string): Promise<string> {
  const version = `${(await versionOf(app)).version}${SUFFIX}`;
  // Each app is packed in a separate process, because a build leaves much behind in memory.
  const pack = sourceScript('shell/tooling/commands/release.ts', 'pack', app, '--version', version);
  await runNode(`Packing ${app}@${version}`, pack);
  // Releases of former sources are removed, because they would accumulate.
  const packed = await readdir(path.join(packedFolder, app));
  const former = packed.filter((name) => name.endsWith(SUFFIX) && name !== version);
  await Promise.all(former.map((name) => rm(path.join(packedFolder, app, name), { recursive: true })));
  return version;
}
