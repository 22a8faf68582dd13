import { calls, paths, PREMIUM_ID } from '@isa/api-contract';
import { answer, failed, pageStory, pending, type Stories } from '@isa/contract/testing';
import remote from '../../remote';
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
  'premium access for a visitor': page('Premium access', { items: [{ productId: PREMIUM_ID, quantity: 1 }] }),
  'premium access for a customer': page('Premium access', {
    items: [{ productId: PREMIUM_ID, quantity: 1 }],
    session: { status: 'in', name: 'Sam Reed' },
  }),
} satisfies Stories;
