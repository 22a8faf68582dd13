import { createHash } from 'node:crypto';
import { calls, messages } from '@isa/api-contract';
import { startApi, type TestApi } from '../../../testing/api';
import { ContactMessages, NewsletterSignups } from '../../database/entities';

/** Submits the page's form like a browser without scripts. */
let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const enquiry = {
  name: 'Ada',
  surname: 'O’Hara & "Sons"',
  email: 'ada@example.org',
  department: 'Customer Support',
  message: '\n<script>alert(1)</script>\n</textarea><img src=x onerror=alert(1)>',
  reference: '',
};

function post(
  { path }: { readonly path: string },
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  to: TestApi = api,
): Promise<Response> {
  return to.fetch(path, {
    method: 'POST',
    headers: { Accept: ACCEPT, Origin: api.deps.env.siteOrigin, ...headers },
    body: new URLSearchParams(fields),
  });
}

const stored = () => api.deps.db.getRepository(ContactMessages).count();

/** The parts of a page that these tests check. */
interface Page {
  readonly markup: string;
  /** The value of a field. */
  value(name: string): string | undefined;
  /** The error messages alongside the fields, from top to bottom. */
  readonly errors: readonly string[];
}

const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

async function pageOf(response: Response): Promise<Page> {
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const markup = await response.text();
  // Submitted text must not become markup.
  expect(markup).not.toMatch(/<script|<img|<b>/);
  const style = /<style>([^]*?)<\/style>/.exec(markup)?.[1] ?? '';
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self'");
  return {
    markup,
    errors: [...markup.matchAll(/<p class="error"[^>]*>([^<]*)</g)].map(([, text = '']) => unescaped(text)),
    value(name) {
      const [tag = ''] =
        new RegExp(`<(?:input|select|textarea)[^>]* name="${name}"[^>]*>`).exec(markup) ?? [];
      const after = markup.slice(markup.indexOf(tag) + tag.length);
      if (tag.startsWith('<textarea')) return unescaped(after.slice(1, after.indexOf('</textarea>')));
      if (tag.startsWith('<select')) return /<option [^>]*\sselected\s*>([^<]*)</.exec(after)?.[1];
      return unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
    },
  };
}

describe('the contact form', () => {
  test('redirects to the confirmation, so that reloading submits nothing again', async () => {
    const before = await stored();
    const response = await post(calls.contact, enquiry);

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/contact?sent=1#message-sent');
    expect(await stored()).toBe(before + 1);
  });

  test('receives a form once that is sent twice within minutes, and a later one as another message', async () => {
    const [email, period] = ['twice@example.org', 10 * 60_000];
    const send = (changes = {}) => post(calls.contact, { ...enquiry, email, ...changes });
    const count = () => api.deps.db.getRepository(ContactMessages).countBy({ email });
    // No period ends between the first requests.
    api.advance(period - (api.deps.now().getTime() % period));

    for (const { status } of [...(await Promise.all([send(), send()])), await send()])
      expect(status).toBe(303);
    expect(await count()).toBe(1);
    expect(await api.mails(email)).toHaveLength(1);
    api.advance(period);
    await send();
    expect(await count()).toBe(1);
    await send({ message: 'Another question' });
    expect(await count()).toBe(2);
    api.advance(2 * period);
    await send();
    expect(await count()).toBe(3);
  });

  test('keeps the fields of a request for a quote that scripts did not send', async () => {
    const quote = { organisation: '', people: '8 "to" 12' };
    const page = await pageOf(await post(calls.contact, { ...enquiry, ...quote }));
    expect(page.errors).toEqual(['Please enter your organisation.']);
    expect([page.value('people'), page.value('place')]).toEqual(['8 "to" 12', '']);
  });

  test('shows the submitted text again with the specified messages alongside the missing fields', async () => {
    const before = await stored();
    const { surname, message, department } = enquiry;
    const response = await post(calls.contact, { ...enquiry, name: ' ', email: 'ada@' });

    expect(response.status).toBe(400);
    const page = await pageOf(response);
    expect(page.errors).toEqual([messages.contact.firstName, messages.contact.email]);
    expect(page.markup).toMatch(/name="email"[^>]* aria-describedby="email-error"/);
    expect(page.value('email')).toBe('ada@');
    expect(page.value('surname')).toBe(surname);
    expect(page.value('message')).toBe(message);
    expect(page.value('department')).toBe(department);
    expect(page.markup).toContain(`<form action="${calls.contact.path}" method="post">`);
    expect(await stored()).toBe(before);
  });

  test('reports every field when all are empty, including the department', async () => {
    const page = await pageOf(await post(calls.contact, {}));

    const { firstName, lastName, email, department, message } = messages.contact;
    expect(page.errors).toEqual([firstName, lastName, email, department, message]);
  });

  test('shows the submitted text again after too many requests and after a database failure', async () => {
    const strict = await startApi({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    await strict.deps.db.query('DROP TABLE contact_replies');
    await strict.deps.db.query('DROP TABLE contact_messages');
    const failed = await post(calls.contact, enquiry, {}, strict);
    const refused = await post(calls.contact, enquiry, {}, strict);

    for (const [response, status] of [
      [failed, 500],
      [refused, 429],
    ] as const) {
      expect(response.status).toBe(status);
      expect((await pageOf(response)).value('message')).toBe(enquiry.message);
    }
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('does not repeat a form that is too large', async () => {
    const response = await post(calls.contact, { ...enquiry, message: 'x'.repeat(200_000) });

    expect(response.status).toBe(413);
    expect((await pageOf(response)).markup).toMatch(/role="alert">[^<]*too large/);
  });
});

describe('the newsletter', () => {
  const site = () => api.deps.env.siteOrigin;

  test.each([
    ['/isa-books/3?from=mail#x', '/isa-books/3#newsletter-sent'],
    ['/', '/#newsletter-sent'],
    ['//evil.example/x', '/#newsletter-sent'],
    ['/api/newsletter', '/#newsletter-sent'],
  ])('leads back to the page %s that it was sent from', async (path, location) => {
    const email = `reader-${createHash('md5').update(path).digest('hex')}@example.org`;
    const response = await post(calls.newsletter, { EMAIL: email }, { Referer: `${site()}${path}` });

    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
    await api.deps.background.settled();
    expect(await api.deps.db.getRepository(NewsletterSignups).countBy({ email })).toBe(1);
  });

  test.each(['https://evil.example/isa-books/3', 'no address', ''])(
    'leads nowhere else, such as to the page of %j',
    async (Referer) => {
      const response = await post(calls.newsletter, { EMAIL: 'a@example.org' }, { Referer });
      expect(response.headers.get('location')).toBe('/#newsletter-sent');
    },
  );

  test('shows the submitted address again', async () => {
    const page = await pageOf(await post(calls.newsletter, { EMAIL: '"><b>x' }));

    expect(page.value('EMAIL')).toBe('"><b>x');
    expect(page.errors).toEqual([messages.contact.email]);
  });
});

test.each([
  ['*/*', { Accept: '*/*' }],
  ['JSON', { Accept: 'application/json' }],
])('a request for %s gets JSON', async (_name, headers) => {
  const accepted = await post(calls.contact, enquiry, headers);
  expect([accepted.status, await accepted.json()]).toEqual([200, { message: expect.any(String) as string }]);

  const refused = await post(calls.contact, {}, headers);
  expect(refused.status).toBe(400);
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
});
