import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { atEnd } from './at-end';

/** An empty folder, which is removed after the tests of the file. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'isa-test-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
