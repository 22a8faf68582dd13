import path from 'node:path';
import type { Compiler, WebpackPluginInstance } from 'webpack';

/** Authors name their files and chunks as they like; releases share files in lower case (decision 0321). */
const sharedName = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d_-]+/g, '-');

/** The address of an asset below its release. @param source its file, or a data address. */
export function assetName({ filename: source = '' }: { readonly filename?: string | undefined }): string {
  if (source.startsWith('data:')) return 'assets/data.[contenthash:20][ext]';
  const { name, ext } = path.posix.parse(source.replace(/[?#].*$/s, ''));
  return `assets/${sharedName(name)}.[contenthash:20]${ext.toLowerCase()}`;
}

/** Renames the chunks that `webpackChunkName` has named in a way that releases cannot share. */
export class SharedChunkNames implements WebpackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SharedChunkNames', (compilation) => {
      compilation.hooks.beforeChunkIds.tap('SharedChunkNames', (chunks) => {
        for (const chunk of chunks) {
          // The entry has a file name of its own.
          if (chunk.name && !chunk.filenameTemplate) chunk.name = sharedName(chunk.name);
        }
      });
    });
  }
}
