import { spawn } from 'node:child_process';
import { UserError } from '../tools/user-error';
import { root } from '../tools/folders';

/**
 * Lets npm link a new workspace and write it into the lock file.
 * @throws UserError when npm fails or `signal` aborts; npm itself says why above.
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
    throw new UserError('The new workspace could not be installed, so nothing was kept: npm says why above.');
  }
}
