import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RemoteDescription } from '../../../release/describe-remote';
import { root } from '../../../tools/folders';

/** A remote's routes and menu as data, as a registry has them. */
export async function describeRemote(name: string): Promise<Pick<RemoteDescription, 'routes' | 'menu'>> {
  const script = path.join(root, 'shell/release/describe-remote.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, name],
    { cwd: root },
  );
  const { routes, menu } = JSON.parse(stdout) as RemoteDescription;
  return { routes, menu };
}
