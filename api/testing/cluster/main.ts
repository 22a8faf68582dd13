import { once } from 'node:events';
import { sampleCredentials, sampleMerchant, startSandbox } from '../../paypal-sandbox/sandbox';
import { startDeployment } from './deployment';

/** Runs a cluster until it is stopped, and prints its addresses. */
async function main(): Promise<void> {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  // The signals are handled from the start, so that no part is left behind; a second one must not end this
  // process before its parts have ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => stopping.abort());
  let stopSandbox = async () => undefined as void;
  const cluster = await startDeployment(
    'cluster',
    async (url) => {
      const webhook = { id: 'sandbox-webhook', url: `${url}/api/paypal/webhooks` };
      const options = { port: 0, credentials: sampleCredentials, merchant: sampleMerchant, webhook };
      const sandbox = await startSandbox({ ...options, control: true });
      stopSandbox = () => sandbox.stop();
      return {
        NODE_ENV: 'development',
        PAYPAL_API_URL: sandbox.origin,
        PAYPAL_SDK_URL: `${sandbox.origin}/sdk/js`,
        PAYPAL_MERCHANT_ID: sampleMerchant.id,
      };
    },
    stopping.signal,
  );
  const { url, environment, webs, databases, redis } = cluster;
  const addresses = {
    'nginx, in front of all': url,
    'mails that the API has sent': `${webs[0]?.url ?? ''}/dev/mails`,
    'payment sandbox': environment['PAYPAL_API_URL'],
    'web processes': webs.map((web) => web.url).join('  '),
    'database through HAProxy': environment['DATABASE_URL'],
    'database nodes': databases.map((node) => node.url).join('  '),
    Redis: redis?.url,
  };
  for (const [name, address] of Object.entries(addresses)) console.log(`${name.padEnd(28)} ${address}`);
  console.log('Ctrl-C stops everything.');
  await stopped;
  await cluster.stop();
  await stopSandbox();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const stopped = error instanceof Error && error.name === 'AbortError';
    if (!stopped) console.error(error);
    process.exit(stopped ? 0 : 1);
  },
);
