import path from 'node:path';
import type { StoreAccess } from '../../store/require-published';
import { readVerifiedRegistry } from '../../store/registry-history';
import { readVerifiedRelease } from '../../store/release-file';
import { defaultStorage } from '../../store/storage/default-storage';

/** Font families by file name without the hash. */
const FAMILIES = { inter: 'Inter', fraunces: 'Fraunces', 'jetbrains-mono': 'JetBrains Mono' };

/**
 * @returns a function that reads the `@font-face` rules for the fonts of the live shell, cached by its version. Without a
 * live shell there are none, and pages use system fonts.
 */
export function createFontReader({ storage = defaultStorage(), keys }: StoreAccess): () => Promise<string> {
  let cached = { shell: '', rules: '' };
  return async () => {
    const shell = await readVerifiedRegistry(storage, keys).then(
      ({ registry }) => registry.shell.live,
      () => '',
    );
    if (cached.shell === shell) return cached.rules;
    const { files = {} } = (await readVerifiedRelease(storage, 'shell', shell, keys)) ?? {};
    const rules = Object.entries(FAMILIES).map(([name, family]) => {
      const file = Object.keys(files).find((one) => path.basename(one).startsWith(`${name}.`));
      return file
        ? `@font-face{font-family:"${family} Variable";font-display:swap;font-weight:400 700;src:url("/shell/${shell}/${file}") format("woff2")}`
        : '';
    });
    cached = { shell, rules: rules.join('') };
    return cached.rules;
  };
}
