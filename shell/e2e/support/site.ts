import path from 'node:path';
import { root } from '../../tools/folders';

const first = Number(process.env.JOURNEYS_PORT ?? 3400);
/** How many ports each worker has for its own site and for those that single files start. */
const SPAN = 50;

/** Made new for every run. */
export const journeysFolder = process.env.JOURNEYS_DATA ?? path.join(root, '.data/journeys');

/** Every worker walks a site of its own, apart from one that a developer may be running. */
export function siteOf(worker: number) {
  const site = first + worker * SPAN;
  return {
    ports: { site, cdn: site + 1, api: site + 2, sandbox: site + 3 },
    /** Its database, mails and pages. */
    dataFolder: path.join(journeysFolder, `site-${worker + 1}`),
  };
}

/** This worker's: https://playwright.dev/docs/test-parallel#worker-index-and-parallel-index */
export const { ports, dataFolder } = siteOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));
