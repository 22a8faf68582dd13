import path from 'node:path';
import { startSiteProcess } from '../../testing/site/site-process';
import { type Service, stopService } from '../../tools/processes';
import { benchFolder, ports } from '../pages/settings';

/** A whole site to measure, and the store with its releases. */
export interface BenchSite {
  readonly origin: string;
  readonly storeFolder: string;
  /** Ends the site when this process has started it. */
  readonly stop: () => Promise<void>;
}

/** The running site of `BENCH_ORIGIN` with the store of `BENCH_STORE`, or else one that is built and started now. */
export async function findSite(log: (line: string) => void): Promise<BenchSite> {
  const { BENCH_ORIGIN: origin, BENCH_STORE: givenStore } = process.env;
  const dataFolder = path.join(benchFolder, 'site');
  const storeFolder = givenStore ?? path.join(dataFolder, 'store');
  if (origin) return { origin, storeFolder, stop: () => Promise.resolve() };
  log('Building this site…');
  const port = ports().behind;
  const service: Service = await startSiteProcess({
    port,
    dataFolder,
    storeFolder,
    environment: { RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'warn' },
  });
  return { origin: `http://localhost:${port}`, storeFolder, stop: () => stopService(service) };
}
