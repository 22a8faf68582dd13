import { academy, type LegalPage, paths, postalAddress } from '@isa/api-contract';
import { emailLink } from './company';
import { retentionTable } from './retention';

export const privacyPolicy: LegalPage = {
  slug: 'privacy-policy',
  title: 'Privacy Policy',
  summary: 'Which personal data we hold, why, for how long, and what you can ask of us.',
  updatedAt: '2026-11-22T09:00:00Z',
  sections: [
    {
      id: 'controller',
      heading: 'Who is responsible',
      html: `<p>${academy.legalName}, ${postalAddress}, is the controller under the UK GDPR and the Data Protection Act 2018. Questions of data protection reach the responsible person at ${emailLink}. An academy that teaches discretion should practise it: we collect what a task needs, keep it as short as we may and do not sell it.</p>`,
    },
    {
      id: 'visiting',
      heading: 'When you only read',
      html: `<p>Our server notes the time, the page, the kind of browser and the IP address of a request in order to keep the service safe and working. There is no advertising, no profile and no analytics service of a third party. If a page fails in your browser, a short technical report tells us which part failed; it carries no name and nothing that you typed. In the same way pages count how often and how fast they came up, without an address, an identifier or anything about you; a browser that sends Global Privacy Control or Do Not Track reports nothing at all.</p>`,
    },
    {
      id: 'account',
      heading: 'When you open an account',
      html: `<p>We store your user name, full name, e-mail address and a one-way hash of your password; the password itself is never stored. Sessions are kept as a hash as well and end after 0.1 day. If you add a passkey, we store its public key and the name that you give it. A security log records log-ins, failed ones too, and changes to an account, with the number of the account and a shortened IP address. For each account we record which courses were bought and, where you watch them, how far you have come, so that a lesson resumes where you left it.</p>`,
    },
    {
      id: 'buying',
      heading: 'When you buy',
      html: `<p>PayPal handles the payment and is a controller in its own right. It tells us your name, your e-mail address, the delivery address of books and whether the payment succeeded; card numbers never reach us. We keep the order with its lines, VAT and, for online courses, the record of your consent to immediate supply.</p>`,
    },
    {
      id: 'writing',
      heading: 'When you write to us',
      html: `<p>The contact form stores your name, e-mail address, the department that you chose and your message, and sends them to the people who answer. Please do not name third parties or describe operations in a first message; we will offer a safer way.</p><p>The newsletter needs your e-mail address and your confirmation by a link. To stop it, write to us through the contact page, and we remove the address.</p>`,
    },
    {
      id: 'bases',
      heading: 'Purposes, legal bases and periods',
      html: retentionTable(),
    },
    {
      id: 'sharing',
      heading: 'Who else sees data',
      html: `<p>Carriers receive the name and address on a parcel. Our hosting and mail providers process data on our instructions under contract. Beyond that we disclose data only where a law or a court obliges us to, and we check each request for its legal ground before we answer it.</p><p>If a provider processes data outside the United Kingdom, this happens on the basis of adequacy regulations or of the International Data Transfer Agreement.</p>`,
    },
    {
      id: 'security',
      heading: 'How data is protected',
      html: `<p>Connections are encrypted. Access is given by role and logged; secrets are stored hashed; backups are encrypted and tested. Our information security follows ISO 27001. Should a breach put you at risk, we tell you and the Information Commissioner’s Office without undue delay.</p>`,
    },
    {
      id: 'rights',
      heading: 'Your rights',
      html: `<p>You may ask for access, correction, erasure, restriction and a portable copy, object to processing that rests on legitimate interest, and withdraw consent at any time with effect for the future. An informal message suffices; we answer within one month. No decision about you is made by a machine alone.</p><p>You may complain to the Information Commissioner’s Office, Wycliffe House, Water Lane, Wilmslow SK9 5AF, <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>. We would be glad to hear from you first.</p>`,
    },
    {
      id: 'children',
      heading: 'Children and changes',
      html: `<p>The site is meant for professionals and not for people under 18. When this policy changes in substance, account holders are told by e-mail; the date above shows the version in force. Cookies are described in the <a href="${paths.legal('cookie-policy')}">cookie policy</a>.</p>`,
    },
  ],
};
