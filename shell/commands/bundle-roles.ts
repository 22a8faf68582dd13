import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build, stop } from 'esbuild';
import writeFileAtomic from 'write-file-atomic';
import { composerRevision } from '../compose/freshness';
import { root } from '../tools/folders';

/**
 * Bundles the script of the roles: without the TypeScript loader each role starts with half of the processor time and
 * two thirds of the memory. Installed packages stay outside, and a role loads those that it needs.
 * @returns the folder of `role.cjs`, of `doctor.cjs`, which examines their installation, and of `backup.cjs`.
 */
export async function bundleRoles(): Promise<string> {
  // In the project, so that Node finds the packages.
  const folder = path.join(root, 'shell/.cache/roles');
  const { outputFiles } = await build({
    entryPoints: ['role', 'doctor', 'backup'].map((name) => path.join(root, `shell/commands/${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    // Comments name files relative to it.
    absWorkingDir: root,
    define: { 'process.env.COMPOSER_REVISION': JSON.stringify(await composerRevision(root)) },
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
    plugins: [
      {
        name: 'installed packages stay outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
            kind === 'entry-point' || name.startsWith('@isa/') ? undefined : { path: name, external: true },
          );
        },
      },
    ],
  });
  await stop();
  await mkdir(folder, { recursive: true });
  // Several sites may start from the same sources at once.
  for (const { path: file, contents } of outputFiles) await writeFileAtomic(file, Buffer.from(contents));
  return folder;
}
