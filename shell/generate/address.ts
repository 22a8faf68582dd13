import { matchesPattern } from '../formats/addresses';
import { isReserved } from '../formats/reserved-paths';
import { describeApp } from '../kit/pack/describe-app';
import { appNames } from '../tools/folders';
import { UserError } from '../tools/user-error';

/** @throws UserError when an address is not valid for a page, or already in use. */
export async function requireFreeAddress(address: string): Promise<void> {
  if (!/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/.test(address)) {
    throw new UserError(
      `"${address}" is not a valid address for a page. Use lower-case letters, digits and hyphens, such as /wish-list.`,
    );
  }
  if (isReserved(address)) {
    throw new UserError(
      `The address ${address} is reserved for the site's servers. Choose another one with --path.`,
    );
  }
  for (const { name, routes } of await Promise.all(appNames().map(describeApp))) {
    const route = routes.find(({ path }) => matchesPattern(path, address));
    if (route) {
      throw new UserError(
        `The address ${address} belongs to ${name} ("${route.title}", ${route.path}). Choose another one with --path.`,
      );
    }
  }
}
