import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { sampleApproval } from '../../../../paypal-sandbox/records';
import {
  type Sandbox,
  sampleCredentials,
  sampleMerchant,
  startSandbox,
} from '../../../../paypal-sandbox/sandbox';
import { serve } from '../../../../testing/test-server';
import { describeProvider, type ProviderUnderTest, samplePayment } from '../testing/provider-contract';
import { createPaypalClient } from './paypal-client';
import { createPaypalHttp } from './paypal-http';
import type { PaypalSettings } from './paypal-settings';

const settings: PaypalSettings = {
  apiOrigin: 'http://localhost:0',
  clientId: sampleCredentials.clientId,
  clientSecret: sampleCredentials.secret,
  webhookId: 'webhook',
  merchantId: sampleMerchant.id,
  brandName: 'Academy',
  timeoutMs: 500,
  retryPauseMs: 1,
  stopMs: 1000,
};

let sandbox: Sandbox;
let underTest: ProviderUnderTest;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, credentials: sampleCredentials, merchant: sampleMerchant });
  const here = { ...settings, apiOrigin: sandbox.origin };
  underTest = {
    provider: createPaypalClient(here),
    stranger: createPaypalClient({ ...here, clientSecret: 'wrong-secret' }),
    merchantId: sampleMerchant.id,
    approve: (id, instrument = 'accepted') =>
      void sandbox.payments.approve(id, { ...sampleApproval(sandbox.payments.order(id)), instrument }),
  };
});
afterAll(() => sandbox.stop());

describeProvider('the sandbox', () => underTest, { buyer: true });

describe('the PayPal client', () => {
  afterEach(() => sandbox.setFaults({}));
  const create = () => underTest.provider.createPayment(samplePayment(), crypto.randomUUID());

  it('requests one token for many calls', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    const client = createPaypalClient({ ...settings, apiOrigin: sandbox.origin });
    await Promise.all(
      Array.from({ length: 5 }, () => client.createPayment(samplePayment(), crypto.randomUUID())),
    );
    const tokenRequests = fetched.mock.calls.filter(
      ([address]) => typeof address === 'string' && address.endsWith('/v1/oauth2/token'),
    );
    expect(tokenRequests).toHaveLength(1);
  });

  it('requests a token again when the first request failed', async () => {
    const client = createPaypalClient({ ...settings, apiOrigin: sandbox.origin });
    sandbox.setFaults({ rest: [{ operation: 'token', kind: 'error-before', status: 503, times: 3 }] });
    await expect(client.createPayment(samplePayment(), 'key-1')).rejects.toMatchObject({ id: 'unavailable' });
    await expect(client.createPayment(samplePayment(), 'key-1')).resolves.toBeDefined();
  });

  it('gives up after three attempts', async () => {
    const before = sandbox.orders.size;
    sandbox.setFaults({ rest: [{ operation: 'create', kind: 'error-before', status: 500, times: 3 }] });
    await expect(create()).rejects.toMatchObject({ id: 'unavailable' });
    expect(sandbox.orders.size).toBe(before);
    await expect(create()).resolves.toBeDefined();
  });

  it('creates one order although a response got lost', async () => {
    const before = sandbox.orders.size;
    sandbox.setFaults({ rest: [{ operation: 'create', kind: 'hang-up-after', times: 2 }] });
    await create();
    expect(sandbox.orders.size).toBe(before + 1);
  });

  it('respects the time limit', async () => {
    sandbox.setFaults({ slowMs: 600 });
    await expect(underTest.provider.readPayment('X')).rejects.toMatchObject({ id: 'unavailable' });
  });

  describe('with invalid responses', () => {
    let apiOrigin: string;
    /** A response without a body stalls after its headers. */
    let invalid: { status: number; body: string | undefined };
    beforeAll(async () => {
      const server = createServer((request, response) => {
        const token = request.url === '/v1/oauth2/token';
        response.statusCode = token ? 200 : invalid.status;
        const body = token ? '{"access_token":"t","expires_in":3600}' : invalid.body;
        if (body === undefined) response.flushHeaders();
        else response.end(body);
      });
      apiOrigin = (await serve(server)).origin;
    });

    it.each([
      [403, '{"name":"NOT_AUTHORIZED","details":[{"issue":"PERMISSION_DENIED"}]}', true],
      [422, '{"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"CAPTURE_FULLY_REFUNDED"}]}', false],
    ])('tells a refusal of the account from one of the payment: %i', async (status, body, notPermitted) => {
      invalid = { status, body };
      const client = createPaypalClient({ ...settings, apiOrigin });
      await expect(client.refundCapture('X', 'key')).rejects.toMatchObject({ id: 'refused', notPermitted });
    });

    it('ends a call whose body stalls at the time limit, and removes its listener', async () => {
      invalid = { status: 200, body: undefined };
      const hurry = new AbortController();
      const call = createPaypalHttp({ ...settings, apiOrigin }, hurry.signal, () => new Date());
      const reading = call({ method: 'GET', path: '/', response: z.unknown() });
      await expect(reading).rejects.toMatchObject({ id: 'unavailable' });
      expect(getEventListeners(hurry.signal, 'abort')).toEqual([]);
    });

    it('treats a certificate whose body stalls as unavailable', async () => {
      invalid = { status: 200, body: undefined };
      const headers: Readonly<Record<string, string>> = {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': `${apiOrigin}/v1/notifications/certs/CERT-1`,
      };
      const client = createPaypalClient({ ...settings, apiOrigin });
      const event = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: {} });
      const reading = client.readEvent(
        (name) => headers[name] ?? 'x',
        event,
        async () => undefined,
      );
      await expect(reading).rejects.toMatchObject({ id: 'unavailable' });
    });

    it.each([
      [200, '', 'unavailable'],
      [200, '<html>', 'unavailable'],
      [200, '{}', 'unreadable'],
      [200, '{"id":"X","status":"COMPLETED","purchase_units":[]}', 'unreadable'],
      [502, '<html>Bad gateway</html>', 'unavailable'],
      [429, '{"name":"RATE_LIMIT_REACHED"}', 'unavailable'],
    ])('treats the response %i %s as %s', async (status, body, id) => {
      invalid = { status, body };
      const client = createPaypalClient({ ...settings, apiOrigin });
      await expect(client.readPayment('X')).rejects.toMatchObject({ id });
    });
  });

  it('reads a payment although what describes its buyer has another shape', async () => {
    const amount = { currency_code: 'GBP', value: '34.74' };
    const order = {
      id: 'X',
      status: 'COMPLETED',
      purchase_units: [
        {
          custom_id: 'request',
          payee: { merchant_id: sampleMerchant.id },
          amount,
          items: [{ sku: 1 }],
          shipping: { name: null, address: { address_line_1: 'Main Street', postal_code: null } },
          payments: { captures: [{ id: 'C', status: 'COMPLETED', amount }] },
        },
      ],
      payer: { payer_id: 7, email_address: 'alex@example.org', name: 'Alex' },
      payment_source: null,
    };
    const token = { access_token: 't', expires_in: 3600 };
    const server = createServer((request, response) =>
      response.end(JSON.stringify(request.url === '/v1/oauth2/token' ? token : order)),
    );
    const client = createPaypalClient({ ...settings, apiOrigin: (await serve(server)).origin });
    expect(await client.readPayment('X')).toMatchObject({
      state: 'captured',
      customId: 'request',
      merchantId: sampleMerchant.id,
      capture: { captureId: 'C', state: 'completed', value: 3474 },
      shipping: { address: { address_line_1: 'Main Street' } },
      buyer: { email: 'alex@example.org', name: undefined },
    });
  });

  it('does not call PayPal during a pause that it asks for', async () => {
    let calls = 0;
    const server = createServer((request, response) => {
      if (request.url === '/v1/oauth2/token') return response.end('{"access_token":"t","expires_in":3600}');
      calls += 1;
      response.statusCode = 503;
      return response.setHeader('Retry-After', '30').end('{}');
    });
    const client = createPaypalClient({ ...settings, apiOrigin: (await serve(server)).origin });
    for (let at = 0; at < 3; at += 1) {
      await expect(client.readPayment('X')).rejects.toMatchObject({ id: 'unavailable' });
    }
    expect(calls).toBe(1);
  });

  it('reports an unreachable provider as unavailable', async () => {
    const client = createPaypalClient({ ...settings, apiOrigin: 'http://localhost:1' });
    await expect(client.readPayment('X')).rejects.toMatchObject({ id: 'unavailable' });
  });
});
