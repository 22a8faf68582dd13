import { normaliseLine } from '@isa/api-contract';
import { z } from 'zod';
import { Orders } from '../../database/entities';
import { addressLines, countryName } from '../../features/orders/address-lines';
import type { OrderDeps } from '../../features/orders/deps';
import { changeAddress } from '../../features/orders/dispatch';
import { orderNumber } from '../../features/orders/order-number';
import type { ApiRouter } from '../../http/context';
import { input, select } from '../../http/form-fields';
import { html } from '../../http/html';
import { required } from '../../http/problem-error';
import { visitorOf } from '../../http/session';
import { addForm, formElement, idOf } from '../forms';
import type { OfficeSession } from '../office-session';

/** Regions that are no country of an address. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The names of the countries by code, in the order of their names. */
const COUNTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRY.has(code))
    .map((code) => [code, countryName(code) ?? code] as const)
    .filter(([code, name]) => name !== code)
    .sort(([, one], [, other]) => one.localeCompare(other, 'en-GB')),
);

const line = (max: number) =>
  z
    .string()
    .transform(normaliseLine)
    .pipe(z.string().max(max, `At most ${max} characters.`));
const optionalLine = (max: number) => line(max).transform((text) => text || undefined);

/** The form for another delivery address, which a buyer has asked for before the books have left. */
export function addAddressPage(router: ApiRouter, session: OfficeSession, deps: OrderDeps): void {
  addForm(router, '/orders/:id/address', session, {
    load: async (ctx) => required(await deps.db.getRepository(Orders).findOneBy({ id: idOf(ctx) })),
    schema: z.object({
      name: line(300).pipe(z.string().min(1, 'Enter a name.')),
      address_line_1: line(300).pipe(z.string().min(1, 'Enter street and number.')),
      address_line_2: optionalLine(300),
      admin_area_2: optionalLine(120),
      admin_area_1: optionalLine(300),
      postal_code: optionalLine(60),
      country_code: z
        .string()
        .refine((code) => Object.hasOwn(COUNTRIES, code), { error: 'Choose a country.' }),
      before: z.string().default(''),
    }),
    initial(order) {
      const { country_code: code = 'GB', ...others } = order.shippingAddress ?? {};
      const address = Object.entries(others).map(([name, text]) => [name, text ?? ''] as const);
      return {
        ...Object.fromEntries(address),
        name: order.shippingName ?? order.buyerName ?? '',
        country_code: code === 'C2' ? 'CN' : code,
        before: addressLines(order).join('\n'),
      };
    },
    page: (order, form) => ({
      title: `Delivery address of order ${orderNumber(order)}`,
      body: html`<p>
          Make sure that it is the buyer who asks. PayPal protects a payment only if the parcel goes to the
          address that the buyer gave there; for another one, ask for its proof of delivery.
        </p>
        ${
          form.values['before'] !== addressLines(order).join('\n') &&
          html`<h2>A colleague has saved</h2>
            <pre>${addressLines(order).join('\n')}</pre>
            <p>If you save, what is in the form replaces it.</p>`
        }
        ${formElement(
          form,
          'Save the address',
          html`<input type="hidden" name="before" value="${addressLines(order).join('\n')}" />
            ${input(form, { name: 'name', label: 'Name', required: true })}
            ${input(form, { name: 'address_line_1', label: 'Street and number', required: true })}
            ${input(form, { name: 'address_line_2', label: 'Flat, building or department' })}
            ${input(form, { name: 'admin_area_2', label: 'Town or city' })}
            ${input(form, { name: 'admin_area_1', label: 'County or state' })}
            ${input(form, { name: 'postal_code', label: 'Postcode' })}
            ${select(form, { name: 'country_code', label: 'Country', options: COUNTRIES })}`,
        )}
        <p><a href="/orders/${order.id}">Back to the order</a></p>`,
    }),
    async submit({ id }, { name, before, ...address }, ctx) {
      const by = visitorOf(ctx).userId;
      await changeAddress(deps, id, { shippingName: name, shippingAddress: address, before, by });
      return `/orders/${id}`;
    },
  });
}
