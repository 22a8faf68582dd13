import path from 'node:path';
import { startSiteProcess } from '../../testing/site/site-process';
import { stopService } from '../../../packages/node/processes';
import { benchFolder, benchPorts } from './settings';

export interface BenchSite {
  readonly origin: string;
  /** Ends the site when this process has started it. */
  readonly stop: () => Promise<void>;
}

/** The running site of `BENCH_ORIGIN`, or else one that is built and started now. */
export async function findSite(log: (line: string) => void): Promise<BenchSite> {
  const { BENCH_ORIGIN: origin } = process.env;
  if (origin) return { origin, stop: () => Promise.resolve() };
  log('Building this site…');
  return startBenchSite(path.join(benchFolder, 'site'));
}

/** Builds and starts a site, as `npm start` does. @param sources the project's root, or a copy of it. */
export async function startBenchSite(dataFolder: string, sources?: string): Promise<BenchSite> {
  const port = benchPorts().own;
  const service = await startSiteProcess({
    port,
    dataFolder,
    storeFolder: path.join(dataFolder, 'store'),
    ...(sources && { sources }),
    environment: { RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'warn' },
  });
  return { origin: `http://localhost:${port}`, stop: () => stopService(service) };
}
