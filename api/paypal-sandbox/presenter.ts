import type { Approval, CaptureRecord, OrderRecord, RefundRecord } from './records';

export interface Merchant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** PayPal's representation of an order, as with `Prefer: return=representation`. */
export function presentPaypalOrder(
  order: OrderRecord,
  { origin, merchant }: { readonly origin: string; readonly merchant: Merchant },
) {
  const { id, approval, capture, request, status } = order;
  const shipping = approval?.shipping;
  const self = `${origin}/v2/checkout/orders/${id}`;
  const approve = request.withSource ? 'payer-action' : 'approve';
  const unit = {
    reference_id: 'default',
    ...request.unit,
    payee: { email_address: merchant.email, merchant_id: merchant.id, ...request.unit.payee },
    ...(shipping && {
      shipping: {
        name: { full_name: shipping.fullName },
        address: {
          address_line_1: shipping.line1,
          admin_area_2: shipping.city,
          postal_code: shipping.postcode,
          country_code: shipping.countryCode,
        },
      },
    }),
    ...(capture && {
      payments: {
        captures: [presentCapture(order, capture, origin)],
        refunds: capture.refunds.map((refund) => presentRefund(order, capture, refund, origin)),
      },
    }),
  };
  return {
    id,
    intent: 'CAPTURE',
    status,
    ...((approval || request.withSource) && { payment_source: sourceOf(approval) }),
    purchase_units: Array.from({ length: order.units }, () => unit),
    ...(approval && {
      payer: {
        name: { given_name: approval.givenName, surname: approval.surname },
        email_address: approval.email,
        payer_id: approval.payerId,
        address: { country_code: 'GB' },
      },
    }),
    create_time: order.createdAt,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${origin}/checkoutnow?token=${id}`, rel: approve, method: 'GET' },
      { href: `${self}/capture`, rel: 'capture', method: 'POST' },
    ].slice(0, status === 'COMPLETED' ? 1 : 3),
  };
}

export function presentCapture(order: OrderRecord, capture: CaptureRecord, origin: string) {
  return {
    id: capture.id,
    status: capture.status === 'REVERSED' ? 'REFUNDED' : capture.status,
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: capture.amount,
    final_capture: true,
    ...shopIdsOf(order),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: capture.createdAt,
    links: [{ href: `${origin}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' }],
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
    status: refund.status,
    ...(refund.status !== 'COMPLETED' && { status_details: { reason: 'ECHECK' } }),
    amount: refund.amount,
    ...shopIdsOf(order),
    ...(refund.customId !== undefined && { custom_id: refund.customId }),
    create_time: refund.createdAt,
    links: [{ href: `${origin}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' }],
  };
}

function shopIdsOf({ request }: OrderRecord) {
  const { custom_id, invoice_id } = request.unit;
  return { ...(custom_id && { custom_id }), ...(invoice_id && { invoice_id }) };
}

function sourceOf(approval: Approval | undefined) {
  if (!approval) return { paypal: {} };
  const { email, payerId } = approval;
  if (approval.fundingSource === 'card') return { card: { last_digits: '1111', brand: 'VISA' } };
  return { paypal: { email_address: email, account_id: payerId } };
}
