import type { Approval, CaptureRecord, OrderRecord, RefundRecord, ShippingAddress } from './records';

export interface Merchant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The addresses and the merchant in PayPal's representations. */
export interface Presentation {
  readonly origin: string;
  readonly merchant: Merchant;
}

/** An order in the responses to GET and to `Prefer: return=representation`. */
export function presentOrder(order: OrderRecord, { origin, merchant }: Presentation) {
  const { unit } = order.request;
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...presentSource(order),
    purchase_units: [
      {
        reference_id: 'default',
        ...unit,
        payee: { email_address: merchant.email, merchant_id: merchant.id },
        ...presentShipping(order.approval?.shipping),
        ...(order.capture && { payments: presentPayments(order, order.capture, origin) }),
      },
    ],
    ...presentPayer(order.approval),
    create_time: order.createdAt,
    links: orderLinks(order, origin),
  };
}

/** The response to create and capture without `Prefer: return=representation`. */
export function presentMinimal(order: OrderRecord, { origin }: Presentation) {
  return {
    id: order.id,
    status: order.status,
    ...presentSource(order),
    ...(order.capture && {
      purchase_units: [
        {
          reference_id: order.request.unit.reference_id ?? 'default',
          ...presentShipping(order.approval?.shipping),
          payments: presentPayments(order, order.capture, origin),
        },
      ],
      ...presentPayer(order.approval),
    }),
    links: orderLinks(order, origin),
  };
}

function presentPayments(order: OrderRecord, capture: CaptureRecord, origin: string) {
  const refunds = capture.refunds.map((refund) => presentRefund(order, capture, refund, origin));
  return { captures: [presentCapture(order, capture, origin)], ...(refunds.length > 0 && { refunds }) };
}

export function presentCapture(order: OrderRecord, capture: CaptureRecord, origin: string) {
  const self = `${origin}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status === 'REVERSED' ? 'REFUNDED' : capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE' },
    ...shopIds(order),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: capture.createdAt,
    update_time: capture.createdAt,
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${origin}/v2/checkout/orders/${order.id}`, 'up'),
    ],
  };
}

export function presentRefund(
  order: OrderRecord,
  capture: CaptureRecord,
  refund: RefundRecord,
  origin: string,
) {
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: refund.amount,
    ...shopIds(order),
    create_time: refund.createdAt,
    links: [
      link(`${origin}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${origin}/v2/payments/captures/${capture.id}`, 'up'),
    ],
  };
}

function shopIds({ request }: OrderRecord) {
  const { custom_id, invoice_id } = request.unit;
  return { ...(custom_id && { custom_id }), ...(invoice_id && { invoice_id }) };
}

function link(href: string, rel: string, method = 'GET') {
  return { href, rel, method };
}

function orderLinks({ id, status, request }: OrderRecord, origin: string) {
  const self = `${origin}/v2/checkout/orders/${id}`;
  const links = [link(self, 'self')];
  if (status === 'COMPLETED') return links;
  const rel = request.withSource ? 'payer-action' : 'approve';
  return [
    ...links,
    link(`${origin}/checkoutnow?token=${id}`, rel),
    link(`${self}/capture`, 'capture', 'POST'),
  ];
}

function presentPayer(approval: Approval | undefined) {
  return (
    approval && {
      payer: {
        name: { given_name: approval.givenName, surname: approval.surname },
        email_address: approval.email,
        payer_id: approval.payerId,
        address: { country_code: approval.shipping?.countryCode ?? 'GB' },
      },
    }
  );
}

function presentSource({ approval, request }: OrderRecord) {
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

function presentShipping(shipping: ShippingAddress | undefined) {
  return (
    shipping && {
      shipping: {
        name: { full_name: shipping.fullName },
        address: {
          address_line_1: shipping.line1,
          ...(shipping.line2 && { address_line_2: shipping.line2 }),
          admin_area_2: shipping.city,
          postal_code: shipping.postcode,
          country_code: shipping.countryCode,
        },
      },
    }
  );
}
