import type { ApiContext, ApiMiddleware } from './context';
import { type PlainPage, plainPage } from './plain-page';
import type { ProblemError } from './problem-error';
import { FORM } from './read-body';

/** What was typed, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;

export interface FormAnswers {
  /** The address within the site to go to once the form was taken. */
  done(ctx: ApiContext): string;
  /** What is wrong, together with what was typed, so that nobody types it again. */
  refused(problem: ProblemError, typed: Typed): PlainPage;
}

/**
 * Answers a form that a page sent without scripts as a browser needs it: with the next page (303, so that reloading
 * it sends nothing again) or with a page that says what is wrong. Everybody else goes on to JSON. To be mounted on
 * the path before its call.
 */
export function answerForms({ done, refused }: FormAnswers): ApiMiddleware {
  return async (ctx, next) => {
    ctx.vary('Accept');
    if (!isPlainForm(ctx)) {
      await next();
      return;
    }
    ctx.state.presentProblem = (problem) => {
      const { markup, policy } = plainPage(refused(problem, typedIn(ctx)));
      ctx.set('Content-Security-Policy', policy);
      ctx.body = markup;
      ctx.type = 'html';
    };
    await next();
    ctx.redirect(done(ctx));
    ctx.status = 303;
  };
}

/** A browser's own post. Scripts send JSON, and what asks for anything is given JSON. */
function isPlainForm(ctx: ApiContext): boolean {
  return Boolean(ctx.is(FORM)) && ctx.accepts('application/json', 'text/html') === 'text/html';
}

function typedIn(ctx: ApiContext): Typed {
  const { body } = ctx.request;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
