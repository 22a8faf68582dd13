import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { versionOf } from '../release/pack';
import { readRelease, promote } from '../release/store';
import { remoteNames, root } from '../webpack/folders';
import { PlainError } from './processes';

const run = promisify(execFile);

/** Builds whatever part of the site has changed since it was last built, and makes it live. */
export async function buildSite(tell: (line: string) => void): Promise<void> {
  const parts = ['shell', ...remoteNames()];
  const live: Record<string, string> = {};
  const waiting: string[] = [];
  for (const part of parts) {
    const { version } = await versionOf(part);
    live[part] = version;
    if (!(await readRelease(part, version))) waiting.push(part);
  }
  if (waiting.length > 0) tell(`Building ${waiting.join(', ')}…`);
  // Two at a time: a build keeps one core busy.
  const started = Date.now();
  const worker = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      live[part] = await packInOwnProcess(part);
      tell(`  ${part} built (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    }
  };
  await Promise.all([worker(), worker()]);
  await promote(live);
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
    throw new PlainError(`The build of ${part} failed:\n${said.trim()}`);
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
    throw new PlainError(`The API does not compile:\n${said.trim()}`);
  }
}
