import type { Compiler, WebpackPluginInstance } from 'webpack';

/** The federation plugin's own modules, by how their identifiers begin or end, and the ids that they get. */
const OWN_IDS: readonly (readonly [RegExp, string])[] = [
  [/^container entry /, 'container'],
  [/[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/, 'federation'],
];

/**
 * Names the modules that the federation plugin makes up. It identifies them by absolute paths, so that their ids, and
 * with them a release's bytes, would depend on the folder in which it was built.
 */
export class StableModuleIds implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableModuleIds', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('StableModuleIds', (modules) => {
        for (const module of modules) {
          const own = OWN_IDS.find(([pattern]) => pattern.test(module.identifier()));
          if (own) compilation.chunkGraph.setModuleId(module, own[1]);
        }
      });
    });
  }
}
