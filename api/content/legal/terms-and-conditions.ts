import {
  academy,
  delivery,
  formatPounds,
  type LegalPage,
  paths,
  postalAddress,
  PREMIUM_PRICE,
  SHIPPING_PRICE,
} from '@isa/api-contract';
import { emailLink } from './company';

export const termsAndConditions: LegalPage = {
  slug: 'terms-and-conditions',
  title: 'Terms and Conditions',
  summary:
    'What you and the academy owe each other when you use this site, buy a book or unlock the online courses.',
  updatedAt: '2026-11-22T09:00:00Z',
  sections: [
    {
      id: 'who-we-are',
      heading: 'Who we are and how a contract is made',
      html: `<p>This site is run by ${academy.legalName}, ${postalAddress} (“we”). You can reach us at ${emailLink} or on <a href="${academy.phone.href}">${academy.phone.display}</a>, ${academy.hours}.</p><p>Presenting goods on the site is an invitation to order. You make an offer when you approve the payment; we accept it when the payment is captured and the confirmation with your order number is shown and sent to the e-mail address known to the payment provider. If we cannot accept an order, nothing is charged or the full amount is returned.</p><p>The contract is made in English. Please keep the confirmation: it is your receipt and names the price, the VAT of each line and these terms as they stood on the day.</p>`,
    },
    {
      id: 'support',
      heading: 'Support',
      html: `<p>Messages sent through the <a href="${paths.contact}">contact form</a> or by e-mail are received around the clock, seven days a week. Faults that keep a customer from a paid course, and problems with a payment, are dealt with first, at any hour. Other questions are answered during office hours, as a rule within two working days.</p><p>Please give your order number where there is one. We will never ask for your password or your card number.</p>`,
    },
    {
      id: 'prices',
      heading: 'Prices, VAT and delivery charges',
      html: `<p>All prices are in pounds sterling and include VAT where it is due. The cart shows the total “including VAT”, and the confirmation states the VAT contained in every line:</p><table><thead><tr><th scope="col">What you buy</th><th scope="col">VAT</th></tr></thead><tbody><tr><td>Printed books</td><td>0% (zero-rated)</td></tr><tr><td>Premium access to the online courses, ${formatPounds(PREMIUM_PRICE)}</td><td>20%</td></tr><tr><td>Delivery of zero-rated books</td><td>0%</td></tr></tbody></table><p>Delivery costs ${formatPounds(SHIPPING_PRICE)} for each order that contains a printed book, however many books it holds. Nothing is charged for delivery where an order consists of online courses alone. Customs duty or import tax outside the United Kingdom is borne by the recipient.</p>`,
    },
    {
      id: 'payments',
      heading: 'Secure payments',
      html: `<p>You pay through PayPal, with a PayPal account or with a card. Card details are entered on the provider’s own form over an encrypted connection; they neither pass through our servers nor are stored there. We receive the outcome of the payment, your name, your e-mail address and, for books, the delivery address.</p><p>The amount is worked out on our server from the current catalogue and checked against what you were shown. If a price has changed while your cart was open, you are told before anything is charged.</p>`,
    },
    {
      id: 'books',
      heading: 'Delivery of printed books',
      html: `<p>${delivery.times} If a book has not reached you within 30 days of the order, you may cancel that order and have the whole sum back.</p><p>A book that is described as to be published is a pre-order. It is charged with the order and sent on publication; until it is sent you may cancel it at any time and without giving a reason. The risk of loss passes to you when the parcel is handed over at your address.</p>`,
    },
    {
      id: 'returns',
      heading: 'Returning books: your 14 days',
      html: `<p>If you buy as a consumer you may cancel a purchase of printed books within <strong>14 days after the day on which you receive them</strong>, without giving a reason (Consumer Contracts Regulations 2013). Where one order arrives in several parcels, the period runs from the last of them. Tell us plainly, by letter, e-mail or contact form; the model form at the end of this page may be used but need not be.</p><p>Send the books back within 14 days of telling us. We refund the price and the standard delivery charge within 14 days of receiving them, or of proof that they were posted, by the means with which you paid. You bear the direct cost of the return. We may deduct the loss in value caused by more handling than you would give a book in a shop.</p>`,
    },
    {
      id: 'digital-content',
      heading: 'Online courses: immediate access and the right to cancel',
      html: `<p>Premium access is digital content that is not supplied on a tangible medium. The law gives consumers 14 days to cancel such a contract, unless supply begins earlier at their express request.</p><p>Access opens the moment your payment is captured. Before paying you are therefore asked to tick a box: you <strong>ask for immediate supply and acknowledge that you lose the right to cancel once access has begun</strong>. Without that tick the order cannot be placed. Your confirmation repeats the consent; it is recorded with the order and its time.</p><p>The waiver concerns a change of mind only. If the content is faulty, not as described or not fit for its purpose, your rights under the Consumer Rights Act 2015 are untouched.</p>`,
    },
    {
      id: 'licence',
      heading: 'What premium access gives you',
      html: `<p>One payment of ${formatPounds(PREMIUM_PRICE)} opens all 33 lessons of the course Basic Covert Surveillance to your account. There is no subscription and no renewal. A lesson that has not been recorded yet is marked “in production” before you order, with a sample that everybody can watch; it opens in your account, at no extra charge, as soon as it is recorded. The lesson price of £24.99 is stated for comparison; lessons are not sold one by one.</p><p>The licence is personal. You may watch as often as you wish on your own devices; you may not download, record, show publicly, resell or share the lessons or your login. We may end access that is shared or resold, after a warning where this is reasonable.</p>`,
    },
    {
      id: 'updates',
      heading: 'Periodic updates',
      html: `<p>Lessons are reviewed at regular intervals against changes in law, practice and equipment. A lesson that is revised replaces the old one in your account at no charge. We do not take content away that you have paid for, except where the law or a court requires it, and then with a refund of a fair part of the price.</p><p>Errata to printed books are published on this site, free of charge, until the next edition appears.</p>`,
    },
    {
      id: 'account',
      heading: 'Your account',
      html: `<p>You need an account to buy and watch online courses; books can be bought without one. Please give your own name and a working e-mail address and keep your password to yourself. A login ends by itself after about two hours and twenty-four minutes, or as soon as you log out. Resetting the password ends every open session.</p>`,
    },
    {
      id: 'training',
      heading: 'Training held in person and services',
      html: `<p>Training courses, consultancy and investigations are agreed individually and in writing; what this site says about them describes our practice and is no offer. Some programmes are open only to certain applicants, as stated on their pages. We may ask for proof of identity, of service or of lawful purpose, and may decline without giving reasons.</p>`,
    },
    {
      id: 'faults',
      heading: 'If something is wrong',
      html: `<p>Goods and digital content must be of satisfactory quality, fit for purpose and as described. A faulty book can be returned for a full refund within 30 days; afterwards we replace it first and refund it if that fails. Digital content is repaired or replaced within a reasonable time and without cost to you, failing which part or all of the price is returned.</p><p>We are responsible for loss that we cause by breaking these terms and that both sides could have foreseen. Nothing here limits liability for death or personal injury caused by negligence, for fraud, or wherever the law does not allow it. To businesses we are not liable for loss of profit.</p>`,
    },
    {
      id: 'law',
      heading: 'Complaints, law and courts',
      html: `<p>Write to ${emailLink} with the word “complaint” in the subject. A person who was not involved in the matter answers within ten working days.</p><p>The contract is governed by the law of England and Wales. Consumers who live in Scotland or Northern Ireland may also go to the courts there, and consumers elsewhere keep the protection of mandatory rules at home.</p>`,
    },
    {
      id: 'model-form',
      heading: 'Model cancellation form',
      html: `<p>To ${academy.legalName}, ${postalAddress}, ${academy.email}:</p><blockquote><p>I hereby give notice that I cancel my contract of sale of the following goods:<br>Ordered on / received on:<br>Order number:<br>Name of consumer:<br>Address of consumer:<br>Signature (on paper only):<br>Date:</p></blockquote>`,
    },
  ],
};
