import { html } from '../../src/http/html';
import type { Merchant } from '../presenter';
import type { OrderRecord } from '../records';
import type { ApprovalFields, FieldErrors } from './approval-form';
import { layout } from './layout';
import {
  addressFields,
  cancelForm,
  instruments,
  linesTable,
  pounds,
  radio,
  summaryHead,
  textField,
} from './page-parts';
import { needsShipping, sampleBuyers } from './sample-buyers';
import { type BuyerSession, sessionFields } from './session';

interface OrderPage {
  readonly order: OrderRecord;
  readonly merchant: Merchant;
  readonly session: BuyerSession;
}

export function openingPage(): string {
  return layout('Opening', html`<p class="wait" role="status">Opening the payment window…</p>`);
}

/** The first step with a PayPal account: the choice of the buyer. */
export function loginPage({ order, merchant, session }: OrderPage): string {
  const [first] = sampleBuyers;
  return layout(
    'Log in',
    html`${summaryHead(order, merchant)}
      <h1>Log in to pay</h1>
      <form method="post" action="/checkoutnow/login">
        ${sessionFields(session)}
        <fieldset>
          <legend>Sample buyer</legend>
          ${sampleBuyers.map(({ key, account, address }) =>
            radio(
              'buyer',
              key,
              key === first.key,
              `${account.givenName} ${account.surname}`,
              `${address.city}, United Kingdom`,
              html`data-email="${account.email}"`,
            ),
          )}
        </fieldset>
        ${textField('email', 'E-mail', first.account.email, undefined, html`type="email" autocomplete="off"`, 'The shop learns this address; put your own to follow a receipt.')}
        <button class="primary" type="submit">Log in</button>
      </form>
      ${cancelForm(session)}`,
  );
}

/** The last step: order, address and payment method. Card payments have only this step. */
export function reviewPage(
  page: OrderPage & { readonly fields: ApprovalFields; readonly errors?: FieldErrors },
): string {
  const { order, merchant, session, fields, errors = {} } = page;
  const total = pounds(order.request.unit.amount);
  const card = session.fundingSource === 'card';
  const count = Object.keys(errors).length;
  return layout(
    'Review and pay',
    html`${summaryHead(order, merchant)}
      <h1>${card ? 'Pay by card' : 'Review and pay'}</h1>
      ${
        count > 0 &&
        html`<p class="alert" role="alert">
          ${count === 1 ? 'One field needs' : `${count} fields need`} your attention.
        </p>`
      }
      ${linesTable(order)}
      <form method="post" action="/checkoutnow/approve" novalidate>
        ${sessionFields(session)}
        <input type="hidden" name="buyer" value="${fields.buyer}" />
        ${instruments(session, fields, order)}
        <fieldset>
          <legend>${card ? 'Contact' : 'Account'}</legend>
          ${textField('email', 'E-mail', fields.email, errors.email, html`type="email" autocomplete="email"`)}
          ${textField('fullName', 'Full name', fields.fullName, errors.fullName, html`autocomplete="name"`)}
        </fieldset>
        ${needsShipping(order) && addressFields(fields, errors)}
        <button class="primary" type="submit">Pay ${total}</button>
      </form>
      ${cancelForm(session)}`,
  );
}

type Result =
  | { readonly type: 'approved'; readonly payerID: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'error'; readonly message: string };

/** Sends the result to the opener and closes the window; the text is for windows that stay open. */
export function resultPage(session: BuyerSession, result: Result): string {
  const [title, text] = {
    approved: ['Thank you', 'The shop is completing your order. This window closes by itself.'] as const,
    cancelled: ['Payment cancelled', 'Nothing was paid. You may close this window.'] as const,
    error: ['This payment cannot go on', result.type === 'error' ? result.message : ''] as const,
  }[result.type];
  const message = JSON.stringify({ from: 'paypal-sandbox', orderID: session.token, ...result });
  return layout(
    title,
    html`<div data-result="${message}" data-origin="${session.origin}">
      <h1>${title}</h1>
      <p role="status">${text}</p>
      <button class="primary" type="button" data-close>Back to the shop</button>
    </div>`,
  );
}
