import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testFolder } from './test-folder';
import { fromSources } from './api-process';
import { startProgram, waitForProgram } from './program';

const ENDLESS = ['-e', 'setInterval(() => undefined, 1000)'];

it('ends a program and removes its folder when a signal ends its parent process', async () => {
  const folder = testFolder();
  const script = `
    const { startProgram } = require(${JSON.stringify(path.join(__dirname, 'program.ts'))});
    process.once('SIGTERM', () => process.exit(0));
    const { child } = startProgram(process.execPath, ${JSON.stringify(ENDLESS)}, ${JSON.stringify(folder)});
    console.log(child.pid);`;
  const parent = spawn(process.execPath, [...fromSources, '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<string>((resolve) => parent.stdout.setEncoding('utf8').once('data', resolve));
  parent.kill('SIGTERM');
  await once(parent, 'exit');
  // The kernel ends a killed program a moment later.
  while (existsSync(`/proc/${pid.trim()}/exe`)) await pause(20);
  expect(existsSync(folder)).toBe(false);
});

it('reports the output of a program that ends before it is ready', async () => {
  const folder = testFolder();
  const program = startProgram(process.execPath, ['-e', 'throw new Error("no room")'], folder);
  await expect(waitForProgram('It', program, async () => false, 60_000)).rejects.toThrow(
    /It did not start:[^]*no room/,
  );
});
