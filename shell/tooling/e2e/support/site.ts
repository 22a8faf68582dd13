import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requireJson } from '../../../platform/formats/parse-json';
import { ROUTE_TABLE_FILE, type RouteTable, routeTableSchema } from '../../../platform/formats/route-table';
import { root } from '../../../packages/node/folders';

const first = Number(process.env.JOURNEYS_PORT ?? 3400);
/** How many ports each worker has: for its site, and for sites that single specs start. */
export const SPAN = 50;

/** The folder of the journeys' data, which is deleted before every run. */
export const journeysFolder = process.env.JOURNEYS_DATA ?? path.join(root, '.data/journeys');

/** The site of a worker. Every worker tests a separate site, on other ports than a developer's. */
export function siteOf(worker: number) {
  const site = first + worker * SPAN;
  return {
    ports: { site, cdn: site + 1, api: site + 2, sandbox: site + 3 },
    /** Contains its database, mails and pages. */
    dataFolder: path.join(journeysFolder, `site-${worker + 1}`),
  };
}

/** The site of this worker: https://playwright.dev/docs/test-parallel#worker-index-and-parallel-index */
export const { ports, dataFolder } = siteOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0));

/** The route table of the site build that the site serves. */
export function routeTable(): RouteTable {
  const file = path.join(dataFolder, 'site/current', ROUTE_TABLE_FILE);
  return requireJson(readFileSync(file), routeTableSchema, file);
}

/** The addresses of the site's pages without parameters, with the lessons of `sampleLessons`. */
export function pageAddresses(): readonly string[] {
  return sampleLessons(
    routeTable().routes.flatMap(({ pattern, status, redirect }) =>
      status === 200 && redirect === undefined && !pattern.includes(':') ? [pattern] : [],
    ),
  );
}

/**
 * @returns the addresses with only the first and the last two of the 33 lessons, which share one page; all of
 * them with `npm test -- all`.
 */
export function sampleLessons(addresses: readonly string[]): readonly string[] {
  if (process.env.TEST_ALL) return addresses;
  return addresses.filter(
    (address) => !/\/isa-online-courses\/1\d{3}$/.test(address) || /\/10(?:01|32|33)$/.test(address),
  );
}
