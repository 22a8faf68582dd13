import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { packedFolder } from '../../tools/locations';
import { versionOf } from '../../release/pack';
import { root } from '../../tools/folders';

const SUFFIX = '.journey';

/**
 * Packs another release of each part, as teams pack theirs: the same sources under another version. What was packed
 * before stays as it is.
 * @returns the version by part.
 */
export async function packNext(parts: readonly string[]): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    await Promise.all(parts.map(async (part) => [part, await packOne(part)] as const)),
  );
}

async function packOne(part: string): Promise<string> {
  const version = `${(await versionOf(part)).version}${SUFFIX}`;
  const command = path.join(root, 'shell/commands/release.ts');
  const options = ['--conditions=source', '--import', 'tsx', command, 'pack', part, '--version', version];
  // In a process of its own, as a team does it: a build leaves much behind in memory.
  await promisify(execFile)(process.execPath, options, { cwd: root });
  // Those of former sources would only pile up.
  const packed = await readdir(path.join(packedFolder, part));
  const former = packed.filter((name) => name.endsWith(SUFFIX) && name !== version);
  await Promise.all(former.map((name) => rm(path.join(packedFolder, part, name), { recursive: true })));
  return version;
}
