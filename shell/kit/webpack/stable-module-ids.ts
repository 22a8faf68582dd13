import type { Compiler, WebpackPluginInstance } from 'webpack';

/**
 * Gives a stable id to a remote's container, which webpack derives from a name with the version in it: the bytes of its
 * entry would change more than its sources.
 */
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
