import { once } from 'node:events';
import { createApp } from '../../src/roles/web';
import { openDeps } from '../../src/roles/deps';
import { sendDueMails, smtpTransport } from '../../src/emails/mailer';
import { readEnv } from '../../src/platform/env';
import { sweepOrders } from '../../src/features/orders/settle';
import { createHttpServer } from '../../src/http/server';
import { repeatEvery } from '../../src/platform/jobs';
import { withCrash } from './crash-points';

/**
 * The API in a process that kills itself at a given point (`CRASH_AT=capture:after`, the `CRASH_COUNT`-th time) and whose
 * clock its parent advances.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  let offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
  const open = await openDeps(env, { now: () => new Date(Date.now() + offset) });
  const deps = withCrash(open.deps, process.env['CRASH_AT'], Number(process.env['CRASH_COUNT'] ?? 1));
  const server = createHttpServer(createApp(deps));
  server.listen(env.port, env.host);
  await once(server, 'listening');
  repeatEvery(5_000, 'order sweep', deps, () => sweepOrders(deps));
  const transport = smtpTransport(env.smtpUrl ?? '', env.mailFrom);
  // The clock does not jump while a mail is under way: its lease would expire, and it would be sent again.
  let last = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => (last = last.then(work, work));
  repeatEvery(2_000, 'mailer', deps, () => inTurn(async () => void (await sendDueMails(deps, transport))));
  process.on('message', (message: { readonly advance: number }) => {
    void inTurn(async () => {
      offset += message.advance;
      // The jobs run twice, because work that the first run starts is due in the second.
      await sweepOrders(deps);
      await sweepOrders(deps);
      await sendDueMails(deps, transport);
      process.send?.('settled');
    });
  });
  process.send?.('ready');
}

void main();
