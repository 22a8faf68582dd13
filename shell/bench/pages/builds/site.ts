import path from 'node:path';
import { type Service, startService, stopService, waitUntilReady } from '../../../tools/processes';
import { ports } from '../../../measure/settings';

/** This very site, started from the copied sources as `npm start` does it. */
export class RunningSite {
  private constructor(
    private readonly service: Service,
    readonly dataFolder: string,
  ) {}

  /** Builds what has changed, migrates, seeds and serves; ready when it returns. */
  static async start(
    sources: string,
    dataFolder: string,
    tell: (line: string) => void,
  ): Promise<RunningSite> {
    let starting = true;
    const { site, behind } = ports();
    // The commands of the house find their root from the working directory.
    process.chdir(sources);
    const service = startService(
      'The site behind the bench',
      ['--conditions=source', '--import', 'tsx', path.join(sources, 'shell/commands/start.ts')],
      {
        PORT: String(behind),
        DATA_FOLDER: dataFolder,
        STORE_FOLDER: path.join(dataFolder, 'store'),
        SITE_ORIGIN: `https://localhost:${site}`,
        RATE_LIMIT_FACTOR: '10000',
        LOG_LEVEL: 'warn',
      },
      (line) => starting && tell(`  ${line}`),
    );
    await waitUntilReady(`http://localhost:${behind}/`, service, 300_000);
    starting = false;
    return new RunningSite(service, dataFolder);
  }

  async stop(): Promise<void> {
    await stopService(this.service);
  }
}
