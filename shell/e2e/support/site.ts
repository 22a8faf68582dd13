import path from 'node:path';
import { root } from '../../webpack/folders';

const site = Number(process.env.JOURNEYS_PORT ?? 3400);

/** The journeys' own site, apart from one that a developer may be running. */
export const ports = { site, cdn: site + 1, api: site + 2, sandbox: site + 3 };

/** Its database and mails; made new for every run. */
export const dataFolder = process.env.JOURNEYS_DATA ?? path.join(root, '.data/journeys');
