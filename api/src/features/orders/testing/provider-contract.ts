import { randomUUID } from 'node:crypto';
import { pence } from '@isa/api-contract';
import type { PaymentProvider } from '../payments/paypal-client';
import type { NewPayment } from '../payments/paypal-order';
import type { PaymentErrorId } from '../payments/provider';

/** A provider under test, and a buyer's actions. */
export interface ProviderUnderTest {
  readonly provider: PaymentProvider;
  /** The same provider with wrong credentials. */
  readonly stranger: PaymentProvider;
  readonly merchantId: string;
  readonly approve: (providerOrderId: string, instrument?: 'accepted' | 'declined') => void;
}

/** A payment for two copies of a book and premium access, with shipping. */
export function samplePayment(changes: Partial<NewPayment> = {}): NewPayment {
  return {
    customId: randomUUID(),
    invoiceId: `TEST-${randomUUID()}`,
    accountKey: undefined,
    currency: 'GBP',
    lines: [
      { sku: '1', name: 'Volume 1', quantity: 2, unitPrice: pence(3474), digital: false },
      { sku: '1999', name: 'Premium access', quantity: 1, unitPrice: pence(7700), digital: true },
    ],
    subtotal: pence(14_648),
    shipping: pence(1500),
    total: pence(16_148),
    needsAddress: true,
    ...changes,
  };
}

/**
 * The behaviour of a payment provider that the shop relies on. The sandbox is tested in every run, and a real
 * PayPal account can be tested with the same suite, so that the two do not diverge.
 * @param buyer whether `approve` works; the real PayPal requires a person.
 */
export function describeProvider(
  name: string,
  open: () => ProviderUnderTest,
  { buyer }: { readonly buyer: boolean },
): void {
  const failure = (call: Promise<unknown>): Promise<PaymentErrorId | 'none'> =>
    call.then(
      () => 'none',
      (error: { id: PaymentErrorId }) => error.id,
    );
  const create = async (changes?: Partial<NewPayment>) => {
    const payment = samplePayment(changes);
    return { payment, ...(await open().provider.createPayment(payment, randomUUID())) };
  };

  describe(`the payment provider contract, fulfilled by ${name}`, () => {
    it('creates an order and returns its id, amount and account', async () => {
      const { payment, providerOrderId } = await create();
      const found = await open().provider.readPayment(providerOrderId);
      expect(found).toMatchObject({
        providerOrderId,
        state: 'open',
        customId: payment.customId,
        amount: { currency: 'GBP', value: 16_148 },
        merchantId: open().merchantId,
        capture: undefined,
      });
    });

    it('creates one order of two requests with the same key', async () => {
      const [payment, key] = [samplePayment(), randomUUID()];
      const first = await open().provider.createPayment(payment, key);
      expect(await open().provider.createPayment(payment, key)).toEqual(first);
    });

    it.each([
      ['a total that is not the sum', { total: pence(1) }],
      ['items that do not add up', { subtotal: pence(1), total: pence(1501) }],
      ['nothing to pay', { lines: [], subtotal: pence(0), shipping: pence(0), total: pence(0) }],
      ['a currency that does not exist', { currency: 'XXX' }],
    ])('refuses %s', async (_, changes) => {
      expect(await failure(open().provider.createPayment(samplePayment(changes), randomUUID()))).toBe(
        'refused',
      );
    });

    it('reports an unknown order', async () => {
      expect(await failure(open().provider.readPayment('5O190127TN364715T'))).toBe('unknown');
      expect(await failure(open().provider.capturePayment('5O190127TN364715T', randomUUID()))).toBe(
        'unknown',
      );
      expect(await failure(open().provider.refundCapture('2GG279541U471931P', randomUUID()))).toBe('unknown');
    });

    it('captures nothing before the buyer approves', async () => {
      const { providerOrderId } = await create();
      const id = await failure(open().provider.capturePayment(providerOrderId, randomUUID()));
      // PayPal names an order that was created with a payment source by either issue.
      expect(['not-approved', 'declined']).toContain(id);
    });

    it('rejects wrong credentials without revealing them', async () => {
      const error: unknown = await open()
        .stranger.readPayment('5O190127TN364715T')
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ id: 'refused' });
      expect(String(error)).not.toMatch(/wrong-secret|Basic|Bearer/);
    });

    it('rejects a webhook that it did not sign', async () => {
      const headers: Readonly<Record<string, string>> = {
        'paypal-transmission-id': randomUUID(),
        'paypal-transmission-time': '2026-01-01T00:00:00Z',
        'paypal-transmission-sig': 'AAAA',
        'paypal-cert-url': 'https://attacker.example/v1/notifications/certs/CERT-1',
        'paypal-auth-algo': 'SHA256withRSA',
      };
      const event = JSON.stringify({ id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: {} });
      const reading = open().provider.readEvent(
        (header) => headers[header] ?? '',
        event,
        async () => undefined,
      );
      expect(await failure(reading)).toBe('not-authentic');
    });
  });

  if (!buyer) return;
  describe(`the payment provider contract with a buyer, fulfilled by ${name}`, () => {
    it('captures once, also with another key', async () => {
      const { payment, providerOrderId } = await create();
      open().approve(providerOrderId);
      expect(await open().provider.readPayment(providerOrderId)).toMatchObject({ state: 'approved' });
      const key = randomUUID();
      const captured = await open().provider.capturePayment(providerOrderId, key);
      expect(captured).toMatchObject({
        state: 'captured',
        customId: payment.customId,
        source: 'paypal',
        capture: { state: 'completed', currency: 'GBP', value: 16_148, refunds: [] },
      });
      expect(captured.buyer?.email).toMatch(/@/);
      expect(captured.shipping?.address.country_code).toBe('GB');
      expect((await open().provider.capturePayment(providerOrderId, key)).capture).toEqual(captured.capture);
      expect(await failure(open().provider.capturePayment(providerOrderId, randomUUID()))).toBe(
        'already-captured',
      );
    });

    it('finds captures and refunds in the account’s records', async () => {
      const from = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000);
      const { payment, providerOrderId } = await create({ accountKey: 'the key of an account' });
      open().approve(providerOrderId);
      const { capture } = await open().provider.capturePayment(providerOrderId, randomUUID());
      const captureId = capture?.captureId ?? '';
      const list = () => open().provider.listPayments(from, new Date(Date.now() + 1000));
      expect((await list()).captureIds).toContain(captureId);
      expect((await list()).completeUntil.getTime()).toBeGreaterThan(from.getTime());
      expect(await open().provider.readCaptured(captureId)).toMatchObject({
        providerOrderId,
        customId: payment.customId,
        invoiceId: payment.invoiceId,
        accountKey: 'the key of an account',
        lines: [
          { sku: '1', quantity: 2 },
          { sku: '1999', quantity: 1 },
        ],
        capture: { captureId, at: expect.any(Date) as Date },
      });
      await open().provider.refundCapture(captureId, randomUUID());
      // A refund names the capture exactly once.
      expect((await list()).captureIds.filter((id) => id === captureId)).toHaveLength(1);
      expect(await failure(open().provider.readCaptured('2GG279541U471931P'))).toBe('unknown');
    });

    it('reports a declined payment method and accepts another one', async () => {
      const { providerOrderId } = await create();
      open().approve(providerOrderId, 'declined');
      expect(await failure(open().provider.capturePayment(providerOrderId, randomUUID()))).toBe('declined');
      open().approve(providerOrderId, 'accepted');
      expect((await open().provider.capturePayment(providerOrderId, randomUUID())).state).toBe('captured');
    });

    it('captures one invoice once', async () => {
      const invoiceId = `TEST-${randomUUID()}`;
      const [first, second] = [await create({ invoiceId }), await create({ invoiceId })];
      open().approve(first.providerOrderId);
      open().approve(second.providerOrderId);
      await open().provider.capturePayment(first.providerOrderId, randomUUID());
      expect(await failure(open().provider.capturePayment(second.providerOrderId, randomUUID()))).toBe(
        'refused',
      );
    });

    it('refunds the whole capture once', async () => {
      const { providerOrderId } = await create();
      open().approve(providerOrderId);
      const { capture } = await open().provider.capturePayment(providerOrderId, randomUUID());
      const [captureId, key] = [capture?.captureId ?? '', randomUUID()];
      await open().provider.refundCapture(captureId, key);
      await open().provider.refundCapture(captureId, key);
      expect(await failure(open().provider.refundCapture(captureId, randomUUID()))).toBe('refused');
      expect((await open().provider.readPayment(providerOrderId)).capture).toMatchObject({
        state: 'refunded',
        refunds: [{ state: 'done', amount: 16_148, customId: key }],
      });
    });
  });
}
