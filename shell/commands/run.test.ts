import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../testing/release/test-store';
import { readOutput } from '../tools/node';

/** Lets intervals pass a hundred times as fast. */
const FAST = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module';
  import timers from 'node:timers';
  const { setInterval } = timers;
  timers.setInterval = (run, milliseconds) => setInterval(run, milliseconds / 100);
  syncBuiltinESMExports();
`)}`;

/** Fails as soon as the file "end" exists. */
const NPM = `
  process.stdout.write('output of npm\\n');
  setInterval(() => require('node:fs').existsSync('end') && process.exit(1), 10);
`;

it('says every ten seconds that packages are being installed, and leaves the output to the command', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    const script = path.join(folder, 'shell/commands/run.mjs');
    await mkdir(path.dirname(script), { recursive: true });
    await cp(path.join(__dirname, 'run.mjs'), script);
    await writeFile(path.join(folder, 'package-lock.json'), '{}');
    await writeFile(path.join(folder, 'npm.cjs'), NPM);
    const child = spawn(process.execPath, ['--import', FAST, script, 'release'], {
      env: { ...process.env, npm_execpath: path.join(folder, 'npm.cjs') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    let messages = '';
    const twice = new Promise<void>((resolve) =>
      readOutput(child, (text) => {
        messages += text;
        if (messages.includes('20 s…')) resolve();
      }),
    );
    await Promise.race([twice, closed]);
    await writeFile(path.join(folder, 'end'), '');
    await closed;
    // npm writes to the same stream whenever it likes.
    expect(messages.replace('output of npm\n', '')).toContain(
      'Still installing packages, for 10 s…\nStill installing packages, for 20 s…\n',
    );
    expect(messages).toContain('output of npm\n');
    expect(messages).toContain('The packages could not be installed.');
    expect([child.exitCode, output]).toEqual([1, '']);
  } finally {
    await remove();
  }
});
