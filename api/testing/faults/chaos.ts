import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../paypal-sandbox/sandbox';
import { type Kind, startDeployment } from '../cluster/deployment';
import { freePort } from '../free-port';
import { type BuyersReport, openBuyers } from './buyers';
import { faultsOf, undergo } from './deployment-faults';
import { openMailSink } from './mail-sink';
import { SeededRandom } from './seeded-random';

export interface ChaosOptions {
  readonly kind: Kind;
  /** The least number of purchases; buyers go on until every fault has occurred once. */
  readonly purchases: number;
  /** How many buyers there are at once. */
  readonly buyers: number;
  readonly seed: number;
  /** The pause between two faults, in milliseconds. */
  readonly pauseMs: number;
}

export interface ChaosReport extends BuyersReport {
  readonly kills: number;
  /** From the start of a process of the API until it was ready. */
  readonly slowestStartMs: number;
}

/**
 * Runs buyers at a deployment whose parts fail one after another; then all records are compared.
 * @throws the reason when it is stopped, after its processes have ended.
 */
export async function runChaos(
  options: ChaosOptions,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<ChaosReport> {
  const stopped = once(stopping, 'abort').then(() => stopping.throwIfAborted());
  stopped.catch(() => undefined);
  const { kind } = options;
  const random = new SeededRandom(options.seed);
  const sink = await openMailSink();
  const sandboxPort = await freePort();
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
  const deployment = await startDeployment(
    kind,
    async (url) => {
      sandbox = await startSandbox({
        port: sandboxPort,
        credentials: sampleCredentials,
        merchant: sampleMerchant,
        webhook: { id: 'sandbox-webhook', url: `${url}/api/paypal/webhooks` },
        webhookPauseMs: 200,
      });
      return { PAYPAL_API_URL: sandbox.origin, PAYPAL_MERCHANT_ID: sampleMerchant.id, SMTP_URL: sink.url };
    },
    stopping,
  );
  let close: (() => Promise<void>) | undefined;
  try {
    if (!sandbox) throw new Error('The payment sandbox did not start.');
    const buyers = await openBuyers({ ...deployment, sandbox, sink }, { ...options, random });
    close = () => buyers.close();
    const fail = async () => {
      do {
        for (const fault of random.shuffled(faultsOf(deployment, random))) {
          buyers.failOthers();
          const lasted = await buyers.during(fault.name, async () => {
            await undergo(fault, random);
            await deployment.healthy();
          });
          log(`${kind}: ${fault.name}, ${(lasted / 1000).toFixed(1)} s; ${buyers.count} purchases`);
          await pause(options.pauseMs);
        }
        // The run goes on until the number of purchases is reached.
      } while (buyers.count < options.purchases);
    };
    const buying = buyers.buy();
    try {
      await Promise.race([fail(), stopped]);
    } finally {
      buyers.end();
    }
    await Promise.race([buying, stopped]);
    await buyers.recover();
    await deployment.stopApi();
    return {
      ...(await buyers.compare()),
      kills: [...deployment.webs, ...deployment.jobs].reduce((sum, { kills }) => sum + kills, 0),
      slowestStartMs: Math.max(...deployment.webs.map(({ slowestStart }) => slowestStart)),
    };
  } finally {
    await close?.();
    await sandbox?.stop();
    await deployment.stop();
    await sink.close();
  }
}
