import path from 'node:path';
import { packageFolder, root } from '../../node/folders';
import { compiler, streamNode } from '../../node/node';
import { UserError } from '../../node/user-error';

/** Checks the types and the rules of a remote in its own repository, and runs its tests. @throws UserError when one fails. */
export async function testRemote(): Promise<void> {
  const tools: readonly (readonly [string, readonly string[]])[] = [
    ['the types', compiler('--noEmit', '-p', root)],
    ['the rules', [path.join(packageFolder('eslint'), 'bin/eslint.js'), '--max-warnings', '0', root]],
    ['the tests', [path.join(packageFolder('jest'), 'bin/jest.js')]],
  ];
  const failed: string[] = [];
  for (const [name, args] of tools) {
    const { code } = await streamNode(args, (text) => void process.stdout.write(text));
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new UserError(`Failed: ${failed.join(', ')}.`);
}
