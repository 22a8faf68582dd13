import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { main } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';
import { commandOf } from './command-table.mjs';

const FOLDERS = ['shell/tooling/bench', 'api/bench'];

const nameOf = (file: string) => path.basename(file, '.ts');

main(async () => {
  const { positionals: wanted, text } = readCommandLine('bench');
  const benches = (await Promise.all(FOLDERS.map(benchesIn))).flat();
  const names = benches.map(nameOf);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new UserError(`Unknown bench: ${unknown}. Known: ${names.join(', ')}.`);
  let running: ChildProcess | undefined;
  process.once('exit', () => running?.kill());
  for (const file of benches.filter((bench) => wanted.length === 0 || wanted.includes(nameOf(bench)))) {
    process.stdout.write(`\n── ${nameOf(file)}\n`);
    const options = Object.entries(commandOf('bench')?.options ?? {}).flatMap(([option, { of }]) => {
      const value = of?.includes(nameOf(file)) ? text(option) : undefined;
      return value === undefined ? [] : `--${option}=${value}`;
    });
    const child = spawn(process.execPath, sourceScript(file, ...options), { cwd: root, stdio: 'inherit' });
    running = child;
    const code = await new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1)));
    if (code !== 0) throw new UserError(`The bench ${nameOf(file)} failed with exit code ${code}.`);
  }
});

/** A bench is a script directly in one of the folders; their subfolders contain what the scripts share. */
async function benchesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.posix.join(folder, entry.name))
    .sort();
}
