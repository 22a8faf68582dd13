import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import { sampleMerchant, startSandbox } from '../../../../api/paypal-sandbox/sandbox';
import { SeededRandom } from '../../../../api/testing/faults/seeded-random';
import { main } from '../../../packages/node/processes';
import { type BuyerCounts, buyRepeatedly } from '../packaged-site/buyers';
import { startBucketServer } from '../release/bucket-server';
import { confirmRegistryFor } from '../release/confirm-registry';
import { OUTSIDE } from './outside-settings';

const WEBHOOKS = `${OUTSIDE.site}/api/paypal/webhooks`;

/**
 * The services that the site uses: PayPal and a mail provider, both with TLS, a provider of buckets, and a buyer. They run on the
 * machine of the installation, because it has no network.
 */
main(async () => {
  const [certificate = '', key = ''] = process.argv.slice(2);
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
  const sandbox = await startSandbox({
    port: OUTSIDE.sandboxPort,
    origin: OUTSIDE.paypal,
    credentials: { clientId: OUTSIDE.clientId, secret: OUTSIDE.clientSecret },
    merchant: { ...sampleMerchant, id: OUTSIDE.merchantId },
    webhook: { id: OUTSIDE.webhookId, url: WEBHOOKS },
    webhookPauseMs: 200,
  });
  createServer(tls, (incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const to = httpRequest({ port: OUTSIDE.sandboxPort, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    to.on('error', () => outgoing.destroy());
    incoming.pipe(to);
  }).listen(Number(new URL(OUTSIDE.paypal).port));

  const mails: string[] = [];
  let mailPassword: string = OUTSIDE.mailPassword;
  new SMTPServer({
    secure: true,
    ...tls,
    onAuth({ password }, _session, done) {
      if (password === mailPassword) done(null, { user: 'academy' });
      else done(new Error('The password is wrong.'));
    },
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  }).listen(OUTSIDE.mailPort);

  const bucket = await startBucketServer(undefined, 1_000, OUTSIDE.bucketPort);
  const random = new SeededRandom(1);
  const commands: Readonly<Record<string, (words: readonly string[]) => unknown>> = {
    async buy() {
      const counts: BuyerCounts = { purchases: 0, failed: 0, errors: [] };
      const end = new AbortController();
      const buying = buyRepeatedly({ origin: OUTSIDE.site, sandbox, random, end: end.signal }, counts);
      // This purchase is the only one.
      end.abort();
      await buying;
      return counts;
    },
    mails: () => mails,
    'mail-password': ([password = '']) => void (mailPassword = password),
    'client-secrets': (secrets) => sandbox.acceptSecrets(secrets),
    sign: ([id = '']) => sandbox.deliveries.redirect({ id, url: WEBHOOKS }),
    /** With the operators' key, which is in the checkout. */
    confirm: async ([days = '']) => void (await confirmRegistryFor(Number(days), OUTSIDE.store)),
    /** The settings and secrets with which the bucket is reached. */
    bucket: () => bucket.environment,
    objects: () => [...bucket.objects.keys()],
    'add-bucket-key': ([id = '', secret = '']) => void bucket.secrets.set(id, secret),
    'remove-bucket-key': ([id = '']) => void bucket.secrets.delete(id),
    /** Removes the confirmation of the registry in the bucket. */
    unconfirm: () => void bucket.objects.delete('store/registry-until.json'),
  };
  const pathSchema = z.string().regex(/^\/[\w-]+(?:\/[\w-]+)*$/);
  createHttpServer((request, response) => {
    const [, name = '', ...words] = pathSchema.parse(request.url).split('/');
    void Promise.resolve(commands[name]?.(words)).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(OUTSIDE.controlPort, '127.0.0.1');
});
