import { calls, messages } from '@isa/api-contract';
import { newToken } from '../../platform/secret-token';
import { startApi, type TestApi } from '../../../testing/api';
import { ContactMessages, NewsletterSignups } from '../../database/entities';
import { createEnquiries } from './enquiries';

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

const messageRows = () => api.deps.db.getRepository(ContactMessages);
const stored = () => messageRows().count();
const release = (id: number) => createEnquiries(api.deps).release(id);

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

    const [mail] = (await api.mails(api.deps.env.contact.email)).slice(-1);
    expect(mail).toMatchObject({ kind: 'contact', replyTo: 'ada@example.org' });
    expect(mail?.body).toContain('in London? <script>');
    expect(mail?.html).not.toContain('<script>');
    const [acknowledgement] = (await api.mails('ada@example.org')).slice(-1);
    expect(acknowledgement).toMatchObject({ kind: 'contact-received', replyTo: api.deps.env.contact.email });
    expect(acknowledgement?.body).not.toContain('London');
    const [row] = await api.deps.db.getRepository(ContactMessages).find({ order: { id: 'DESC' }, take: 1 });
    expect(row).toMatchObject(enquiry);
  });

  test('receives a message once that is sent again because its answer was lost', async () => {
    const repeated = { ...enquiry, email: 'again@example.org', requestId: 'a'.repeat(32) };
    const send = () => api.call(calls.contact, { body: repeated });
    const before = await api.mails(api.deps.env.contact.email);

    const [first, ...others] = await Promise.all([send(), send(), send()]);
    for (const { body } of [...others, await send()]) expect(body).toEqual(first.body);

    const { email } = repeated;
    expect(await messageRows().countBy({ email })).toBe(1);
    expect(await api.mails(email)).toHaveLength(1);
    expect(await api.mails(api.deps.env.contact.email)).toHaveLength(before.length + 1);
    await api.call(calls.contact, { body: { ...repeated, requestId: 'b'.repeat(32) } });
    expect(await messageRows().countBy({ email })).toBe(2);
  });

  test.each(['', 'short', 'x'.repeat(65)])('rejects the guessable id of a request %j', async (requestId) => {
    expect((await api.refuse(calls.contact, { body: { ...enquiry, requestId } })).status).toBe(400);
  });

  describe('a request for a quote', () => {
    const quote = {
      course: 'Level 4 Certificate',
      organisation: 'Ωmega Sécurité & Sons',
      role: 'Head of training',
      people: '8 to 12',
      place: 'Lyon',
      months: 'March or April',
      purchaseOrder: 'PO-77',
      telephone: '+33 1 23 45',
    };
    const lastRow = async () => {
      const [row] = await messageRows().find({ order: { id: 'DESC' }, take: 1 });
      return row;
    };

    test('is stored with its fields, mailed with them, and found by the organisation', async () => {
      await api.call(calls.contact, { body: { ...enquiry, ...quote } });
      const row = await lastRow();
      expect(row).toMatchObject({ quote, state: 'new' });
      expect(row?.searchText).toContain('omega securite'.slice(5));
      const [mail] = (await api.mails(api.deps.env.contact.email)).slice(-1);
      expect(mail?.subject).toBe('Sales: a quote for Ωmega Sécurité & Sons');
      for (const value of Object.values(quote)) expect(mail?.body).toContain(value);
      const [acknowledgement] = (await api.mails('ada@example.org')).slice(-1);
      expect(acknowledgement?.body).toContain('Nothing is booked until you accept it');
    });

    test('is an ordinary message when every field of it is empty', async () => {
      const empty = Object.fromEntries(Object.keys(quote).map((name) => [name, ' ']));
      await api.call(calls.contact, { body: { ...enquiry, ...empty } });
      expect(await lastRow()).toMatchObject({ quote: null });
    });

    test.each([
      [{ organisation: ' ' }, 'organisation', 'Please enter your organisation.'],
      [{ people: 'x'.repeat(61) }, 'people', 'Please use at most 60 characters.'],
      [{ place: 'Lyon\nParis' }, 'place', 'Please use ordinary characters on one line.'],
    ])('refuses %j alongside its field', async (wrong, field, message) => {
      const { status, body } = await api.refuse(calls.contact, { body: { ...enquiry, ...quote, ...wrong } });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: `body.${field}`, message }]);
    });
  });

  test('sets a message aside whose hidden field is filled in, and mails it once staff release it', async () => {
    const { email: supportEmail } = api.deps.env.contact;
    const before = await api.mails(supportEmail);
    const email = 'filled@example.org';
    const trapped = { ...enquiry, email, reference: 'https://spam.example' };
    const { body } = await api.call(calls.contact, { body: trapped });

    expect(body.message).toContain('arrived');
    const { id, heldAt } = await messageRows().findOneByOrFail({ email });
    expect(heldAt).toBeInstanceOf(Date);
    expect(await api.mails(email)).toEqual([]);
    expect(await api.mails(supportEmail)).toHaveLength(before.length);

    await Promise.all([release(id), release(id)]);

    expect(await messageRows().findOneByOrFail({ id })).toMatchObject({
      heldAt: null,
      message: enquiry.message,
    });
    expect((await api.mails(email)).map(({ kind }) => kind)).toEqual(['contact-received']);
    expect(await api.mails(supportEmail)).toHaveLength(before.length + 1);
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

    const { confirmedAt } = await signups().findOneByOrFail({ email: 'reader@example.org' });
    expect(confirmedAt).toBeInstanceOf(Date);
  });

  test('tells a subscriber who subscribes again, with the same response as for others', async () => {
    const token = await tokenFor('twice@example.org');
    await api.call(calls.confirmNewsletter, { body: { token } });

    const again = await api.call(calls.newsletter, { body: { EMAIL: ' Twice@Example.org ' } });
    const fresh = await api.call(calls.newsletter, { body: { EMAIL: 'fresh@example.org' } });

    expect(again.body).toEqual(fresh.body);
    const [, mail] = await api.mails('twice@example.org');
    expect(mail?.subject).toBe('You are already subscribed to our newsletter');
    expect(mail?.body).toContain(mail?.listUnsubscribe ?? 'a link');
    expect((await signups().findOneByOrFail({ email: 'twice@example.org' })).confirmedAt).toBeInstanceOf(
      Date,
    );
  });

  test('the links of all mails work, and change nothing when they are used again', async () => {
    const email = 'patient@example.org';
    const [first, second] = [await tokenFor(email), await tokenFor(email)];
    await api.call(calls.confirmNewsletter, { body: { token: first } });
    const confirmed = await signups().findOneByOrFail({ email });
    api.advance(60_000);
    for (const token of [first, second]) {
      const { body } = await api.call(calls.confirmNewsletter, { body: { token } });
      expect(body.message).toBe('Your subscription is confirmed.');
    }
    expect(await signups().findBy({ email })).toEqual([confirmed]);
    await signups().delete({ email });
    expect((await api.refuse(calls.confirmNewsletter, { body: { token: first } })).status).toBe(410);
  });

  test('a link to unsubscribe does not confirm', async () => {
    await tokenFor('mixed@example.org');
    const [mail] = await api.mails('mixed@example.org');
    const token = new URL(mail?.listUnsubscribe ?? '').searchParams.get('token') ?? '';
    expect((await api.refuse(calls.confirmNewsletter, { body: { token } })).status).toBe(410);
  });

  describe('a sign-up whose hidden field is filled in', () => {
    const trapped = async (email: string) => {
      await api.call(calls.newsletter, { body: { EMAIL: email, b_reference: 'x' } });
      await api.deps.background.settled();
    };

    test('is set aside until staff release it', async () => {
      const email = 'held@example.org';
      await trapped(email);
      expect(await api.mails(email)).toEqual([]);
      const { id, heldAt } = await signups().findOneByOrFail({ email });
      expect(heldAt).toBeInstanceOf(Date);

      await createEnquiries(api.deps).releaseSignup(id);

      const [mail] = await api.mails(email);
      const token = /#newsletter=(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
      await api.call(calls.confirmNewsletter, { body: { token } });
      expect(await signups().findOneByOrFail({ email })).toMatchObject({ heldAt: null });
    });

    test('is released by an ordinary sign-up of the same address', async () => {
      const email = 'twice-held@example.org';
      await trapped(email);
      expect(await tokenFor(email)).not.toBe('');
      expect(await signups().findOneByOrFail({ email })).toMatchObject({ heldAt: null });
    });

    test('changes nothing for a subscriber', async () => {
      const email = 'subscribed@example.org';
      await api.call(calls.confirmNewsletter, { body: { token: await tokenFor(email) } });
      await trapped(email);
      expect(await api.mails(email)).toHaveLength(1);
      expect(await signups().findOneByOrFail({ email })).toMatchObject({ heldAt: null });
    });
  });

  test('is sent on to the provider where there is one', async () => {
    const url = 'https://lists.example/join?list=1';
    const other = await startApi({ env: { NEWSLETTER_URL: url } });
    const response = await other.fetch(calls.newsletter.path, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams({ EMAIL: 'form@example.org', b_reference: '' }),
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

    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    const oneClick = 'List-Unsubscribe=One-Click';
    const typed = (type: string, body: string = oneClick) => ({ headers: { 'Content-Type': type }, body });

    test.each<[string, RequestInit]>([
      ['as a form', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
      ['as multipart', { body: multipart }],
      ['as plain text', typed('text/plain')],
      ['as an unknown type', typed('application/octet-stream')],
      ['with a type that is none', typed('one-click')],
      ['in an unknown character set', typed('application/x-www-form-urlencoded; charset=klingon')],
      ['as damaged JSON', typed('application/json', '{')],
      ['with an unfinished multipart body', typed('multipart/form-data', '--')],
      ['without a type', { body: new Blob([oneClick]) }],
      ['without a body', {}],
      [
        'from a program that prefers HTML',
        { headers: { Accept: 'text/html' }, body: new URLSearchParams({}) },
      ],
      ['from another site', { headers: { Origin: 'https://mail.example' }, body: oneClick }],
    ])('ends with one click in a mail program %s, also when it is repeated', async (_, init) => {
      const email = `click-${newToken()}@example.org`;
      const { pathname, search } = await subscribed(email);
      const click = () => api.fetch(pathname + search, { method: 'POST', ...init });
      expect([(await click()).status, (await click()).status]).toEqual([200, 200]);
      expect(await signups().countBy({ email })).toBe(0);
    });

    test.each(['GET', 'HEAD', 'OPTIONS'])('stays when a scanner sends %s', async (method) => {
      const email = `scanned-${method.toLowerCase()}@example.org`;
      const { pathname, search } = await subscribed(email);
      await api.fetch(pathname + search, { method, headers: { Accept: '*/*' } });
      expect(await signups().countBy({ email })).toBe(1);
    });

    test('ends with the button of a page, not when the page is opened', async () => {
      const link = await subscribed('button@example.org');
      const page = await api.fetch(link.pathname + link.search);
      expect(await page.text()).toContain('<button type="submit">Unsubscribe</button>');
      expect(await signups().countBy({ email: 'button@example.org' })).toBe(1);

      const response = await press(link, {}, 'text/html');
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('You have been unsubscribed');
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
