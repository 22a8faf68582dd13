import { expect, test as base } from '@playwright/test';
import { z } from 'zod';
import type { Driver } from './driver';
import { FaultProxy } from './fault-proxy';
import { firefoxDriver } from './firefox';
import { origin, enginePorts } from './site';
import { Tab } from './tab';
import { webKitDriver } from './webkit';

const ENGINES = { firefox: firefoxDriver, webkit: webKitDriver } as const;

export type Engine = keyof typeof ENGINES;

const errorsSchema = z.array(z.string());

interface Fixtures {
  readonly tab: Tab;
  /** The errors of the pages of a test so far. */
  readonly errors: () => Promise<readonly string[]>;
}

interface WorkerFixtures {
  readonly engine: Engine;
  readonly driver: Driver;
  readonly faults: FaultProxy;
}

/** Tests of one browser, which starts once for all of them. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['firefox', { scope: 'worker', option: true }],
  driver: [
    async ({ engine }, use) => {
      const driver = await ENGINES[engine]();
      // The window is wide, because the header shows its menus from 1280 pixels on.
      await driver.send('SetWindowRect', { x: 0, y: 0, width: 1380, height: 960 });
      await use(driver);
      await driver.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  faults: [
    async ({}, use) => {
      const proxy = new FaultProxy();
      await proxy.start(enginePorts);
      await use(proxy);
      proxy.stop();
    },
    { scope: 'worker' },
  ],
  tab: async ({ driver, faults }, use) => {
    const tab = new Tab(driver, origin);
    await tab.reset();
    await use(tab);
    faults.restore();
  },
  errors: async ({ tab }, use) => {
    await use(async () =>
      errorsSchema.parse(
        JSON.parse(String(await tab.evaluate(() => sessionStorage.getItem('errors') ?? '[]'))),
      ),
    );
  },
});

export { expect };
