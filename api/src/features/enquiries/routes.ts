import { calls, emailKey } from '@isa/api-contract';
import { callSchemas } from '@isa/api-contract/schemas';
import type { Deps } from '../../deps';
import { type ApiRouter, createRouter } from '../../http/context';
import type { Allowance } from '../../http/limits';
import { answerForms } from '../../http/form-answers';
import { mount } from '../../http/mount';
import { acceptForms } from '../../http/read-body';
import { createEnquiries } from './enquiries';
import { contactFormAnswers, newsletterFormAnswers } from './form-pages';

const messages: Allowance = { name: 'contact', attempts: 10, seconds: 600 };
const signUps: Allowance = { name: 'newsletter', attempts: 10, seconds: 600 };
/** Nobody's mailbox is filled by others entering its address. */
const mailsPerReader: Allowance = { name: 'newsletter-reader', attempts: 2, seconds: 3600 };
const links: Allowance = { name: 'newsletter-link', attempts: 20, seconds: 600 };

/** The contact form and the newsletter (specification §2, §7); both also take plain HTML forms. */
export function enquiryRoutes(deps: Deps): ApiRouter {
  const { limits, later } = deps;
  const enquiries = createEnquiries(deps);
  const router = createRouter();

  router.post(calls.contact.path, answerForms(contactFormAnswers));
  mount(
    router,
    calls.contact,
    callSchemas.contact,
    limits.perAddress(messages),
    acceptForms,
    async ({ body }) => {
      // Machines are told what people are told, so that they learn nothing.
      if (!body.website) await enquiries.receive(body);
      return { message: 'Thank you, your message has arrived.' };
    },
  );

  router.post(calls.newsletter.path, answerForms(newsletterFormAnswers(deps.env.siteOrigin)));
  mount(
    router,
    calls.newsletter,
    callSchemas.newsletter,
    limits.perAddress(signUps),
    acceptForms,
    ({ body }) => {
      // After the answer, whose time would else tell who reads the newsletter.
      later.run(async () => {
        if (body.b_name) return;
        if (await limits.allows(mailsPerReader, emailKey(body.EMAIL))) await enquiries.subscribe(body.EMAIL);
      });
      return { message: 'Please follow the link in the mail that we have sent you.' };
    },
  );

  mount(
    router,
    calls.confirmNewsletter,
    callSchemas.confirmNewsletter,
    limits.perAddress(links),
    async ({ body }) => {
      await enquiries.confirm(body.token);
      return { message: 'Your subscription is confirmed.' };
    },
  );

  return router;
}
