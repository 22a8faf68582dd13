import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../packages/node/folders';
import { UserError } from '../../../packages/node/user-error';
import type { EdgeOptions } from './handler';

/**
 * The module of a CDN that runs JavaScript: its default export has `fetch(request)`, as for Cloudflare
 * Workers, Deno Deploy and Bun.
 * @throws UserError when the bucket is not an address.
 */
export async function edgeFunction({ bucket, headers }: EdgeOptions): Promise<string> {
  if (!URL.canParse(bucket) || !/^https?:\/\/.*\/$/.test(bucket)) {
    throw new UserError(
      `"${bucket}" is not the address of a bucket. It begins with https:// and ends in a slash.`,
    );
  }
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createEdgeHandler } from './handler';
export default { fetch: createEdgeHandler(${JSON.stringify({ bucket, headers })}) };`,
      resolveDir: path.join(root, 'shell/platform/server/edge'),
      loader: 'ts',
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}
