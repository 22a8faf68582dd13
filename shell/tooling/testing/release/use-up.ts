import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { printOutcome } from '../../../packages/node/print-outcome';

/** What code of a release uses up of the machine. */
const ATTACKS: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  async memory() {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(256 * 1024 ** 2, kept.length + 1));
  },
  async tree() {
    // Each process stays below the limit of one.
    const allocate = `const kept = []; setInterval(() => kept.length < 40 && kept.push(Buffer.alloc(64 * 1024 ** 2, 1)), 50)`;
    for (let count = 0; count < 5; count += 1) spawn(process.execPath, ['-e', allocate], { stdio: 'ignore' });
    return new Promise(() => setInterval(() => undefined, 1_000));
  },
  async home() {
    const piece = Buffer.alloc(512 * 1024 ** 2, 1);
    for (let index = 0; ; index += 1) {
      const at = index % 2 ? '/dev/shm' : (process.env.HOME ?? '');
      appendFileSync(path.join(at, `large-${index}`), piece);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  },
  async root() {
    try {
      appendFileSync('/kept-in-memory', 'x');
      return 'written';
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  },
  async time() {
    return new Promise(() => setInterval(() => undefined, 1_000));
  },
  async file(folder) {
    const piece = Buffer.alloc(64 * 1024 ** 2, 1);
    try {
      for (;;) appendFileSync(path.join(folder, 'large'), piece);
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
  },
  async files(folder) {
    const piece = Buffer.alloc(512 * 1024 ** 2, 1);
    for (let index = 0; ; index += 1) {
      appendFileSync(path.join(folder, `large-${index}`), piece);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  },
  async deep(folder) {
    const name = 'd'.repeat(200);
    process.chdir(folder);
    // The path becomes longer than a system call accepts.
    for (let depth = 0; depth < 40; depth += 1) {
      mkdirSync(name);
      process.chdir(name);
    }
    return new Promise(() => setInterval(() => undefined, 1_000));
  },
  async folders(folder) {
    for (let index = 0; index < 110_000; index += 1) mkdirSync(path.join(folder, String(index)));
    return new Promise(() => setInterval(() => undefined, 1_000));
  },
  async processes() {
    for (let count = 0; ; count += 1) {
      const child = spawn('/bin/sleep', ['1000'], { stdio: 'ignore' });
      child.unref();
      const failure = await once(child, 'spawn').then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (failure !== undefined) return `${failure} ${count}`;
    }
  },
};

const [attack = '', folder = ''] = process.argv.slice(2);
void printOutcome(async () => ATTACKS[attack]?.(folder));
