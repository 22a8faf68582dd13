import { PREMIUM_ID } from '@isa/api-contract';
import { type Shop, startShop } from '../features/orders/testing/shop';

/**
 * Every call of specification §7 as the specification defines it: by a client that uses only HTTP and JSON and
 * nothing of this project, with its token in the body or the query and without cookies.
 */
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});

interface JsonResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(path: string, body: unknown): Promise<JsonResponse> {
  const response = await shop.api.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as JsonResponse['body'] };
}

async function get(path: string): Promise<JsonResponse> {
  const response = await shop.api.fetch(path);
  return { status: response.status, body: (await response.json()) as JsonResponse['body'] };
}

let count = 0;
async function customer() {
  count += 1;
  const email = `client-${count}@example.org`;
  const password = 'correct horse';
  await post('/api/signup', { username: 'client', name: 'Plain Client', email, password });
  const { body } = await post('/api/login', { email, password });
  return { email, password, token: String(body['token']) };
}

test('POST /api/signup: a failure has the message "Already registered"', async () => {
  const person = {
    username: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    password: 'analytical engine',
  };

  expect((await post('/api/signup', person)).status).toBe(200);
  const again = await post('/api/signup', person);
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect(again.body['message']).toBe('Already registered');
});

test('POST /api/login: the response contains the token', async () => {
  const { email, password, token } = await customer();

  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await post('/api/login', { email, password: `${password}!` })).status).toBe(401);
});

test('POST /api/takeUser: success or failure', async () => {
  const { token } = await customer();

  expect((await post('/api/takeUser', { token })).status).toBe(200);
  expect((await post('/api/takeUser', { token: 'forged' })).status).toBe(401);
  expect((await post('/api/takeUser', {})).status).toBe(401);
});

test('POST /api/forgot-password and /api/reset-password/{token}', async () => {
  const { email, token } = await customer();
  expect((await post('/api/forgot-password', { email })).status).toBe(200);
  const mail = (await shop.api.mails(email)).at(-1);
  const link = /\/reset\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';

  expect((await post(`/api/reset-password/${link}`, { newPassword: 'short' })).status).toBe(400);
  expect((await post(`/api/reset-password/${link}`, { newPassword: 'battery staple' })).status).toBe(200);
  expect((await post(`/api/reset-password/${link}`, { newPassword: 'battery staple' })).status).toBe(410);
  expect((await post('/api/takeUser', { token })).status).toBe(401);
  expect((await post('/api/login', { email, password: 'battery staple' })).status).toBe(200);
});

test('GET /api/get-user-permissions: a message, and 404 for an unknown token', async () => {
  const { token } = await customer();

  expect(await get(`/api/get-user-permissions?token=${token}`)).toEqual({
    status: 200,
    body: { message: 'not granted' },
  });
  expect((await get('/api/get-user-permissions?token=forged')).status).toBe(404);
  expect((await get('/api/get-user-permissions')).status).toBe(404);
});

test('POST /api/process-purchase, then permissions, courses and video, all by token', async () => {
  const { token } = await customer();
  const order = [{ id: PREMIUM_ID, title: 'Premium', price: 77, currency: 'GBP', quantity: 1 }];
  const before = await shop.api.fetch(`/api/video/1007.mp4?token=${token}`);
  expect(before.status).toBe(403);
  expect((await post('/api/process-purchase', { token, order })).status).toBe(409);
  expect((await post('/api/coursesByUser', { token })).body).toEqual({ courses: [] });

  // Only a browser can pay; the plain client sends the claim.
  const { providerOrderId, headers } = await shop.order([{ productId: 1007, quantity: 1 }], {
    Cookie: `token=${token}`,
    Origin: shop.api.deps.env.siteOrigin,
  });
  shop.approve(providerOrderId);
  await shop.capture(providerOrderId, headers);
  const claim = await post('/api/process-purchase', { token, order });
  expect(claim.status).toBe(200);
  expect((await post('/api/process-purchase', { token, order })).status).toBe(200);

  expect((await get(`/api/get-user-permissions?token=${token}`)).body).toEqual({ message: 'granted' });
  const { body } = await post('/api/coursesByUser', { token });
  expect(body['courses']).toHaveLength(33);
  expect(body['courses']).toContainEqual({ course_id: 1007 });
  const part = await shop.api.fetch(`/api/video/1007.mp4?token=${token}`, {
    headers: { Range: 'bytes=0-99' },
  });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-type')).toBe('video/mp4');
  expect((await part.arrayBuffer()).byteLength).toBe(100);
});

test('POST (form) of the contact page: the message is accepted', async () => {
  const response = await shop.api.fetch('/api/contact', {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Ada',
      surname: 'Lovelace',
      email: 'ada@example.org',
      department: 'Customer Support',
      message: 'Hello',
    }),
  });
  expect(response.status).toBe(200);
});

test('POST (form) of the newsletter: EMAIL and a honeypot', async () => {
  const response = await shop.api.fetch('/api/newsletter', {
    method: 'POST',
    body: new URLSearchParams({ EMAIL: 'ada@example.org', b_reference: '' }),
  });
  expect(response.status).toBe(200);
});
