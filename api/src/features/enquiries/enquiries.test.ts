import { calls, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { ContactMessages, NewsletterSignups } from '../../database/entities';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const enquiry = {
  name: 'Ada',
  surname: 'Lovelace',
  email: 'ada@example.org',
  department: 'Sales',
  message: 'Do you teach\n\nin London? <script>alert(1)</script> 🕵️',
} as const;

const stored = () => api.deps.db.getRepository(ContactMessages).count();

describe('the contact form', () => {
  test.each([
    [{ name: '  ' }, messages.contact.firstName],
    [{ surname: undefined }, messages.contact.lastName],
    [{ email: 'ada@' }, messages.contact.email],
    [{ department: 'Accounts' }, messages.contact.department],
    [{ message: '' }, messages.contact.message],
  ])('rejects %j with the specified text', async (wrong, message) => {
    const before = await stored();
    const { status, body } = await api.refuse(calls.contact, { body: { ...enquiry, ...wrong } });

    expect(status).toBe(400);
    expect(body.message).toBe(message);
    expect(await stored()).toBe(before);
  });

  test('stores the message and mails it to the support address with a reply address', async () => {
    await api.call(calls.contact, { body: enquiry });

    const [mail] = (await api.mails(api.deps.env.supportEmail)).slice(-1);
    expect(mail).toMatchObject({ kind: 'contact', replyTo: 'ada@example.org' });
    expect(mail?.body).toContain('in London? <script>');
    expect(mail?.html).not.toContain('<script>');
    const [acknowledgement] = (await api.mails('ada@example.org')).slice(-1);
    expect(acknowledgement).toMatchObject({ kind: 'contact-received', replyTo: api.deps.env.supportEmail });
    expect(acknowledgement?.body).not.toContain('London');
    const [row] = await api.deps.db.getRepository(ContactMessages).find({ order: { id: 'DESC' }, take: 1 });
    expect(row).toMatchObject(enquiry);
  });

  test('gives a bot the same response and stores nothing', async () => {
    const before = await stored();
    const { body } = await api.call(calls.contact, { body: { ...enquiry, website: 'https://spam.example' } });

    expect(body.message).toContain('arrived');
    expect(await stored()).toBe(before);
  });
});

describe('the newsletter', () => {
  const signups = () => api.deps.db.getRepository(NewsletterSignups);

  async function tokenFor(email: string): Promise<string> {
    await api.call(calls.newsletter, { body: { EMAIL: email } });
    const mails = await api.mails(email);
    return /#newsletter=(\S+)/.exec(mails.at(-1)?.body ?? '')?.[1] ?? '';
  }

  test('subscribes only through the link', async () => {
    const token = await tokenFor('reader@example.org');
    expect(await signups().findOneByOrFail({ email: 'reader@example.org' })).toMatchObject({
      confirmedAt: null,
    });

    await api.call(calls.confirmNewsletter, { body: { token } });

    const { confirmedAt, tokenHash } = await signups().findOneByOrFail({ email: 'reader@example.org' });
    expect(confirmedAt).toBeInstanceOf(Date);
    expect(tokenHash).toBeNull();
    expect((await api.refuse(calls.confirmNewsletter, { body: { token } })).status).toBe(410);
  });

  test('gives a subscriber the same response without another mail', async () => {
    const token = await tokenFor('twice@example.org');
    await api.call(calls.confirmNewsletter, { body: { token } });

    const again = await api.call(calls.newsletter, { body: { EMAIL: ' Twice@Example.org ' } });
    const fresh = await api.call(calls.newsletter, { body: { EMAIL: 'fresh@example.org' } });

    expect(again.body).toEqual(fresh.body);
    expect(await api.mails('twice@example.org')).toHaveLength(1);
  });

  test('stores nothing of a bot', async () => {
    await api.call(calls.newsletter, { body: { EMAIL: 'bot@example.org', b_name: 'x' } });
    await api.deps.background.settled();

    expect(await signups().countBy({ email: 'bot@example.org' })).toBe(0);
  });

  test('is sent on to the provider where there is one', async () => {
    const url = 'https://lists.example/join?list=1';
    const other = await startApi({ env: { NEWSLETTER_URL: url } });
    const response = await other.fetch(calls.newsletter.path, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ EMAIL: 'form@example.org', b_name: '' }),
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('Location')]).toEqual([307, url]);
    expect(await other.deps.db.getRepository(NewsletterSignups).count()).toBe(0);
  });

  describe('a subscription', () => {
    /** A subscription, and the link of its mail's header. */
    async function subscribed(email: string): Promise<URL> {
      await api.call(calls.confirmNewsletter, { body: { token: await tokenFor(email) } });
      const [mail] = await api.mails(email);
      return new URL(mail?.listUnsubscribe ?? '');
    }
    const press = (link: URL, body: Record<string, string>, accept: string) =>
      api.fetch(link.pathname + link.search, {
        method: 'POST',
        headers: { Accept: accept },
        body: new URLSearchParams(body),
        redirect: 'manual',
      });

    test('ends with one click in a mail program, also when it is repeated', async () => {
      const link = await subscribed('click@example.org');
      const click = () => press(link, { 'List-Unsubscribe': 'One-Click' }, '*/*');
      expect([(await click()).status, (await click()).status]).toEqual([200, 200]);
      expect(await signups().countBy({ email: 'click@example.org' })).toBe(0);
    });

    test('ends with the button of a page, not when the page is opened', async () => {
      const link = await subscribed('button@example.org');
      const page = await api.fetch(link.pathname + link.search);
      expect(await page.text()).toContain('<button type="submit">Unsubscribe</button>');
      expect(await signups().countBy({ email: 'button@example.org' })).toBe(1);

      const response = await press(link, {}, 'text/html');
      expect(response.status).toBe(303);
      const done = await api.fetch(response.headers.get('Location') ?? '');
      expect(await done.text()).toContain('You are unsubscribed');
      expect(await signups().countBy({ email: 'button@example.org' })).toBe(0);
    });

    test('does not end with a forged or changed link', async () => {
      const link = await subscribed('kept@example.org');
      const token = link.searchParams.get('token') ?? '';
      const [id = ''] = token.split('.');
      const changed = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      for (const forged of ['x', `${id}.${'a'.repeat(43)}`, changed]) {
        link.searchParams.set('token', forged);
        expect((await press(link, {}, '*/*')).status).toBe(410);
      }
      expect(await signups().countBy({ email: 'kept@example.org' })).toBe(1);
    });
  });
});
