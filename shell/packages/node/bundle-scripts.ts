import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, stop } from 'esbuild';
import writeFileAtomic from 'write-file-atomic';
import { root } from './folders';

/**
 * Bundled scripts start without the TypeScript loader, with less than half of the processor time. Installed
 * packages stay outside.
 * @param scripts relative to the project's root.
 * @param folder below `shell/.cache`, so that Node finds the packages.
 * @param define expressions that are replaced: name → JavaScript.
 * @returns the folder.
 */
export async function bundleScripts(
  scripts: readonly string[],
  folder: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const into = path.join(root, 'shell/.cache', folder);
  const { outputFiles } = await build({
    entryPoints: scripts.map((script) => ({
      in: path.join(root, script),
      out: path.basename(script, path.extname(script)),
    })),
    outdir: into,
    outExtension: { '.js': '.cjs' },
    // The bundle's comments name files relative to this folder.
    absWorkingDir: root,
    define: { ...define },
    // The signal is ignored before anything is loaded; see `ignore-inspector.cjs`.
    banner: { js: "process.on('SIGUSR1', () => undefined);" },
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
  await mkdir(into, { recursive: true });
  // Several processes may bundle the same sources at once, and the sandbox of a check can only read what is there.
  for (const { path: file, contents } of outputFiles) {
    const present = await readFile(file).catch(() => undefined);
    if (!present?.equals(contents)) await writeFileAtomic(file, Buffer.from(contents));
  }
  return into;
}
