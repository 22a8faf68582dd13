import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../packages/node/folders';

/** Folders of what is installed, built, or written while the project runs, as in `.gitignore`. */
export const GENERATED =
  /(?:^|\/)(?:\.git|node_modules|dist|\.cache|\.data|coverage|test-results|playwright-report)(?:\/|$)/;

/**
 * Lists the files of the project, or of a copy of it, that are neither installed nor built; an archive of the sources needs no Git.
 * @returns paths from the folder, sorted.
 */
export function projectFiles(folder = root, below = ''): readonly string[] {
  return readdirSync(path.join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.posix.join(below, entry.name);
      if (GENERATED.test(file) || file.endsWith('.tsbuildinfo')) return [];
      return entry.isDirectory() ? projectFiles(folder, file) : [file];
    })
    .sort();
}
