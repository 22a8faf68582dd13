import type { ApiContext, ApiMiddleware } from './context';
import { fieldErrors, type FormState, submittedFields } from './form-fields';
import { html } from './html';
import { type HtmlPage, sendHtmlPage } from './html-page';
import { FORM } from './read-body';

const INCOMPLETE = 'Please complete the fields marked below. Everything else has been kept.';

export interface FormResponses {
  /** Path and fragment of the page to show after success. */
  done(ctx: ApiContext): string;
  /** The page that explains the problem and contains the submitted text, so that it need not be typed again. */
  failed(form: FormState): HtmlPage;
}

/**
 * Answers a form without scripts by a redirect (303, so that reloading submits nothing) or a page that
 * explains the problem. Mount it on the call's path before the call.
 */
export function respondToForms({ done, failed }: FormResponses): ApiMiddleware {
  return async (ctx, next) => {
    ctx.vary('Accept');
    if (!ctx.is(FORM) || ctx.accepts('application/json', 'text/html') !== 'text/html') {
      await next();
      return;
    }
    ctx.state.presentProblem = (problem) => {
      const form = { values: submittedFields(ctx), errors: fieldErrors(problem) };
      const text = problem.id === 'invalid-request' ? INCOMPLETE : problem.message;
      const { title, body } = failed(form);
      const alert = html`<p role="alert">${text}</p>`;
      sendHtmlPage(ctx, { title, body: html`${alert} ${body}` });
    };
    await next();
    ctx.redirect(done(ctx));
    ctx.status = 303;
  };
}
