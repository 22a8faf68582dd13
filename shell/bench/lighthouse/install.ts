import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../tools/user-error';
import { benchFolder } from '../pages/settings';

/** 400 MB with its Node, so it is no dependency of the project. */
const PACKAGES = { lighthouse: '13.5.0', node: '24.21.0' } as const;

export interface Installed {
  /** The Node that Lighthouse needs; the project's may be older. */
  readonly node: string;
  readonly script: string;
}

/** Installs Lighthouse with a Node of its own into the benches' folder, once for each version. @throws UserError */
export async function installLighthouse(log: (line: string) => void): Promise<Installed> {
  const versions = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const folder = path.join(benchFolder, versions.join('-'));
  const modules = path.join(folder, 'node_modules');
  const installed: Installed = {
    node: path.join(modules, 'node/bin/node'),
    script: path.join(modules, 'lighthouse/cli/index.js'),
  };
  if (existsSync(installed.node) && existsSync(installed.script)) return installed;
  log(`Installing ${versions.join(' and ')} (once)…`);
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...versions];
  await promisify(execFile)('npm', args, { cwd: folder }).catch((error: unknown) => {
    throw new UserError(`Lighthouse could not be installed: ${String(error)}`, { cause: error });
  });
  return installed;
}
