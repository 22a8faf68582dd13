import { compiler, runNode } from '../../packages/node/node';

/** Unchanged sources are skipped. @throws UserError with the compiler's output. */
export async function buildApi(log: (line: string) => void): Promise<void> {
  log('Compiling the API…');
  await runNode('Compiling the API', compiler('-b', 'api'));
}
