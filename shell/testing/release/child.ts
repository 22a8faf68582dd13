import fs from 'node:fs';
import path from 'node:path';
import { composeSite, type ComposeOptions } from '../../compose/compose-site';
import { publish } from '../../release/publish';
import { promoteRelease } from '../../release/registry/changes';

/** What a process of its own is asked to do, to this machine's store and with this machine's keys. */
export interface Job {
  /** Releases that are promoted all at once. */
  readonly promote?: readonly {
    readonly part: string;
    readonly version: string;
    readonly percent?: number;
  }[];
  readonly publish?: { readonly part: string; readonly version: string };
  /** Composes the site of this machine's store. */
  readonly compose?: Pick<ComposeOptions, 'siteFolder' | 'cdnOrigin' | 'siteOrigin' | 'apiOrigin'>;
  /**
   * What happens just before a change of the disk whose target looks like this: so many milliseconds pass, or the
   * process is killed.
   */
  readonly before?: {
    readonly change: (typeof CHANGES)[number];
    readonly to: string;
    readonly wait?: number;
  };
  /** Ends the process, as a power cut would, before its so-manyth change of the disk; 0 for never. */
  readonly dieBefore: number;
}

/** The ways in which a store in a folder changes the disk. */
const CHANGES = ['mkdir', 'open', 'link', 'rename', 'rm', 'symlink', 'writeFile'] as const;

function dieBefore(change: number): void {
  let changes = 0;
  for (const name of CHANGES) {
    const original = fs.promises[name] as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]): unknown => {
      changes += 1;
      if (changes === change) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    };
    Object.assign(fs.promises, { [name]: counted });
  }
}

function meddleBefore({ change, to, wait }: NonNullable<Job['before']>): void {
  const original = fs.promises[change] as (...args: unknown[]) => unknown;
  const meddling = async (...args: unknown[]): Promise<unknown> => {
    const target = change === 'link' || change === 'rename' || change === 'symlink' ? args[1] : args[0];
    if (new RegExp(to).test(String(target))) {
      if (wait === undefined) process.kill(process.pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return original(...args);
  };
  Object.assign(fs.promises, { [change]: meddling });
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
if (job.dieBefore > 0) dieBefore(job.dieBefore);
if (job.before) meddleBefore(job.before);

async function work(): Promise<void> {
  // The gates have tests of their own.
  const force = { force: true, why: 'a test' };
  await Promise.all(
    (job.promote ?? []).map((wish) =>
      promoteRelease({ ...wish, ...force, who: path.basename(process.argv[1] ?? '') }),
    ),
  );
  if (job.publish) await publish(job.publish);
  if (job.compose) await composeSite(job.compose);
}

work().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
