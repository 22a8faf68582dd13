import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../packages/node/folders';
import { sourceScript } from '../../packages/node/node';
import { main } from '../../packages/node/processes';
import { UserError } from '../../packages/node/user-error';
import { readCommandLine } from './command-line.mjs';
import { commandOf } from './command-table.mjs';

const FOLDER = 'shell/tooling/bench';

const nameOf = (file: string) => path.basename(file, '.ts');

main(async () => {
  const { positionals: wanted, text } = readCommandLine('bench');
  const benches = await findBenches();
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

/** A bench is a script directly in the folder; its subfolders contain what the scripts share. */
async function findBenches(): Promise<string[]> {
  const entries = await readdir(path.join(root, FOLDER), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.posix.join(FOLDER, entry.name))
    .sort();
}
