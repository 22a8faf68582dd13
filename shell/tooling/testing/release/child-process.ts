import fs from 'node:fs';
import path from 'node:path';
import { prerenderSite, type PrerenderOptions } from '../../../platform/prerender/prerender-site';
import { publish } from '../../../platform/release/publish/publish';
import { promoteRelease } from '../../../platform/release/registry/changes';
import { defaultStorage } from '../../../platform/store/storage/default-storage';
import { siteFolderAt } from '../../../platform/store/site-folder';

type JobSite = Pick<PrerenderOptions, 'siteFolder' | 'cdnOrigin' | 'siteOrigin' | 'apiOrigin'>;

const siteOf = (site: JobSite) => ({ ...site, site: siteFolderAt(site.siteFolder) });

/** Work for a child process, with the store and the keys of its `DATA_FOLDER`. */
export interface Job {
  /** Releases that are promoted concurrently. */
  readonly promote?: readonly {
    readonly app: string;
    readonly version: string;
    readonly percent?: number;
  }[];
  /** The site that promotions build. */
  readonly site?: JobSite;
  readonly publish?: { readonly app: string; readonly version: string };
  readonly prerender?: JobSite;
  /** Replaces an object of the store, and exits with 3 if another process was faster. */
  readonly replace?: { readonly name: string; readonly text: string; readonly tag: string };
  /** A change of the disk that is delayed or before which the process is killed, by a pattern of its target. */
  readonly interrupt?: {
    readonly change: (typeof CHANGES)[number];
    /** A regular expression. */
    readonly target: string;
    /** How long the change is delayed in milliseconds; without it the process is killed. */
    readonly wait?: number;
  };
  /** Kills the process, like a power failure, before its nth change of the disk. */
  readonly killBeforeChange?: number;
}

/** The ways in which a store in a folder changes the disk. */
const CHANGES = ['mkdir', 'open', 'link', 'rename', 'rm', 'symlink', 'utimes', 'writeFile'] as const;

type DiskFunction = (...args: unknown[]) => unknown;

/** Calls `before` with the arguments of each call of a function of `fs.promises`. */
function intercept(
  name: (typeof CHANGES)[number],
  before: (args: readonly unknown[]) => Promise<void> | void,
) {
  const original = fs.promises[name] as DiskFunction;
  Object.assign(fs.promises, {
    [name]: async (...args: unknown[]) => {
      await before(args);
      return original(...args);
    },
  });
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL');
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
if (job.killBeforeChange) {
  let changes = 0;
  for (const name of CHANGES) {
    intercept(name, () => {
      changes += 1;
      if (changes === job.killBeforeChange) kill();
    });
  }
}
if (job.interrupt) {
  const { change, target, wait } = job.interrupt;
  intercept(change, async (args) => {
    const changed = change === 'link' || change === 'rename' || change === 'symlink' ? args[1] : args[0];
    if (!new RegExp(target).test(String(changed))) return;
    if (wait === undefined) kill();
    await new Promise((resolve) => setTimeout(resolve, wait));
  });
}

async function work(): Promise<void> {
  // Gates have their own tests.
  const force = { force: true, why: 'a test' };
  await Promise.all(
    (job.promote ?? []).map((options) =>
      promoteRelease({
        ...options,
        ...force,
        who: path.basename(process.argv[1] ?? ''),
        ...(job.site && { site: siteOf(job.site) }),
      }),
    ),
  );
  if (job.publish) await publish(job.publish);
  if (job.replace) {
    const { name, text, tag } = job.replace;
    if (!(await defaultStorage().replace(name, Buffer.from(text), tag))) process.exitCode = 3;
  }
  if (job.prerender) await prerenderSite(siteOf(job.prerender));
}

work().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
