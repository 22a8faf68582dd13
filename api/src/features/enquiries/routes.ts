import { calls, emailKey } from '@isa/api-contract';
import type { CoreDeps } from '../../http/deps';
import { type ApiRouter, createRouter } from '../../http/context';
import { respondToForms } from '../../http/form-responses';
import type { RateLimit } from '../../http/limits';
import { mount } from '../../http/mount';
import { sendHtmlPage } from '../../http/html-page';
import { acceptForms, FORM, ignoreBody } from '../../http/read-body';
import { createEnquiries } from './enquiries';
import { contactForm, newsletterForm, unsubscribeAnswer, unsubscribePage } from './form-pages';

const messages: RateLimit = { name: 'contact', attempts: 10, seconds: 600 };
const signUps: RateLimit = { name: 'newsletter', attempts: 10, seconds: 600 };
/** The limit that keeps others from flooding a mailbox by entering its address. */
const mailsPerRecipient: RateLimit = { name: 'newsletter-recipient', attempts: 2, seconds: 3600 };
/** The links are signed, and the servers of a large mail provider send the clicks of all its readers. */
const oneClicks: RateLimit = { name: 'newsletter-unsubscribe', attempts: 3000, seconds: 600 };
const links: RateLimit = { name: 'newsletter-link', attempts: 20, seconds: 600 };

/** The contact form and the newsletter (specification §2, §7); both also accept plain HTML forms. */
export function enquiryRoutes(deps: CoreDeps): ApiRouter {
  const { limits, background } = deps;
  const enquiries = createEnquiries(deps);
  const router = createRouter();

  router.post(calls.contact.path, respondToForms(contactForm));
  mount(router, 'contact', [limits.perAddress(messages), acceptForms], async ({ body, ctx }) => {
    await enquiries.receive(body, Boolean(body.reference), Boolean(ctx.is(FORM)));
    return { message: 'Thank you, your message has arrived.' };
  });

  const { newsletterUrl } = deps.env;
  if (newsletterUrl !== undefined) {
    // Scripts send the form to the provider themselves; without scripts the browser repeats it there (RFC 9110
    // §15.4.8).
    router.post(calls.newsletter.path, (ctx) => {
      ctx.redirect(newsletterUrl);
      ctx.status = 307;
    });
  }
  router.post(calls.newsletter.path, respondToForms(newsletterForm(deps.env.siteOrigin)));
  mount(router, 'newsletter', [limits.perAddress(signUps), acceptForms], ({ body }) => {
    // The work is done in the background, because the response time would otherwise reveal who reads the
    // newsletter.
    background.run(async () => {
      if (await limits.tryConsume(mailsPerRecipient, emailKey(body.EMAIL)))
        await enquiries.subscribe(body.EMAIL, Boolean(body.b_reference));
    });
    return { message: 'Thank you. We have sent an email to this address with the next step.' };
  });

  mount(router, 'confirmNewsletter', [limits.perAddress(links)], async ({ body }) => {
    await enquiries.confirm(body.token);
    return { message: 'Your subscription is confirmed.' };
  });

  // Mail programs and scanners open links, so that only the button ends the subscription.
  router.get(calls.unsubscribeNewsletter.path, (ctx) => sendHtmlPage(ctx, unsubscribePage));
  router.post(calls.unsubscribeNewsletter.path, ignoreBody, unsubscribeAnswer);
  mount(router, 'unsubscribeNewsletter', [limits.perAddress(oneClicks)], async ({ query }) => {
    await enquiries.unsubscribe(query.token);
    return { message: 'You have been unsubscribed.' };
  });

  return router;
}
