import { rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { compiler, runNode } from '../../packages/node/node';

/** Unchanged sources are skipped. A failed compilation leaves no output. @throws UserError with the compiler's output. */
export async function buildApi(log: (line: string) => void, project = root): Promise<void> {
  log('Compiling the API…');
  try {
    await runNode('Compiling the API', compiler('-b', 'api'), { cwd: project });
  } catch (error) {
    for (const folder of ['api/dist', 'api/contract/dist']) {
      await rm(path.join(project, folder), { recursive: true, force: true });
    }
    throw error;
  }
}
