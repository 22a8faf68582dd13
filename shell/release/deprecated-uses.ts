import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { runNode, sourceScript } from '../tools/node';

const deprecatedUses = z.array(
  z.object({
    /** The export or member. */
    name: z.string(),
    /** The text of its `@deprecated` tag, which names what replaces it. */
    advice: z.string(),
    /** The first use: `src/remote.tsx:12`. */
    place: z.string(),
  }),
);
export type DeprecatedUse = z.infer<typeof deprecatedUses>[number];

/**
 * Finds what a remote uses although the shell marks it as `@deprecated`.
 * @param folder contains the remote's sources and the `tsconfig.json` with which they compile.
 * @param provided the folder of the shell's declarations.
 */
export async function findDeprecatedUses(
  folder: string,
  provided: string,
): Promise<readonly DeprecatedUse[]> {
  if (!(await containsDeprecations(provided))) return [];
  // A process of its own: only the JavaScript version of the compiler has an interface, which no role needs.
  const script = sourceScript('shell/release/print-deprecated-uses.ts', folder, provided);
  return deprecatedUses.parse(JSON.parse(await runNode('Finding deprecated exports', script)));
}

async function containsDeprecations(folder: string): Promise<boolean> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    if ((await readFile(path.join(folder, name), 'utf8')).includes('@deprecated')) return true;
  }
  return false;
}
