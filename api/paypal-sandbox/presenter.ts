import type { Approval, CaptureRecord, OrderRecord, RefundRecord, ShippingAddress } from './records';

export interface Merchant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

interface Surroundings {
  readonly origin: string;
  readonly merchant: Merchant;
}

/** An order as `Prefer: return=representation` and GET show it. */
export function presentOrder(order: OrderRecord, { origin, merchant }: Surroundings) {
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

/** What create and capture answer unless a representation was preferred. */
export function presentMinimal(order: OrderRecord, { origin }: Surroundings) {
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
  const { custom_id, invoice_id } = order.request.unit;
  const self = `${origin}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status: capture.status === 'REVERSED' ? 'REFUNDED' : capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE' },
    ...(custom_id && { custom_id }),
    ...(invoice_id && { invoice_id }),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: capture.createdAt,
    update_time: capture.createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${origin}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

export function presentRefund(
  order: OrderRecord,
  capture: CaptureRecord,
  refund: RefundRecord,
  origin: string,
) {
  const { custom_id, invoice_id } = order.request.unit;
  return {
    id: refund.id,
    status: 'COMPLETED',
    amount: refund.amount,
    ...(custom_id && { custom_id }),
    ...(invoice_id && { invoice_id }),
    create_time: refund.createdAt,
    links: [
      { href: `${origin}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

function orderLinks({ id, status, request }: OrderRecord, origin: string) {
  const self = `${origin}/v2/checkout/orders/${id}`;
  const links = [{ href: self, rel: 'self', method: 'GET' }];
  if (status === 'COMPLETED' || status === 'VOIDED') return links;
  return [
    ...links,
    {
      href: `${origin}/checkoutnow?token=${id}`,
      rel: request.withSource ? 'payer-action' : 'approve',
      method: 'GET',
    },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
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
  const { email, payerId, givenName, surname, fundingSource } = approval;
  const name = { given_name: givenName, surname };
  return {
    payment_source:
      fundingSource === 'card'
        ? { card: { name: `${givenName} ${surname}`, last_digits: '1111', brand: 'VISA', type: 'CREDIT' } }
        : {
            paypal: {
              email_address: email,
              account_id: payerId,
              account_status: 'VERIFIED',
              name,
              address: { country_code: 'GB' },
            },
          },
  };
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
