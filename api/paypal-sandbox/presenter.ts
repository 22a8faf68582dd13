import type { Approval, CaptureRecord, OrderRecord, RefundRecord } from './records';

export interface Merchant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** PayPal's representations of orders, captures and refunds. */
export class Presenter {
  constructor(
    private readonly origin: string,
    private readonly merchant: Merchant,
  ) {}

  /** An order in the responses to GET and to `Prefer: return=representation`. */
  order(order: OrderRecord) {
    const { email, id } = this.merchant;
    return {
      id: order.id,
      intent: 'CAPTURE',
      status: order.status,
      ...sourceOf(order),
      purchase_units: [
        {
          reference_id: 'default',
          ...order.request.unit,
          payee: { email_address: email, merchant_id: id },
          ...shippingOf(order),
          ...(order.capture && { payments: this.payments(order, order.capture) }),
        },
      ],
      ...payerOf(order.approval),
      create_time: order.createdAt,
      links: this.orderLinks(order),
    };
  }

  /** The response to create and capture without `Prefer: return=representation`. */
  minimalOrder(order: OrderRecord) {
    const reference_id = order.request.unit.reference_id ?? 'default';
    return {
      id: order.id,
      status: order.status,
      ...sourceOf(order),
      ...(order.capture && {
        purchase_units: [
          { reference_id, ...shippingOf(order), payments: this.payments(order, order.capture) },
        ],
        ...payerOf(order.approval),
      }),
      links: this.orderLinks(order),
    };
  }

  capture(order: OrderRecord, capture: CaptureRecord) {
    const self = `${this.origin}/v2/payments/captures/${capture.id}`;
    return {
      id: capture.id,
      status: capture.status === 'REVERSED' ? 'REFUNDED' : capture.status,
      ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
      amount: capture.amount,
      final_capture: true,
      seller_protection: { status: 'ELIGIBLE' },
      ...shopIdsOf(order),
      supplementary_data: { related_ids: { order_id: order.id } },
      create_time: capture.createdAt,
      update_time: capture.createdAt,
      links: [
        link(self, 'self'),
        link(`${self}/refund`, 'refund', 'POST'),
        link(`${this.origin}/v2/checkout/orders/${order.id}`, 'up'),
      ],
    };
  }

  refund(order: OrderRecord, capture: CaptureRecord, refund: RefundRecord) {
    return {
      id: refund.id,
      status: 'COMPLETED',
      amount: refund.amount,
      ...shopIdsOf(order),
      create_time: refund.createdAt,
      links: [
        link(`${this.origin}/v2/payments/refunds/${refund.id}`, 'self'),
        link(`${this.origin}/v2/payments/captures/${capture.id}`, 'up'),
      ],
    };
  }

  private payments(order: OrderRecord, capture: CaptureRecord) {
    const refunds = capture.refunds.map((refund) => this.refund(order, capture, refund));
    return { captures: [this.capture(order, capture)], ...(refunds.length > 0 && { refunds }) };
  }

  private orderLinks({ id, status, request }: OrderRecord) {
    const self = `${this.origin}/v2/checkout/orders/${id}`;
    if (status === 'COMPLETED') return [link(self, 'self')];
    return [
      link(self, 'self'),
      link(`${this.origin}/checkoutnow?token=${id}`, request.withSource ? 'payer-action' : 'approve'),
      link(`${self}/capture`, 'capture', 'POST'),
    ];
  }
}

function link(href: string, rel: string, method = 'GET') {
  return { href, rel, method };
}

function shopIdsOf({ request }: OrderRecord) {
  const { custom_id, invoice_id } = request.unit;
  return { ...(custom_id && { custom_id }), ...(invoice_id && { invoice_id }) };
}

function payerOf(approval: Approval | undefined) {
  if (!approval) return {};
  const { givenName: given_name, surname, email: email_address, payerId: payer_id, shipping } = approval;
  const address = { country_code: shipping?.countryCode ?? 'GB' };
  return { payer: { name: { given_name, surname }, email_address, payer_id, address } };
}

function sourceOf({ approval, request }: OrderRecord) {
  if (!approval) return request.withSource ? { payment_source: { paypal: {} } } : {};
  const { email, payerId, givenName, surname } = approval;
  if (approval.fundingSource === 'card') {
    const card = { name: `${givenName} ${surname}`, last_digits: '1111', brand: 'VISA', type: 'CREDIT' };
    return { payment_source: { card } };
  }
  const paypal = {
    email_address: email,
    account_id: payerId,
    account_status: 'VERIFIED',
    name: { given_name: givenName, surname },
    address: { country_code: 'GB' },
  };
  return { payment_source: { paypal } };
}

function shippingOf({ approval }: OrderRecord) {
  if (!approval?.shipping) return {};
  const { fullName, line1, line2, city, postcode, countryCode } = approval.shipping;
  const address = {
    address_line_1: line1,
    ...(line2 && { address_line_2: line2 }),
    admin_area_2: city,
    postal_code: postcode,
    country_code: countryCode,
  };
  return { shipping: { name: { full_name: fullName }, address } };
}
