import { UserError } from '../../packages/node/user-error';

export interface Names {
  /** The form of folders, files and addresses: `wish-list`. */
  readonly kebab: string;
  /** The form of values: `wishList`. */
  readonly camel: string;
  /** The form of components and functions: `WishList`. */
  readonly pascal: string;
  /** The default title: `Wish list`. */
  readonly title: string;
}

const MAX_LENGTH = 40;

/** Names with a meaning in the store, in addresses, in the project or in JavaScript's objects. */
const RESERVED = new Set(
  'api api-contract cdn check checks constructor contract dev history keys node ops preview public registry release remote shell shell-node site store ui'.split(
    ' ',
  ),
);

/** @param what "remote" or "feature". @throws UserError when the name is malformed, too long, or reserved. */
export function namesOf(name: string, what: string): Names {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    throw new UserError(
      `"${name}" is not a valid name for a ${what}. Use lower-case letters and digits, and one hyphen between words, such as wish-list.`,
    );
  }
  if (name.length > MAX_LENGTH) {
    throw new UserError(`"${name}" is too long for a ${what}. Use at most ${MAX_LENGTH} characters.`);
  }
  if (RESERVED.has(name)) {
    throw new UserError(`"${name}" already has another meaning in this project. Choose another name.`);
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

/** Accepts a remote's folder as its name: `mfe-shop` is `shop`. */
export function withoutPrefix(name: string): string {
  return name.startsWith('mfe-') ? name.slice('mfe-'.length) : name;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
