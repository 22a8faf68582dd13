import { remoteNames } from '../../node/folders';
import { printLine, requireFreePort } from '../../node/processes';
import { UserError } from '../../node/user-error';
import { checkTypesWhileServing, serveApp } from './serve-app';

export interface DevelopmentSite {
  /** The port of the shell's development server; the remotes use the next ones. */
  readonly firstPort: number;
  /** The origins of the pages that may load what is served. */
  readonly pages: readonly string[];
  /** The preview origin of a running site, for the printed address. */
  readonly preview?: string;
}

/**
 * Serves one remote from its sources: alone, and for any shell whose preview origin is opened with its address.
 */
export async function developRemote(
  remote: string,
  { firstPort, pages, preview }: DevelopmentSite,
): Promise<void> {
  const remotes = remoteNames();
  if (!remotes.includes(remote)) {
    throw new UserError(`Unknown remote: ${remote}. Known: ${remotes.join(', ')}.`);
  }
  const port = firstPort + 1 + remotes.indexOf(remote);
  await requireFreePort(port, `${remote} alone`, 'PORT');
  const served = await serveApp(remote, port, { standalone: true, pages });
  checkTypesWhileServing([served]);
  const paths = served.description().routes.map((route) => route.path);
  const [page = '/'] = paths.filter((one) => !one.includes(':'));
  printLine(
    `\n${remote} alone, a list of pages: http://localhost:${port}/${paths.includes('/') ? 'pages' : ''}`,
  );
  printLine(
    `${remote} in a running shell:    ${preview ?? '<preview origin of the shell>'}${page}?isa-override=http://localhost:${port}/`,
  );
}
