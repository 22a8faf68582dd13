import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../packages/node/folders';
import { freePortRange } from '../../packages/node/processes';
import { heading } from './support/page';

test('the whole site runs from its sources, and ends with npm', async ({ page }) => {
  test.setTimeout(300_000);
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'isa-development-'));
  const npm = spawn('npm', ['run', '-s', 'dev'], {
    cwd: root,
    env: { ...process.env, PORT: String(await freePortRange(20)), DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      npm.once('exit', () => reject(new Error('The development servers have ended.')));
      let text = '';
      npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const found = /as you edit: +(\S+)/.exec(text)?.[1];
        if (found) resolve(found);
      });
    });
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('digest')) refused.push(message.text());
    });
    // A page of a remote, and one in a script that the shell loads later.
    await page.goto(`${address}/isa-about-us`);
    await expect(heading(page)).toBeVisible();
    await page.goto(`${address}/login`);
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
    expect(refused).toEqual([]);
  } finally {
    // The pipe closes when the last process that holds it has ended.
    const ended = npm.stdout.closed || once(npm.stdout, 'close');
    npm.kill('SIGTERM');
    await ended;
    await rm(dataFolder, { recursive: true });
  }
});
