import { UserError } from '../tools/user-error';

/** One name in the forms that code asks for. */
export interface Names {
  /** `wish-list`: folders, files, addresses. */
  readonly kebab: string;
  /** `wishList`: values. */
  readonly camel: string;
  /** `WishList`: components and functions. */
  readonly pascal: string;
  /** `Wish list`: what a visitor reads, unless somebody says better. */
  readonly title: string;
}

const LONGEST_NAME = 40;

/** Names that stand beside remotes in the store, at the root of the site or in the house itself. */
const RESERVED = new Set([
  'api',
  'cdn',
  'contract',
  'dev',
  'history',
  'keys',
  'node',
  'ops',
  'public',
  'registry',
  'release',
  'remote',
  'shell',
  'site',
  'store',
  'ui',
]);

/**
 * @param what how the name is spoken of: "remote" or "feature".
 * @throws UserError when the name is not in kebab-case, too long, or means something else already.
 */
export function namesOf(name: string, what: string): Names {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new UserError(
      `"${name}" is no name for a ${what}: use small letters and digits, words joined by one hyphen, such as wish-list.`,
    );
  }
  if (name.length > LONGEST_NAME) {
    throw new UserError(
      `"${name}" is too long for a ${what}: ${LONGEST_NAME} characters are the most, and shorter is better.`,
    );
  }
  if (RESERVED.has(name)) {
    throw new UserError(`"${name}" already means something else in this house: choose another name.`);
  }
  const words = name.split('-');
  const pascal = words.map(capitalised).join('');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: capitalised(words.join(' ')),
  };
}

/** A remote may be called by its folder's name as well: `mfe-shop` is `shop`. */
export function withoutPrefix(name: string): string {
  return name.startsWith('mfe-') ? name.slice('mfe-'.length) : name;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
