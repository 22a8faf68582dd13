import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../tools/folders';
import { main } from '../tools/processes';
import { UserError } from '../tools/user-error';

const FOLDERS = ['shell/bench', 'api/bench'];

/** Runs every bench one after another, or those that are named: `npm run bench -- house video`. */
main(async () => {
  const wanted = process.argv.slice(2);
  const benches = (await Promise.all(FOLDERS.map(benchesIn))).flat();
  const names = benches.map((file) => path.basename(file, '.ts'));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new UserError(`There is no bench "${unknown}"; there are ${names.join(', ')}.`);
  for (const file of benches) {
    if (wanted.length > 0 && !wanted.includes(path.basename(file, '.ts'))) continue;
    process.stdout.write(`\n── ${path.basename(file, '.ts')}\n`);
    const code = await run(file);
    if (code !== 0) throw new UserError(`The bench ${path.basename(file, '.ts')} ended with ${code}.`);
  }
});

/** A bench is a file that runs by itself; what benches share stands in folders beside them. */
async function benchesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.join(root, folder, entry.name))
    .sort();
}

function run(file: string): Promise<number> {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file], {
    cwd: root,
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
