import { calls, DEPARTMENTS, paths, sentAnchors } from '@isa/api-contract';
import { plainField, plainInput, introduction } from '../../http/form-parts';
import { html, type Html } from '../../http/html';
import type { FormFields } from '../../http/context';
import type { FormResponses } from '../../http/form-responses';
import type { PlainPage } from '../../http/plain-page';
import type { ProblemError } from '../../http/problem-error';

/** The contact form for browsers without scripts, with the fields and texts of the contact page. */
export const contactForm: FormResponses = {
  done: () => `${paths.contactSent}#${sentAnchors.contact}`,
  failed: (problem, fields) => ({
    title: 'Your message was not sent yet',
    body: html`${introduction(problem)}
      <form action="/api/contact" method="post">
        ${plainInput(problem, fields, { name: 'name', label: 'First name', autocomplete: 'given-name', max: 120 })}
        ${plainInput(problem, fields, { name: 'surname', label: 'Last name', autocomplete: 'family-name', max: 120 })}
        ${plainInput(problem, fields, { name: 'email', label: 'E-mail', autocomplete: 'email', max: 254, type: 'email' })}
        ${departments(problem, fields)} ${message(problem, fields)}
        <div class="trap" aria-hidden="true">
          <label>Leave this empty <input name="website" tabindex="-1" autocomplete="off" /></label>
        </div>
        <button type="submit">Send message</button>
      </form>
      <p><a href="${paths.contact}">Back to the contact page</a></p>`,
  }),
};

/** The newsletter form is on every page: success leads back to the page that it was submitted from. */
export function newsletterForm(siteOrigin: string): FormResponses {
  return {
    done: (ctx) => `${pathOfReferrer(ctx.get('Referer'), siteOrigin)}#${sentAnchors.newsletter}`,
    failed: (problem, fields) => ({
      title: 'You are not subscribed yet',
      body: html`${introduction(problem)}
        <form action="/api/newsletter" method="post">
          ${plainInput(problem, fields, { name: 'EMAIL', label: 'E-mail address', autocomplete: 'email', max: 254, type: 'email' })}
          <div class="trap" aria-hidden="true">
            <label>Leave this empty <input name="b_name" tabindex="-1" autocomplete="off" /></label>
          </div>
          <button type="submit">Subscribe</button>
        </form>
        <p><a href="${paths.home}">Back to the home page</a></p>`,
    }),
  };
}

/** What the link of a newsletter opens. Its form goes to the same address, which contains the token. */
export const unsubscribePage: PlainPage = {
  title: 'Do you want to unsubscribe?',
  body: html`<p>You will get no more newsletters. What you have bought stays as it is.</p>
    <form method="post"><button type="submit">Unsubscribe</button></form>
    <p><a href="${paths.home}">Back to the home page</a></p>`,
};

export const unsubscribedPage: PlainPage = {
  title: 'You are unsubscribed',
  body: html`<p>You will get no more newsletters.</p>
    <p><a href="${paths.home}">To the home page</a></p>`,
};

export const unsubscribeForm: FormResponses = {
  done: () => `${calls.unsubscribeNewsletter.path}?done=yes`,
  failed: (problem) => ({ title: 'You are not unsubscribed yet', body: introduction(problem) }),
};

/** The path of the page on this site that a form was sent from, or the home page. */
function pathOfReferrer(referrer: string, siteOrigin: string): string {
  if (!URL.canParse(referrer)) return '/';
  const { origin, pathname } = new URL(referrer);
  // A path that begins with two slashes would name another host.
  const allowed = origin === siteOrigin && !pathname.startsWith('//') && !pathname.startsWith('/api/');
  return allowed ? pathname : '/';
}

function departments(problem: ProblemError, fields: FormFields): Html {
  const options = DEPARTMENTS.map(
    (department) =>
      html`<option ${department === fields['department'] ? html`selected` : ''}>${department}</option>`,
  );
  return plainField(
    problem,
    { name: 'department', label: 'Department' },
    (invalid) =>
      html`<select id="department" name="department" required ${invalid}>
        <option value="">Choose a department</option>
        ${options}
      </select>`,
  );
}

function message(problem: ProblemError, fields: FormFields): Html {
  // The value begins with a line break, because a textarea drops the first one after its tag.
  return plainField(
    problem,
    { name: 'message', label: 'Message' },
    (invalid) =>
      html`<textarea id="message" name="message" rows="7" required maxlength="5000" ${invalid}>
${fields['message'] ?? ''}</textarea>`,
  );
}
