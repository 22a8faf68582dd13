import type { ApiContext, ApiMiddleware, FormFields } from './context';
import { type PlainPage, plainPage } from './plain-page';
import type { ProblemError } from './problem-error';
import { FORM } from './read-body';

export interface FormResponses {
  /** Path and fragment of the page to show after success. */
  done(ctx: ApiContext): string;
  /** The page that explains the problem and contains the submitted text, so that it need not be typed again. */
  failed(problem: ProblemError, fields: FormFields): PlainPage;
}

/**
 * Answers a form without scripts by a redirect (303, so that reloading submits nothing) or a page that
 * explains the problem. Mount it on the call's path before the call.
 */
export function respondToForms({ done, failed }: FormResponses): ApiMiddleware {
  return async (ctx, next) => {
    ctx.vary('Accept');
    if (!isFormSubmission(ctx)) {
      await next();
      return;
    }
    ctx.state.presentProblem = (problem) => {
      const { markup, policy } = plainPage(failed(problem, submittedFields(ctx)));
      ctx.set('Content-Security-Policy', policy);
      // The referrer policy is set, because without one browsers state no origin when the page's form is sent.
      ctx.set('Referrer-Policy', 'same-origin');
      ctx.body = markup;
      ctx.type = 'html';
    };
    await next();
    ctx.redirect(done(ctx));
    ctx.status = 303;
  };
}

function isFormSubmission(ctx: ApiContext): boolean {
  return Boolean(ctx.is(FORM)) && ctx.accepts('application/json', 'text/html') === 'text/html';
}

function submittedFields(ctx: ApiContext): FormFields {
  const { body } = ctx.request;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
