import { calls, PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
import { openOrder } from '../../shared/open-payment';
import { settings, shopAnswers } from '../../testing/shop-api';

/** A script in place of PayPal's, which takes the parameters of its address as a comment. */
const SCRIPT =
  `data:text/javascript,window.paypal={Buttons:({onInit})=>({isEligible:()=>true,close:async()=>{},render:async(box)=>{
const button=document.createElement('button');button.textContent='Pay with PayPal';box.append(button);
onInit({},{enable:async()=>{button.disabled=false},disable:async()=>{button.disabled=true}})}})};//`.replaceAll(
    '\n',
    '',
  );

const items = [
  { productId: 1, quantity: 1 },
  { productId: 8, quantity: 2 },
];
const withButtons = answer(calls.checkoutSettings, () => ({ ...settings, sdkBaseUrl: SCRIPT }));
const page = (shows: string, options: Parameters<typeof pageStory>[3]) =>
  pageStory(remote, paths.checkout, shows, { items, answers: [withButtons, ...shopAnswers()], ...options });

export default {
  loading: page('Secure Checkout', {
    answers: [pending(calls.checkoutSettings), pending(calls.priceBasket), ...shopAnswers()],
  }),
  error: page('Payment is not available right now', {
    answers: [failed(calls.checkoutSettings, 'network'), ...shopAnswers()],
  }),
  'error of the prices': page('We can’t check today’s prices right now', {
    answers: [withButtons, failed(calls.priceBasket, 'network'), ...shopAnswers()],
  }),
  full: page('Pay with PayPal', {}),
  'premium access for a visitor': page('Premium access.', {
    items: [{ productId: PREMIUM_ID, quantity: 1 }],
  }),
  'premium access for a customer': page('Premium access.', {
    items: [{ productId: PREMIUM_ID, quantity: 1 }],
    session: { status: 'in', name: 'Sam Reed' },
  }),
  'payment not known': page('We don’t know yet whether your payment went through', {
    answers: [failed(calls.checkOrder, 'network'), ...shopAnswers()],
    prepare: () => openOrder.write({ link: 'signed.link', number: 'ISA-2026-000123' }),
  }),
} satisfies Stories;
