import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../../packages/node/folders';
import { SOURCE_OPTIONS } from '../../packages/node/node';

/** Supervises a process with this script until the command ends. */
async function supervise(script: string, pauses: readonly number[]) {
  const body = `
    const { main } = require('./shell/packages/node/processes');
    const { supervise } = require('./shell/tooling/commands/supervise');
    const log = (line) => console.log(line);
    const part = { name: 'The clock', args: ['-e', ${JSON.stringify(script)}], environment: {}, ready: { line: 'ready' } };
    main(async () => { await supervise(part, log, ${JSON.stringify(pauses)}); log('It is ready.'); });`;
  const child = spawn(process.execPath, [...SOURCE_OPTIONS, '-e', body], { cwd: root, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  await once(child, 'close');
  return { code: child.exitCode, lines: output.split('\n').filter(Boolean) };
}

it('stops everything when a process keeps ending', async () => {
  const { code, lines } = await supervise('console.log("ready"); process.exitCode = 3', [1, 2]);
  expect(lines).toEqual([
    'It is ready.',
    'The clock has ended (3); starting it again in 0.001 s.',
    'ready',
    'The clock has ended (3); starting it again in 0.002 s.',
    'ready',
    'The clock has ended 3 times in a row; stopping the rest.',
  ]);
  expect(code).toBe(1);
});

it('does not repeat a start that fails', async () => {
  const { code, lines } = await supervise(
    'console.error("The hands are missing."); process.exitCode = 1',
    [1],
  );
  expect(lines).toEqual(['The hands are missing.', 'The clock did not start (1).']);
  expect(code).toBe(1);
});
