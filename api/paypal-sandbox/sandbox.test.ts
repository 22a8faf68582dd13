import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleApproval } from './records';
import {
  type Sandbox,
  sampleCredentials,
  sampleMerchant,
  type SandboxOptions,
  startSandbox,
} from './sandbox';

const options: SandboxOptions = { port: 0, credentials: sampleCredentials, merchant: sampleMerchant };
const gbp = (value: string) => ({ currency_code: 'GBP', value });
const request = (unit: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: gbp('10.00'), ...unit }],
});

describe('the payment sandbox', () => {
  let sandbox: Sandbox;
  let token: string;
  beforeAll(async () => {
    sandbox = await startSandbox(options);
    const response = await fetch(`${sandbox.origin}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('sandbox-client:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    token = ((await response.json()) as { access_token: string }).access_token;
  });
  afterAll(() => sandbox.stop());

  async function rest(method: string, address: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(sandbox.origin + address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const approve = (id: string) => sandbox.payments.approve(id, sampleApproval(sandbox.payments.order(id)));

  it('responds with errors in PayPal’s shape', async () => {
    const { status, body } = await rest('POST', '/v2/checkout/orders/UNKNOWN/capture', {});
    expect(status).toBe(404);
    expect(body).toEqual({
      name: 'RESOURCE_NOT_FOUND',
      message: 'The specified resource does not exist.',
      debug_id: expect.stringMatching(/^[0-9a-f]{13}$/) as unknown,
      details: [
        expect.objectContaining({ issue: 'INVALID_RESOURCE_ID', description: expect.any(String) as unknown }),
      ],
      links: [expect.objectContaining({ rel: 'information_link' })],
    });
  });

  it.each([
    ['malformed JSON', '{', 400, 'MALFORMED_REQUEST_JSON'],
    ['no purchase units', { intent: 'CAPTURE' }, 400, 'MISSING_REQUIRED_PARAMETER'],
    ['an unsupported intent', { ...request(), intent: 'GIFT' }, 400, 'INVALID_PARAMETER_VALUE'],
    ['an amount that is no decimal', request({ amount: gbp('ten') }), 400, 'INVALID_PARAMETER_SYNTAX'],
    [
      'a negative quantity',
      request({ items: [{ name: 'A', quantity: '-1', unit_amount: gbp('1.00') }] }),
      400,
      'INVALID_PARAMETER_SYNTAX',
    ],
    [
      'a name that is too long',
      request({ items: [{ name: 'A'.repeat(128), quantity: '1', unit_amount: gbp('1.00') }] }),
      400,
      'INVALID_STRING_LENGTH',
    ],
    ['a zero amount', request({ amount: gbp('0.00') }), 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['three decimals', request({ amount: gbp('1.001') }), 422, 'DECIMAL_PRECISION'],
    [
      'an unknown currency',
      request({ amount: { currency_code: 'XXX', value: '1.00' } }),
      422,
      'INVALID_CURRENCY_CODE',
    ],
    [
      'items without their total',
      request({ items: [{ name: 'A', quantity: '1', unit_amount: gbp('10.00') }] }),
      422,
      'ITEM_TOTAL_REQUIRED',
    ],
    [
      'a wrong item total',
      request({
        amount: { ...gbp('10.00'), breakdown: { item_total: gbp('10.00') } },
        items: [{ name: 'A', quantity: '2', unit_amount: gbp('10.00') }],
      }),
      422,
      'ITEM_TOTAL_MISMATCH',
    ],
    [
      'a wrong sum',
      request({
        amount: { ...gbp('10.00'), breakdown: { item_total: gbp('10.00'), shipping: gbp('1.00') } },
      }),
      422,
      'AMOUNT_MISMATCH',
    ],
    ['another merchant', request({ payee: { merchant_id: 'SOMEBODY' } }), 422, 'PAYEE_ACCOUNT_INVALID'],
  ])('rejects an order with %s', async (_, body, status, issue) => {
    const response = await rest('POST', '/v2/checkout/orders', body);
    expect(response.status).toBe(status);
    expect(response.body['details']).toEqual([expect.objectContaining({ issue })]);
  });

  it('responds to a capture with 201, to its repetition with 200 and to another capture with 422', async () => {
    const created = await rest('POST', '/v2/checkout/orders', request());
    expect(created).toMatchObject({ status: 201, body: { status: 'CREATED' } });
    const id = String(created.body['id']);
    const capture = (key: string) =>
      rest('POST', `/v2/checkout/orders/${id}/capture`, {}, { 'paypal-request-id': key });
    expect((await capture('one')).body['details']).toEqual([
      expect.objectContaining({ issue: 'ORDER_NOT_APPROVED' }),
    ]);
    approve(id);
    expect(await capture('one')).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
    expect(await capture('one')).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    const other = await capture('two');
    expect(other.status).toBe(422);
    expect(other.body['details']).toEqual([expect.objectContaining({ issue: 'ORDER_ALREADY_CAPTURED' })]);
  });

  it('rejects requests without a valid token', async () => {
    expect((await rest('GET', '/v2/checkout/orders/X', undefined, { authorization: '' })).status).toBe(401);
    expect(
      (await rest('GET', '/v2/checkout/orders/X', undefined, { authorization: 'Bearer guessed' })).status,
    ).toBe(401);
  });

  describe('pages and script for browsers', () => {
    const script = async (query: string) => fetch(`${sandbox.origin}/sdk/js?${query}`);

    it.each([
      ['client-id=sandbox-client&currency=GBP&enable-funding=paylater,venmo', ['paypal', 'paylater', 'card']],
      [
        'client-id=sandbox-client&currency=USD&enable-funding=paylater,venmo',
        ['paypal', 'paylater', 'venmo', 'card'],
      ],
      ['client-id=sandbox-client&currency=GBP', ['paypal', 'card']],
      ['client-id=sandbox-client&currency=GBP&disable-funding=card', ['paypal']],
    ])('with %s the script offers only eligible funding sources: %j', async (query, funding) => {
      expect(await (await script(query)).text()).toContain(`"funding":${JSON.stringify(funding)}`);
    });

    it.each(['', 'client-id=other', 'client-id=sandbox-client&currency=XXX'])(
      'serves no buttons for "%s"',
      async (query) => {
        const response = await script(query);
        expect(response.status).toBe(400);
        expect(await response.text()).toMatch(/^throw new Error\("SDK Validation error/);
      },
    );

    it('shows that no money moves and escapes the shop’s texts', async () => {
      const { record } = sandbox.payments.create(
        request({
          amount: { ...gbp('10.00'), breakdown: { item_total: gbp('10.00') } },
          items: [{ name: '<img src=x onerror=alert(1)>', quantity: '1', unit_amount: gbp('10.00') }],
        }),
        undefined,
      );
      const page = await fetch(
        `${sandbox.origin}/checkoutnow?token=${record.id}&fundingSource=card&origin=javascript:alert(1)`,
      );
      const text = await page.text();
      expect(text).toContain('No money moves here');
      expect(text).not.toContain('<img');
      expect(text).not.toContain('javascript:');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    });

    it('approves an order with the chosen card and a valid email address', async () => {
      const { record } = sandbox.payments.create(request(), undefined);
      const send = (email: string) =>
        fetch(`${sandbox.origin}/checkoutnow/approve`, {
          method: 'POST',
          body: new URLSearchParams({ token: record.id, email, instrument: 'declined' }),
        });
      const refused = await send('no address');
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain('Enter an email address');
      expect(sandbox.payments.order(record.id).status).toBe('CREATED');
      expect((await send('buyer@example.org')).status).toBe(200);
      expect(sandbox.payments.order(record.id).approval).toMatchObject({
        email: 'buyer@example.org',
        instrument: 'declined',
        shipping: { fullName: 'Alex Morgan' },
      });
    });

    it('plays a payer without an address, in PayPal’s C2, whose payment is reviewed and whose window closes early', async () => {
      const { record } = sandbox.payments.create(request(), undefined);
      const fields = {
        token: record.id,
        email: '',
        instrument: 'reviewed',
        countryCode: 'C2',
        closes: 'early',
      };
      const page = await fetch(`${sandbox.origin}/checkoutnow/approve`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      expect(await page.text()).toContain('data-closes="early"');
      const { approval } = sandbox.payments.order(record.id);
      expect(approval).toMatchObject({ email: undefined, shipping: { countryCode: 'C2' } });
      expect(sandbox.payments.capture(record.id, undefined).record.capture?.status).toBe('PENDING');
    });

    it.each(['', '?token=UNKNOWN', '?token=a&token=b'])('shows an error page for %s', async (query) => {
      const text = await (await fetch(`${sandbox.origin}/checkoutnow${query}`)).text();
      expect(text).toContain('This payment cannot go on');
    });
  });

  it('opens the control endpoint only on request', async () => {
    expect((await fetch(`${sandbox.origin}/sandbox/control/orders`)).status).toBe(404);
    const controlled = await startSandbox({ ...options, control: true });
    const { record } = controlled.payments.create(request(), undefined);
    const control = (address: string, method: string, body?: object) =>
      fetch(`${controlled.origin}/sandbox/control${address}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await control(`/orders/${record.id}/approve`, 'POST', {})).status).toBe(204);
    expect(controlled.payments.order(record.id).status).toBe('APPROVED');
    expect((await control('/faults', 'PUT', { slowMs: -1 })).status).toBe(400);
    expect((await control('/faults', 'PUT', { capture: 'pending' })).status).toBe(204);
    await controlled.stop();
  });

  it('restores orders and request ids after a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
    const stateFile = path.join(folder, 'state.jsonl');
    const first = await startSandbox({ ...options, stateFile });
    const { record } = first.payments.create(request(), 'key');
    first.payments.approve(record.id, sampleApproval(record));
    first.payments.capture(record.id, 'capture-key');
    await first.stop();
    const second = await startSandbox({ ...options, stateFile });
    expect(second.payments.order(record.id)).toEqual(first.payments.order(record.id));
    expect(second.payments.create(request(), 'key')).toMatchObject({
      fresh: false,
      record: { id: record.id },
    });
    expect(second.payments.capture(record.id, 'capture-key').fresh).toBe(false);
    await second.stop();
    rmSync(folder, { recursive: true });
  });
});
