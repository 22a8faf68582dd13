import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeMissingKeys, REGISTRY } from '../store/keys/keys';
import { packedFolder, storeFolder } from '../tools/locations';
import { versionOf } from '../release/pack';
import { publish } from '../release/publish';
import { liveVersion, promoteTogether } from '../release/registry/changes';
import { forgetUnsigned, publishNewest, readHead, readHistory } from '../store/registry-log';
import { lastChange } from '../store/registry-status';
import { folderStorage } from '../store/storage/folder';
import { readVerifiedRelease } from '../store/release-file';
import { remoteNames, root } from '../tools/folders';
import { UserError } from '../tools/user-error';

const run = promisify(execFile);

/** Who changes the registry when nobody does it by hand. */
const OURSELVES = 'npm start';

/**
 * Builds whatever part of the site has changed since it was last built, and makes it live. A part that somebody has
 * released by hand stays as it is until its sources change.
 */
export async function buildSite(tell: (line: string) => void): Promise<void> {
  const parts = ['shell', ...remoteNames()];
  const store = folderStorage(storeFolder);
  await makeMissingKeys([REGISTRY, ...parts]);
  await forgetUnsigned(store);
  await publishNewest(store);

  const built: Record<string, string> = {};
  const present: Record<string, string> = {};
  const waiting: string[] = [];
  for (const part of parts) {
    const { version } = await versionOf(part);
    if (await readVerifiedRelease(store, part, version)) present[part] = version;
    else waiting.push(part);
  }
  if (waiting.length > 0) tell(`Building ${waiting.join(', ')}…`);
  // Two at a time: a build keeps one core busy.
  const started = Date.now();
  const worker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const version = await packInOwnProcess(part);
      await publish({ part, version, storage: store });
      await rm(path.join(packedFolder, part, version), { recursive: true });
      built[part] = version;
      tell(`  ${part} built (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    }
  };
  await Promise.all([worker(), worker()]);

  const kept = await releasedByHand(present, tell);
  const ours = Object.fromEntries(Object.entries(present).filter(([part]) => !kept.includes(part)));
  await promoteTogether(
    { ...ours, ...built },
    { storage: store, who: OURSELVES, why: 'built from the sources here' },
  );
}

/** The parts that a person has moved last: a start must not undo a rollback. */
async function releasedByHand(
  present: Readonly<Record<string, string>>,
  tell: (line: string) => void,
): Promise<readonly string[]> {
  const store = folderStorage(storeFolder);
  const head = await readHead(store);
  if (!head) return [];
  const history = await readHistory(store);
  return Object.entries(present).flatMap(([part, version]) => {
    const live = liveVersion(head.entry.registry.registry, part);
    const { last } = lastChange(history, part);
    if (!live || !last || last.who === OURSELVES) return [];
    if (live !== version) {
      tell(
        `${part} stays at ${live}, where ${last.who} has put it; the sources here are npm run release -- promote ${part}@${version}`,
      );
    }
    return [part];
  });
}

/** @returns the version that was built: its sources may have changed since somebody last looked. */
async function packInOwnProcess(part: string): Promise<string> {
  try {
    const { stdout } = await run(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/commands/pack.ts'), part],
      {
        cwd: root,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return stdout.trim().slice(`${part}@`.length);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new UserError(`The build of ${part} failed:\n${said.trim()}`);
  }
}

/** Compiles the API to JavaScript; the compiler itself skips what has not changed. */
export async function buildApi(tell: (line: string) => void): Promise<void> {
  tell('Compiling the API…');
  try {
    await run(process.execPath, [path.join(root, 'node_modules/typescript-native/bin/tsc'), '-b', 'api'], {
      cwd: root,
    });
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new UserError(`The API does not compile:\n${said.trim()}`);
  }
}
