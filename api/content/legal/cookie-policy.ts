import { type LegalPage, paths } from '@isa/api-contract';
import { emailLink } from './company';

export const cookiePolicy: LegalPage = {
  slug: 'cookie-policy',
  title: 'Cookie Policy',
  summary: 'Four cookies, all of them necessary, none of them for advertising. This page names each one.',
  updatedAt: '2026-11-02T09:00:00Z',
  sections: [
    {
      id: 'cookies-we-set',
      heading: 'The cookies that we set',
      html: `<table><thead><tr><th scope="col">Name</th><th scope="col">What it is for</th><th scope="col">Ends</th></tr></thead><tbody><tr><td><code>token</code></td><td>Shows our server that you are logged in. It holds a random value and no personal data, cannot be read by scripts and is sent to this site only.</td><td>0.1 day after login (about 2 hours 24 minutes), or with the browser session if “Remember me” is not ticked; at once when you log out</td></tr><tr><td><code>isa-session</code></td><td>Tells the page that a login exists, so that the right menu can be drawn. It contains no secret.</td><td>Together with <code>token</code></td></tr><tr><td><code>basket</code></td><td>Remembers the products in your cart as a list of product numbers and quantities.</td><td>30 days after the last change; earlier when the order is paid, when you log out, or when you empty the cart</td></tr><tr><td><code>isa-checkout</code></td><td>Recognises the browser that placed an order, so that a buyer without an account can finish the payment and see the receipt. It holds a random value and cannot be read by scripts.</td><td>24 hours after the last order; at once when you log in or log out</td></tr><tr><td><code>isa-device</code></td><td>Recognises a browser in which you have logged in, so that somebody else’s wrong passwords do not delay your login there. It holds a random value, cannot be read by scripts and grants no access.</td><td>180 days after the last login</td></tr></tbody></table><p>All five are first-party cookies. You receive <code>basket</code> once you add a product, <code>token</code>, <code>isa-session</code> and <code>isa-device</code> once you log in, and <code>isa-checkout</code> once you pay; a visitor who only reads receives none.</p>`,
    },
    {
      id: 'consent',
      heading: 'Why there is no banner',
      html: `<p>The Privacy and Electronic Communications Regulations require consent for cookies that are not strictly necessary for a service you asked for. A login and a cart are such services, and we use cookies for nothing else. There is nothing to consent to, and so nothing that stands in the way of the page.</p>`,
    },
    {
      id: 'payment',
      heading: 'PayPal on the checkout page',
      html: `<p>The payment buttons are loaded from PayPal when you open the checkout, and only there. PayPal then sets cookies of its own on its own domains, for login and against fraud. They are governed by <a href="https://www.paypal.com/uk/legalhub/cookie-full">PayPal’s statement on cookies</a>. If you do not go to the checkout, PayPal is not contacted.</p>`,
    },
    {
      id: 'storage',
      heading: 'Other storage in your browser',
      html: `<p>The site keeps a few notes in your browser’s own storage: how you like to watch (speed, volume, captions), progress in a lesson that could not be sent yet, the names of the products in your cart, an order that is being paid, and a random number that decides whether you are among the first to get a new version of a page. That number never leaves your browser. The notes are not used to recognise you elsewhere and disappear when you clear the site’s data.</p>`,
    },
    {
      id: 'control',
      heading: 'How to delete or block them',
      html: `<p>Every browser can show and delete cookies, usually under Settings, Privacy. Without <code>basket</code> nothing can be bought, and without <code>token</code> nobody can log in; all public pages work without either.</p>`,
    },
    {
      id: 'questions',
      heading: 'Questions and changes',
      html: `<p>Should we ever want a cookie that is not necessary, we will ask before it is set, and refusing will be as easy as agreeing. Questions are welcome at ${emailLink}. What else we hold is described in the <a href="${paths.legal('privacy-policy')}">privacy policy</a>.</p>`,
    },
  ],
};
