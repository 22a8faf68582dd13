import { realpathSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { filesBelow } from './files';
import { isKit, packageFolder, readPackage, root } from './folders';

const CONTRACT = '@isa/api-contract';

/** The folder with the calls of the API: each feature has the addresses and schemas of its calls alongside their handlers. */
export const CALLS_FOLDER = 'api/src/features';

/** Whether a file of {@link CALLS_FOLDER} belongs to `@isa/api-contract`, and so to all that is built from it. */
export const isCallFile = (file: string) => /(?:^|[\\/])(?:calls|schema|[\w-]+-schema)\.ts$/.test(file);

/** The folder that a package's sources are relative to when it is packed: the contract has some alongside its own. */
export function sourceBase(name: string): string {
  const folder = realpathSync(packageFolder(name));
  return name === CONTRACT && !isKit ? path.dirname(folder) : folder;
}

/** All files that a package is made of, without tests, stories and what was built from it. */
export async function packageSources(name: string): Promise<readonly string[]> {
  const folder = realpathSync(packageFolder(name));
  const own = await filesBelow(isKit ? folder : path.join(folder, 'src'));
  const calls = name === CONTRACT && !isKit ? await filesBelow(path.join(root, CALLS_FOLDER)) : [];
  return [
    ...own.filter((file) => !path.relative(folder, file).startsWith('dist')),
    ...calls.filter(isCallFile),
  ].filter((file) => !/\.(?:test|stories)\.tsx?$/.test(file));
}

/** What a package exports: the file with the types, and the built file without its ending. */
const exportSchema = z
  .union([
    z.string().transform((types) => ({ types, default: undefined })),
    z.object({ types: z.string(), default: z.string().optional() }),
  ])
  .transform(({ types, default: script = types.replace(/^\.\/src\//, './dist/') }) => ({
    types,
    built: script.replace(/(?:\.d)?\.[jt]sx?$/, ''),
  }));
const manifestSchema = z.object({ version: z.string(), exports: z.record(z.string(), exportSchema) });

/** A package's version and exports; `folder` may be a copy. */
export function readExports(folder: string) {
  const { version, exports } = readPackage(folder, manifestSchema);
  return { version, entries: Object.entries(exports).map(([entry, files]) => ({ entry, ...files })) };
}
