import { DEPARTMENTS, sentAnchors } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import type { ApiMiddleware } from '../../http/context';
import { input, select, textarea } from '../../http/form-fields';
import type { FormResponses } from '../../http/form-responses';
import { html, type Html } from '../../http/html';
import { type HtmlPage, sendHtmlPage } from '../../http/html-page';
import { QUOTE_LABELS } from './enquiries';

const DEPARTMENT_OPTIONS = {
  '': 'Choose a department',
  ...Object.fromEntries(DEPARTMENTS.map((department) => [department, department])),
};

/** A field that only bots fill in: browsers and password managers fill in no field that cannot have the focus. */
function trap(name: string): Html {
  return html`<div class="trap" aria-hidden="true">
    <label>Leave this empty <input name="${name}" tabindex="-1" autocomplete="off" /></label>
  </div>`;
}

/** The contact form for browsers without scripts, with the fields and texts of the contact page. */
export const contactForm: FormResponses = {
  done: () => `${paths.contactSent}#${sentAnchors.contact}`,
  failed: (form) => ({
    title: 'Your message has not been sent yet',
    body: html`<form action="/api/contact" method="post">
        ${input(form, { name: 'name', label: 'First name', autocomplete: 'given-name', required: true })}
        ${input(form, { name: 'surname', label: 'Last name', autocomplete: 'family-name', required: true })}
        ${input(form, { name: 'email', label: 'Email', autocomplete: 'email', type: 'email', required: true })}
        ${select(form, { name: 'department', label: 'Department', options: DEPARTMENT_OPTIONS, required: true })}
        ${textarea(form, { name: 'message', label: 'Message', required: true })}
        ${QUOTE_LABELS.flatMap(([name, label]) =>
          // Scripts that failed while the form was sent have left what was typed.
          form.values[name] === undefined ? [] : [input(form, { name, label })],
        )}
        ${trap('reference')}
        <button type="submit">Send message</button>
      </form>
      <p><a href="${paths.contact}">Back to the contact page</a></p>`,
  }),
};

/** The newsletter form is on every page: success leads back to the page that it was submitted from. */
export function newsletterForm(siteOrigin: string): FormResponses {
  return {
    done: (ctx) => `${pathOfReferrer(ctx.get('Referer'), siteOrigin)}#${sentAnchors.newsletter}`,
    failed: (form) => ({
      title: 'You are not subscribed yet',
      body: html`<form action="/api/newsletter" method="post">
          ${input(form, { name: 'EMAIL', label: 'Email address', autocomplete: 'email', type: 'email', required: true })}
          ${trap('b_reference')}
          <button type="submit">Subscribe</button>
        </form>
        <p><a href="${paths.home}">Back to the home page</a></p>`,
    }),
  };
}

/** What the link of a newsletter opens. Its form goes to the same address, which contains the token. */
export const unsubscribePage: HtmlPage = {
  title: 'Do you want to unsubscribe?',
  body: html`<p>You will not receive any more newsletters. This does not affect anything you have bought.</p>
    <form method="post"><button type="submit">Unsubscribe</button></form>
    <p><a href="${paths.home}">Back to the home page</a></p>`,
};

const unsubscribedPage: HtmlPage = {
  title: 'You have been unsubscribed',
  body: html`<p>You will not receive any more newsletters.</p>
    <p><a href="${paths.home}">Go to the home page</a></p>`,
};

/** Answers browsers by a page. There is no redirect, which many mail programs do not follow (RFC 8058, section 3.1). */
export const unsubscribeAnswer: ApiMiddleware = async (ctx, next) => {
  ctx.vary('Accept');
  const isBrowser = ctx.accepts('application/json', 'text/html') === 'text/html';
  if (isBrowser) {
    ctx.state.presentProblem = ({ message }) =>
      sendHtmlPage(ctx, {
        title: 'You have not been unsubscribed yet',
        body: html`<p role="alert">${message}</p>`,
      });
  }
  await next();
  if (isBrowser) sendHtmlPage(ctx, unsubscribedPage);
};

/** The path of the page on this site that a form was sent from, or the home page. */
function pathOfReferrer(referrer: string, siteOrigin: string): string {
  if (!URL.canParse(referrer)) return '/';
  const { origin, pathname } = new URL(referrer);
  // A path that begins with two slashes would name another host.
  const allowed = origin === siteOrigin && !pathname.startsWith('//') && !pathname.startsWith('/api/');
  return allowed ? pathname : '/';
}
