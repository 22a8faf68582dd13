import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { printable, UserError } from '../../packages/node/user-error';

/** @returns what npm prints. @throws UserError with npm's messages when it fails or `signal` aborts. */
export async function runNpm(args: readonly string[], folder: string, signal?: AbortSignal): Promise<string> {
  const npm = process.env.npm_execpath;
  const all = [...args, '--loglevel=error'];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, ...(signal && { signal }) };
  try {
    const { stdout } = await (npm
      ? promisify(execFile)(process.execPath, [npm, ...all], options)
      : promisify(execFile)('npm', all, { ...options, shell: process.platform === 'win32' }));
    return stdout;
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new UserError(`npm ${args[0] ?? ''} failed:\n${printed || String(error)}`, { cause: error });
  }
}

/** The last step of a change. @throws UserError like `runNpm`; the caller undoes the change. */
export async function installPackages(folder: string, signal: AbortSignal): Promise<void> {
  try {
    await runNpm(['install', '--no-audit', '--no-fund'], folder, signal);
  } catch (error) {
    throw new UserError(`${printable(error)}\nAll changes were undone.`, { cause: error });
  }
}
