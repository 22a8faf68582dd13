import { calls, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { ContactMessages, NewsletterSignups } from '../../database/entities';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

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

  test('accepts the form of a page without scripts', async () => {
    const before = await stored();
    const response = await api.fetch(calls.contact.path, {
      method: 'POST',
      body: new URLSearchParams(enquiry),
    });

    expect(response.status).toBe(200);
    expect(await stored()).toBe(before + 1);
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

  test('accepts the form of a page without scripts', async () => {
    const response = await api.fetch(calls.newsletter.path, {
      method: 'POST',
      body: new URLSearchParams({ EMAIL: 'form@example.org', b_name: '' }),
    });

    expect(response.status).toBe(200);
    expect(await api.mails('form@example.org')).toHaveLength(1);
  });
});
