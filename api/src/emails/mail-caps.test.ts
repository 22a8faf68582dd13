import { startApi, type TestApi } from '../../testing/api';
import { transaction } from '../database/transaction';
import { orderEvents } from '../features/orders/order-states';
import { MAIL_CAPS, writeMail } from './outbox';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

async function write(kind: string, recipient: string, count = 1): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const mail = { kind, recipient, subject: 'Hello', paragraphs: ['text'] };
    await transaction(api.deps.db, (manager) => writeMail(manager, mail, api.deps));
  }
}

const kinds = async () => (await api.mails()).map(({ kind }) => kind);

test('a recipient gets a limited number of mails that anybody can cause, in any spelling of the address', async () => {
  await write('newsletter', 'ada@example.org', MAIL_CAPS.visitors.perDay - 1);
  await write('verify-email', 'Ada@Example.org');
  await write('newsletter', 'ADA+news@example.org');
  await write('unknown-kind', 'ada+1@example.org');
  expect(await kinds()).toHaveLength(MAIL_CAPS.visitors.perDay);

  await write('newsletter', 'grace@example.org');
  expect(await kinds()).toHaveLength(MAIL_CAPS.visitors.perDay + 1);
  api.advance(24 * 60 * 60_000 + 1);
  await write('newsletter', 'ada@example.org');
  expect(await kinds()).toHaveLength(MAIL_CAPS.visitors.perDay + 2);
});

test('reset links, login links, notices and acknowledgements have budgets of their own', async () => {
  await write('contact-received', 'ada@example.org', MAIL_CAPS.acknowledgements.perDay + 5);
  await write('newsletter', 'ada@example.org', MAIL_CAPS.visitors.perDay + 5);
  await write('reset-password', 'ada@example.org', MAIL_CAPS.resets.perDay + 5);
  await write('log-in-link', 'ada@example.org', MAIL_CAPS.logInLinks.perDay + 5);
  await write('password-changed', 'ada@example.org', MAIL_CAPS.notices.perDay + 5);
  await write('account-deleted', 'ada@example.org');
  const written = await kinds();
  const count = (kind: string) => written.filter((other) => other === kind).length;
  expect(count('newsletter')).toBe(MAIL_CAPS.visitors.perDay);
  expect(count('contact-received')).toBe(MAIL_CAPS.acknowledgements.perDay);
  expect(count('reset-password')).toBe(MAIL_CAPS.resets.perDay);
  expect(count('log-in-link')).toBe(MAIL_CAPS.logInLinks.perDay);
  expect(count('password-changed') + count('account-deleted')).toBe(MAIL_CAPS.notices.perDay);
});

test('mails about orders and messages to the support are never dropped', async () => {
  await write('newsletter', 'ada@example.org', MAIL_CAPS.visitors.perDay + 1);
  const ofOrders = Object.values(orderEvents).flatMap(({ mails = [] }) => mails);
  const uncapped = [...new Set(ofOrders), 'contact'];
  for (const kind of uncapped) await write(kind, 'ada@example.org');
  expect((await kinds()).slice(MAIL_CAPS.visitors.perDay)).toEqual(uncapped);
});
