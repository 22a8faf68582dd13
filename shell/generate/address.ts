import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { matchPath } from 'react-router-dom';
import { UserError } from '../tools/user-error';
import type { RemoteDescription } from '../release/describe-remote';
import { remoteNames, root } from '../tools/folders';

/** Answered by servers before any page is asked for. */
const SERVERS_OWN = /^\/(?:api|dev|ops|shell|art|assets|og)(?:\/|$)/;

/** @throws UserError when an address cannot be that of a page, or already belongs to somebody. */
export async function requireFreeAddress(address: string): Promise<void> {
  if (!/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(address)) {
    throw new UserError(
      `"${address}" is no address for a page: write it like /wish-list, in small letters, without a slash at the end.`,
    );
  }
  if (SERVERS_OWN.test(address)) {
    throw new UserError(
      `The address ${address} is answered by the site's servers: choose another with --path.`,
    );
  }
  const parts = await Promise.all(['shell', ...remoteNames()].map(describe));
  for (const { name, routes } of parts) {
    const route = routes.find(({ path }) => matchPath({ path, end: true }, address) !== null);
    if (route) {
      throw new UserError(
        `The address ${address} belongs to ${name} ("${route.title}", ${route.path}): choose another with --path.`,
      );
    }
  }
}

/** Asks a part for its routes, in a process of its own so that its code stays out of this one. */
async function describe(part: string): Promise<RemoteDescription> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', path.join(root, 'shell/release/describe-remote.ts'), part],
    { cwd: root },
  );
  return JSON.parse(stdout) as RemoteDescription;
}
