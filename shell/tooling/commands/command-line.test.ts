import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROLES } from '../../platform/hosting/roles';
import { root } from '../../packages/node/folders';
import { testFolder } from '../../../api/testing/test-folder';
import { commandNames, commandOf } from './command-table.mjs';
import { releaseCommandLine } from './release-commands';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

/** Runs a command as npm does, with an empty data folder, so that it watches npm's process. @returns what it wrote there, too. */
async function run(...args: readonly string[]) {
  const folder = testFolder();
  const script = path.join(root, 'shell/tooling/commands/run.mjs');
  const ended = await new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { ...process.env, DATA_FOLDER: folder, NODE_OPTIONS: '', npm_lifecycle_event: args[0] } },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });
  return { ...ended, written: readdirSync(folder) };
}

const releases = releaseCommandLine();
const releaseCommands = releases
  .createHelp()
  .visibleCommands(releases)
  .map((command) => command.name())
  .filter((name) => name !== 'help');

it('the scripts of npm are the commands of the table', () => {
  expect(scripts).toEqual(
    Object.fromEntries(commandNames.map((name) => [name, `node shell/tooling/commands/run.mjs ${name}`])),
  );
});

it('the table names the roles and the benchmarks that exist', async () => {
  expect((await run('role', 'king')).err).toContain(`Allowed choices are ${Object.keys(ROLES).join(', ')}.`);
  const benches = readdirSync(path.join(root, 'shell/tooling/bench')).filter((file) => file.endsWith('.ts'));
  const { out } = await run('bench', '--help');
  expect(benches.map((file) => path.basename(file, '.ts')).filter((name) => !out.includes(name))).toEqual([]);
});

it.each(commandNames.filter((name) => name !== 'release'))(
  'npm run %s -- --help prints a sentence, the usage, the options and examples, and does nothing',
  async (name) => {
    const { code, out, err, written } = await run(name, '--help');
    expect([code, err, written]).toEqual([0, '', []]);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(commandOf(name)?.summary);
    expect(out).toMatch(/^Usage: npm .*\n\n[A-Z][^]*?\.\n/);
    expect(out).toMatch(/^ *--help +print this text$/m);
    expect(out).toMatch(/\nExamples:\n {2}.*npm /);
  },
);

it.each(commandNames.filter((name) => !commandOf(name)?.forwards))(
  'npm run %s with an unknown option prints the error and the usage, and does nothing',
  async (name) => {
    const { code, out, err, written } = await run(name, '--nonsense');
    expect([code, out, written]).toEqual([2, '', []]);
    expect(err).toMatch(/^error: .+\n\nUsage: npm .*\nMore: .*--help\n$/);
  },
);

it.each([
  ['a missing argument', ['role'], "missing required argument 'role'"],
  ['a missing option', ['backup', 'create'], "required option '--to <folder>' not specified"],
  ['an unknown subcommand', ['backup', 'destroy'], "unknown command 'destroy'"],
  ['an argument too many', ['gallery', 'shop'], 'too many arguments'],
  [
    'an option of another benchmark',
    ['bench', 'pages', '--minutes', '5'],
    "option '--minutes' is for soak only",
  ],
  ['an option without its value', ['package', '--out'], 'argument missing'],
])('refuses %s with exit code 2', async (_what, args, message) => {
  const { code, err } = await run(...args);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

it('ends with the program that it runs', async () => {
  const { code, out } = await run('unit', '--version');
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

it('names the commands when it gets another one', async () => {
  const { code, err } = await run('nonsense');
  expect([code, err]).toEqual([2, expect.stringContaining('Unknown command: nonsense. Known: start, dev')]);
});

it('npm run release -- --help lists its commands', async () => {
  const { code, out } = await run('release', '--help');
  expect([code, releaseCommands.filter((name) => !out.includes(`  ${name} `))]).toEqual([0, []]);
});

it.each(releaseCommands)(
  'npm run release -- %s --help prints a sentence, the usage, the options and examples',
  (name) => {
    const command = releases.commands.find((one) => one.name() === name);
    let text = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((part) => {
      text += String(part);
      return true;
    });
    command?.outputHelp();
    expect(text).toMatch(/^Usage: npm run release -- .*\n\n[A-Z][^]*\.\n[^]*--help[^]*\n *Examples?:\n {2}/);
  },
);

it('npm test fails when it is stopped', async () => {
  const script = path.join(root, 'shell/tooling/commands/run.mjs');
  const child = spawn(process.execPath, [script, 'test', 'lint'], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('── lint')) child.kill();
  });
  expect(await once(child, 'exit')).toEqual([1, null]);
});
