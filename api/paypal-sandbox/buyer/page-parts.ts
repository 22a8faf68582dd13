import { formatPounds, fromDecimal, pence } from '@isa/api-contract';
import { html, type Html } from '../../src/http/html';
import { amountOf, type Money } from '../order-request';
import type { Merchant } from '../presenter';
import type { OrderRecord } from '../records';
import { type ApprovalFields, countries, type FieldErrors } from './approval-form';
import { type BuyerSession, sessionFields } from './session';

export function summaryHead(order: OrderRecord, merchant: Merchant): Html {
  const name = order.request.context.brand_name ?? merchant.name;
  return html`<div class="head">
    <p class="caption">${name}</p>
    <p class="total">${pounds(order.request.unit.amount)}</p>
  </div>`;
}

export function linesTable(order: OrderRecord): Html {
  const { amount, items = [] } = order.request.unit;
  const { shipping } = amount.breakdown ?? {};
  return html`<table>
    <caption class="caption">
      Your order
    </caption>
    <tbody>
      ${items.map(({ name, quantity, unit_amount }) =>
        row(
          html`${name} <span class="quantity">× ${quantity}</span>`,
          formatPounds(pence(amountOf(unit_amount) * Number(quantity))),
        ),
      )}
      ${amountOf(shipping) > 0 && row('Shipping', formatPounds(pence(amountOf(shipping))))}
    </tbody>
    <tfoot>
      ${row('Total', pounds(amount))}
    </tfoot>
  </table>`;
}

function row(heading: string | Html, amount: string): Html {
  return html`<tr>
    <th scope="row">${heading}</th>
    <td>${amount}</td>
  </tr>`;
}

export function instruments(
  { fundingSource }: BuyerSession,
  fields: ApprovalFields,
  order: OrderRecord,
): Html {
  const third = pence(Math.ceil(amountOf(order.request.unit.amount) / 3));
  const [accepted, hint] = (
    {
      paypal: ['Visa ending 1111', 'Accepted by its bank'],
      card: ['4111 1111 1111 1111', 'A sample card that its bank accepts'],
      paylater: ['Pay in 3', `${formatPounds(third)} today and in each of the next two months`],
    } as const
  )[fundingSource];
  const declined = fundingSource === 'card' ? '4000 0000 0000 0002' : 'Visa ending 0002';
  const choice = (value: string, title: string, text: string) =>
    radio('instrument', value, fields.instrument === value, title, text);
  return html`<fieldset>
    <legend>${fundingSource === 'card' ? 'Card' : 'Pay with'}</legend>
    ${choice('accepted', accepted, hint)}
    ${choice('declined', declined, 'Declined by its bank, to see what the shop does')}
  </fieldset>`;
}

/** One choice of a group: a radio button with a title and a text. */
export function radio(
  name: string,
  value: string,
  checked: boolean,
  title: string,
  text: string,
  attributes?: Html,
): Html {
  return html`<label class="choice"
    ><input type="radio" name="${name}" value="${value}" ${attributes} ${checked && html`checked`} /><span
      ><strong>${title}</strong>${text}</span
    ></label
  >`;
}

export function addressFields(fields: ApprovalFields, errors: FieldErrors): Html {
  return html`<fieldset>
    <legend>Ship to</legend>
    ${textField('line1', 'Address', fields.line1, errors.line1, html`autocomplete="address-line1"`)}
    ${textField('line2', 'Address, second line (optional)', fields.line2, undefined, html`autocomplete="address-line2"`)}
    ${textField('city', 'Town or city', fields.city, errors.city, html`autocomplete="address-level2"`)}
    ${textField('postcode', 'Postcode', fields.postcode, errors.postcode, html`autocomplete="postal-code"`)}
    <div class="field">
      <label for="countryCode">Country</label>
      <select id="countryCode" name="countryCode" autocomplete="country">
        ${countries.map(
          ([code, name]) =>
            html`<option value="${code}" ${code === fields.countryCode && html`selected`}>${name}</option>`,
        )}
      </select>
    </div>
  </fieldset>`;
}

export function textField(
  name: keyof ApprovalFields,
  label: string,
  value: string,
  error: string | undefined,
  attributes: Html,
  hint?: string,
): Html {
  const described = error ? `${name}-error` : hint ? `${name}-hint` : undefined;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${attributes}
      ${described !== undefined && html`aria-describedby="${described}"`}
      ${error !== undefined && html`aria-invalid="true"`}
    />
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
    ${error === undefined && hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}

export function cancelForm(session: BuyerSession): Html {
  return html`<form method="post" action="/checkoutnow/cancel" class="quiet">
    ${sessionFields(session)}
    <button class="secondary" type="submit">Cancel and return to the shop</button>
  </form>`;
}

export function pounds({ currency_code, value }: Money): string {
  const amount = fromDecimal(value);
  return amount !== undefined && currency_code === 'GBP' ? formatPounds(amount) : `${value} ${currency_code}`;
}
