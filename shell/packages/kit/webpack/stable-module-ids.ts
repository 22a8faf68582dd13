import type { Compiler, WebpackPluginInstance } from 'webpack';

/** The modules that federation's plugin generates, by their identifiers, and their ids. */
const GENERATED: readonly (readonly [RegExp, string])[] = [
  [/^container entry /, 'container'],
  [/data:text\/javascript/, 'federation'],
];

/** Otherwise the ids would contain a hash of the version, or of the folder of the build. */
export class StableModuleIds implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableModuleIds', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableModuleIds', (modules) => {
        for (const module of modules) {
          const generated = GENERATED.find(([pattern]) => pattern.test(module.identifier()));
          if (generated) compilation.chunkGraph.setModuleId(module, generated[1]);
        }
      });
      // The integrity plugin lists no hash for a chunk whose id is 0.
      compilation.hooks.afterOptimizeChunkIds.tap('StableModuleIds', (chunks) => {
        for (const chunk of chunks) {
          if (chunk.id !== 0) continue;
          chunk.id = 'zero';
          chunk.ids = ['zero'];
        }
      });
    });
  }
}
