import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { z } from 'zod';
import { kitFolder } from '../../node/folders';

/**
 * A script that imports modules cannot be given their hashes (shell/docs/reference/release-format.md).
 * @param globalName the global variable of the container.
 * @param shared the requests of the packages that the shell provides.
 */
export function classicScripts(globalName: string, shared: readonly string[]): Plugin {
  const chunksName = `${globalName}_chunks`;
  return {
    name: 'isa-classic-scripts',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) throw new Error('The build has no entry.');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      for (const chunk of chunks) {
        const code = withLoads(chunk, byName);
        chunk.code = `(self.${chunksName}??={})[${JSON.stringify(chunk.fileName)}]=(require,module,exports)=>{\n${code}};\n`;
        moveMap(bundle[`${chunk.fileName}.map`]);
      }
      const needed = Object.fromEntries(
        chunks
          .filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)
          .map((chunk) => [chunk.fileName, [...neededBy(chunk, byName)]]),
      );
      const container = await compileContainer({
        globalName,
        CHUNKS: `self.${chunksName}`,
        NEEDED: JSON.stringify(needed),
        SHARED: JSON.stringify(
          shared.filter((request) => chunks.some(({ imports }) => imports.includes(request))),
        ),
        ENTRY: JSON.stringify(entry.fileName),
      });
      const source = `${entry.code}${container}`;
      const fileName = `remote-entry.${createHash('sha256').update(source).digest('hex').slice(0, 12)}.js`;
      const map = bundle[`${entry.fileName}.map`];
      this.emitFile({ type: 'asset', fileName, source });
      if (map?.type === 'asset')
        this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map.source });
      delete bundle[`${entry.fileName}.map`];
      delete bundle[entry.fileName];
    },
  };
}

/** The chunk's code with `import()` as Rolldown writes it, preceded by loading. @throws Error otherwise. */
function withLoads(
  { code, dynamicImports, fileName }: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, unknown>,
): string {
  return dynamicImports
    .filter((name) => chunks.has(name))
    .reduce((text, name) => {
      const load = `require.load(${JSON.stringify(name)})`;
      const pattern = new RegExp(
        String.raw`\bPromise\.resolve\(\)(?=\.then\(\(\)\s*=>[^;"'\`]*\brequire\(["'\`]\./${name.replace(/\W/g, String.raw`\$&`)}["'\`]\))`,
        'g',
      );
      const changed = text.replace(pattern, () => load);
      if (changed === text) throw new Error(`${fileName} does not import ${name} as expected.`);
      return changed;
    }, code);
}

function neededBy(
  { fileName, imports }: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
): ReadonlySet<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const name of imports) {
    const imported = chunks.get(name);
    if (imported) neededBy(imported, chunks, found);
  }
  return found;
}

const mapSchema = z.looseObject({ mappings: z.string() });

/** Adds an empty line to the beginning of what a source map describes. */
function moveMap(map: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): void {
  if (map?.type !== 'asset') return;
  const parsed = mapSchema.parse(JSON.parse(String(map.source)));
  map.source = JSON.stringify({ ...parsed, mappings: `;${parsed.mappings}` });
}

async function compileContainer({
  globalName,
  ...define
}: Readonly<Record<string, string>> & { readonly globalName: string }): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        tsconfig: false,
        input: path.join(kitFolder, 'vite/container.ts'),
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: globalName },
      },
    },
  });
  const [output] = [result].flat();
  const [script] = output && 'output' in output ? output.output : [];
  if (!script) throw new Error('The container has no script.');
  return script.code;
}
