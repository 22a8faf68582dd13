import { spawn } from 'node:child_process';
import { root } from '../tools/folders';
import { UserError } from '../tools/user-error';

/**
 * Runs npm, which links a new workspace and adds it to the lock file.
 * @throws UserError when npm fails or `signal` aborts; npm's own output explains why.
 */
export async function installWorkspaces(signal: AbortSignal): Promise<void> {
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit', signal } as const;
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== 0) {
    throw new UserError(
      'The new workspace could not be installed. All changes were undone; see the output of npm above.',
    );
  }
}
