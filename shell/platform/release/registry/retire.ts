import { routeOwner } from '../../formats/addresses';
import { matches } from '../../formats/parse-json';
import { redirectTargetSchema } from '../../formats/route-table';
import { requirePromoted } from '../../store/releases';
import { UserError } from '../../../packages/node/user-error';
import { type ChangeOptions, changeRegistry, type ChangeResult, liveVersion } from './change-registry';
import { linksTo, pathnameOf, type ReadPages } from './links';
import { retire } from './next-registry';

export interface RetireOptions extends ChangeOptions {
  readonly app: string;
  /** The page to which its addresses redirect; without it they answer 410 (RFC 9110 §15.5.11). */
  readonly to?: string;
  readonly force?: boolean;
  readonly readPages: ReadPages;
}

/** How many links the message of a refusal names. */
const MAX_LINKS = 10;

/**
 * Takes a remote out of the registry.
 * @throws UserError without a reason, when it is not live, when no app serves `to`, or while other apps link
 * to its pages.
 */
export async function retireRemote({
  app,
  to,
  force = false,
  readPages,
  ...options
}: RetireOptions): Promise<ChangeResult> {
  if (app === 'shell') throw new UserError('The shell cannot be retired: it is part of every page.');
  if (!options.why) throw new UserError('Retiring a remote needs a reason. Add --reason.');
  return changeRegistry(
    options,
    async (registry) => {
      const next = retire(app, to)(registry);
      const shell = await requirePromoted(registry, 'shell', registry.shell.live, options);
      const isServed = (address: string) =>
        matches(address, redirectTargetSchema) &&
        routeOwner(next, shell.routes, pathnameOf(address)) !== undefined;
      if (to !== undefined && !isServed(to)) {
        throw new UserError(`No app serves ${to}. Use the address of a page, such as /contact.`);
      }
      const links = force ? [] : linksTo(app, registry, shell, await readPages());
      if (links.length > 0) {
        const more = links.length > MAX_LINKS ? `\nand ${links.length - MAX_LINKS} more` : '';
        throw new UserError(
          `${app} cannot be retired while other apps link to its pages. Remove the links, or add --force.\n${links.slice(0, MAX_LINKS).join('\n')}${more}`,
        );
      }
      return next;
    },
    (registry) => [
      {
        what: 'retire',
        app,
        version: liveVersion(registry, app) ?? '',
        ...(to !== undefined && { to }),
        ...(force && { forced: true }),
      },
    ],
  );
}
