import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../../tools/user-error';
import type { BenchFolders } from '../prepare';

/** Runs one build of the copied sources in a process of its own. */
export async function runBuild(
  { sources, builds }: BenchFolders,
  variant: string,
  ...more: readonly string[]
): Promise<void> {
  const script = path.join(sources, 'shell/bench/pages/builds/main.ts');
  try {
    await promisify(execFile)(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', script, variant, path.join(builds, variant), ...more],
      { cwd: sources, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NODE_ENV: 'production' } },
    );
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new UserError(`The bench could not build the variant ${variant}:\n${said.trim()}`);
  }
}
