import type { LegalPage } from '@isa/api-contract';
import { emailLink } from './company';

export const cookiePolicy: LegalPage = {
  slug: 'cookie-policy',
  title: 'Cookie Policy',
  summary: 'Three cookies, all of them necessary, none of them for advertising. This page names each one.',
  updatedAt: '2026-11-02T09:00:00Z',
  sections: [
    {
      id: 'cookies-we-set',
      heading: 'The cookies that we set',
      html: `<table><thead><tr><th scope="col">Name</th><th scope="col">What it is for</th><th scope="col">Ends</th></tr></thead><tbody><tr><td><code>token</code></td><td>Shows our server that you are logged in. It holds a random value and no personal data, cannot be read by scripts and is sent to this site only.</td><td>0.1 day after login (about 2 hours 24 minutes), or with the browser session if “Remember me” is not ticked; at once when you log out</td></tr><tr><td><code>isa-session</code></td><td>Tells the page that a login exists, so that the right menu can be drawn. It contains no secret.</td><td>Together with <code>token</code></td></tr><tr><td><code>basket</code></td><td>Remembers the products in your basket as a list of product numbers and quantities.</td><td>When the order is paid, when you log out, or when you delete it</td></tr></tbody></table><p>All three are first-party cookies. You receive <code>basket</code> once you add a product, and the other two once you log in; a visitor who only reads receives none.</p>`,
    },
    {
      id: 'consent',
      heading: 'Why there is no banner',
      html: `<p>The Privacy and Electronic Communications Regulations require consent for cookies that are not strictly necessary for a service you asked for. A login and a basket are such services, and we use cookies for nothing else. There is nothing to consent to, and so nothing that stands in the way of the page.</p>`,
    },
    {
      id: 'payment',
      heading: 'PayPal on the checkout page',
      html: `<p>The payment buttons are loaded from PayPal when you open the checkout, and only there. PayPal then sets cookies of its own on its own domains, for login and against fraud. They are governed by <a href="https://www.paypal.com/uk/legalhub/cookie-full">PayPal’s statement on cookies</a>. If you do not go to the checkout, PayPal is not contacted.</p>`,
    },
    {
      id: 'storage',
      heading: 'Other storage in your browser',
      html: `<p>The site may keep small technical notes in your browser’s storage, for example how far a film has been watched or what you had typed into a form when sending failed. They stay on your device, are not used to recognise you elsewhere and disappear when you clear the site’s data.</p>`,
    },
    {
      id: 'control',
      heading: 'How to delete or block them',
      html: `<p>Every browser can show and delete cookies, usually under Settings, Privacy. Without <code>basket</code> nothing can be bought, and without <code>token</code> nobody can log in; all public pages work without either.</p>`,
    },
    {
      id: 'questions',
      heading: 'Questions and changes',
      html: `<p>Should we ever want a cookie that is not necessary, we will ask before it is set, and refusing will be as easy as agreeing. Questions are welcome at ${emailLink}. What else we hold is described in the <a href="/privacy-policy">privacy policy</a>.</p>`,
    },
  ],
};
