import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { testScript } from '../testing/test-script';

test('a command that npm has started ends when the shell in between ends', async () => {
  const script = await testScript('shell/tooling/commands/testing/ends-with-npm.ts');
  // The shell forwards no signal, as that of npm.
  const command = `"${process.execPath}" "${script}" & wait`;
  const shell = spawn('sh', ['-c', command], {
    env: { ...process.env, npm_lifecycle_event: 'dev' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The pipe closes when the last process that holds it has ended.
  await once(shell.stdout, 'close');
  expect(shell.signalCode).toBe('SIGTERM');
});
