import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { apiFolder } from '../src/platform/folders';

const root = path.dirname(apiFolder);

/** The tag of the release that is in service, such as `v1.4.0`; empty before the first one. */
export function newestTag(): string {
  const describe = ['describe', '--tags', '--abbrev=0', '--match', 'v*'];
  return spawnSync('git', describe, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** Writes the files of a commit into an existing folder. @throws Error for an unknown commit. */
export function unpackCommit(commit: string, folder: string): void {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}
