import type { Compiler, WebpackPluginInstance } from 'webpack';

/** webpack derives a container's id from a name with the version: its bytes would change more than needed. */
export class StableModuleIds implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableModuleIds', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableModuleIds', (modules) => {
        for (const module of modules) {
          const isContainer = module.identifier().startsWith('container entry ');
          if (isContainer) compilation.chunkGraph.setModuleId(module, 'container');
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
