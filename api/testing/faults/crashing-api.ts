import { once } from 'node:events';
import { createApp } from '../../src/app';
import { openDeps } from '../../src/deps';
import { mailerJob, sendDueMails, smtpTransport } from '../../src/emails/mailer';
import { readEnv } from '../../src/env';
import { orderSweepJob, sweepOrders } from '../../src/features/orders/settle';
import { createHttpServer } from '../../src/http/server';
import { crashing } from './crash-points';

/**
 * The real API in a process of its own that dies where it is told to (`CRASH_AT=capture:after`, the
 * `CRASH_COUNT`-th time) and whose clock its parent moves.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  let offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
  const open = await openDeps(env, { now: () => new Date(Date.now() + offset) });
  const deps = crashing(open.deps, process.env['CRASH_AT'], Number(process.env['CRASH_COUNT'] ?? 1));
  const server = createHttpServer(createApp(deps));
  server.listen(env.port, env.host);
  await once(server, 'listening');
  mailerJob(deps);
  orderSweepJob(deps);
  const transport = smtpTransport(env.smtpUrl ?? '', env.mailFrom);
  process.on('message', (message: { readonly advance: number }) => {
    offset += message.advance;
    // Twice: what the first round starts anew is due in the second.
    void sweepOrders(deps)
      .then(() => sweepOrders(deps))
      .then(() => sendDueMails(deps, transport))
      .then(() => process.send?.('settled'));
  });
  process.send?.('ready');
}

void main();
