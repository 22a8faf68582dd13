import {
  calls,
  confirmationError,
  type FieldError,
  messages,
  nextPath,
  paths,
  sentAnchors,
} from '@isa/api-contract';
import type { ApiContext, FormFields } from '../../http/context';
import { fieldError, input, introduction } from '../../http/form-parts';
import type { FormResponses } from '../../http/form-responses';
import { html, type Html } from '../../http/html';
import { ProblemError } from '../../http/problem-error';

/** The account forms for browsers without scripts, with the fields and texts of the account pages. */

const EMAIL = { name: 'email', label: 'E-mail', max: 254, type: 'email' } as const;
const PASSWORD = { max: 1000, type: 'password' } as const;

export const loginForm: FormResponses = {
  done: nextOf,
  failed: (problem, fields, ctx) => ({
    title: 'Log in',
    body: html`${introduction(isRefused(problem) ? new ProblemError('invalid-credentials') : problem)}
      <form action="${calls.login.path}" method="post">
        ${input(problem, fields, { ...EMAIL, autocomplete: 'username' })}
        ${input(problem, fields, {
          ...PASSWORD,
          name: 'password',
          label: 'Password',
          autocomplete: 'current-password',
        })}
        ${checkbox(problem, fields, 'remember', html`Remember me`)} ${hiddenNext(ctx, fields)}
        <button type="submit">Login</button>
      </form>
      <p>
        <a href="${paths.forgotPassword}">Forgotten your password?</a> New here?
        <a href="${paths.register(nextOf(ctx, fields))}">Register</a>
      </p>`,
  }),
};

/** The body of the call; a browser leaves out a box that is not ticked. */
export function loginBody(fields: FormFields) {
  return { ...fields, remember: fields['remember'] !== undefined };
}

export const signupForm: FormResponses = {
  done: (ctx, fields) => `${paths.login(nextOf(ctx, fields))}#${sentAnchors.signup}`,
  failed(problem, fields, ctx) {
    const shown =
      problem.id === 'already-registered'
        ? invalid([{ path: 'body.email', message: messages.account.emailAlreadyRegistered }])
        : problem;
    const password = { ...PASSWORD, autocomplete: 'new-password' };
    return {
      title: 'Register',
      body: html`${introduction(shown)}
        <form action="${calls.signup.path}" method="post">
          ${input(shown, fields, { name: 'username', label: 'User name', autocomplete: 'nickname', max: 60 })}
          ${input(shown, fields, { name: 'name', label: 'Full name', autocomplete: 'name', max: 120 })}
          ${input(shown, fields, { ...EMAIL, autocomplete: 'email' })}
          ${input(shown, fields, { ...password, name: 'password', label: 'Password' })}
          ${input(shown, fields, { ...password, name: 'confirmation', label: 'Repeat password' })}
          ${checkbox(
            shown,
            fields,
            'terms',
            html`I accept the <a href="${paths.legal('terms-and-conditions')}">Terms of service</a>`,
          )}
          ${hiddenNext(ctx, fields)}
          <button type="submit">Register</button>
        </form>
        <p>Already registered? <a href="${paths.login(nextOf(ctx, fields))}">Log in</a></p>`,
    };
  },
};

/** @throws ProblemError `invalid-request` for what only the form asks: the repeated password and the terms. */
export function signupBody(fields: FormFields): FormFields {
  const errors = confirmationErrors(fields, 'password');
  if (fields['terms'] === undefined) {
    errors.push({ path: 'body.terms', message: messages.account.termsMissing });
  }
  if (errors.length > 0) throw invalid(errors);
  return fields;
}

export const forgotPasswordForm: FormResponses = {
  done: () => `${paths.login()}#${sentAnchors.forgotPassword}`,
  failed: (problem, fields) => ({
    title: 'Forgotten password',
    body: html`${introduction(problem)}
      <form action="${calls.forgotPassword.path}" method="post">
        ${input(problem, fields, { ...EMAIL, autocomplete: 'username' })}
        <button type="submit">Reset password</button>
      </form>
      <p><a href="${paths.login()}">Back to log in</a></p>`,
  }),
};

export const resetPasswordForm: FormResponses = {
  done: () => `${paths.login()}#${sentAnchors.resetPassword}`,
  failed(problem, fields, ctx) {
    const title = 'New password';
    if (!isCorrectable(problem)) {
      return {
        title,
        body: html`<p role="alert">
          This link is no longer valid. <a href="${paths.forgotPassword}">Ask for a new one</a>
        </p>`,
      };
    }
    const password = { ...PASSWORD, autocomplete: 'new-password' };
    return {
      title,
      body: html`${introduction(problem)}
        <form action="${ctx.path}" method="post">
          ${input(problem, fields, { ...password, name: 'newPassword', label: 'New password' })}
          ${input(problem, fields, { ...password, name: 'confirmation', label: 'Confirm new password' })}
          <button type="submit">Change Password</button>
        </form>
        <p><a href="${paths.login()}">Back to log in</a></p>`,
    };
  },
};

/** @throws ProblemError `invalid-request` when the passwords differ */
export function resetPasswordBody(fields: FormFields): FormFields {
  const errors = confirmationErrors(fields, 'newPassword');
  if (errors.length > 0) throw invalid(errors);
  return fields;
}

/**
 * The call behind the form of `/reset/{token}`. The page is the same file for every token, so the form cannot name it:
 * the browser does in the Referer. Without it the call responds that the link is not valid.
 */
export function resetCallOfPage(ctx: ApiContext): string {
  const referrer = ctx.get('Referer');
  const { pathname } = URL.canParse(referrer) ? new URL(referrer) : { pathname: '' };
  const [, token = 'unknown'] = /^\/reset(?:-password)?\/([^/]+)\/?$/.exec(pathname) ?? [];
  return calls.resetPassword.path.replace(':token', token);
}

/** Problems of the typed passwords, or of the moment; all others concern the link. */
function isCorrectable({ id, status, errors = [] }: ProblemError): boolean {
  return (
    status >= 500 ||
    status === 429 ||
    (id === 'invalid-request' && errors.some(({ path }) => path.startsWith('body.')))
  );
}

/** The specification has one message for all failed logins; limits and failures of the server have their own. */
function isRefused({ status }: ProblemError): boolean {
  return status < 500 && status !== 429;
}

function confirmationErrors(fields: FormFields, password: string): FieldError[] {
  const message = confirmationError(fields[password] ?? '', fields['confirmation'] ?? '');
  return message === undefined ? [] : [{ path: 'body.confirmation', message }];
}

function invalid(errors: readonly FieldError[]): ProblemError {
  return new ProblemError('invalid-request', { errors });
}

/** Where a log-in leads: from the form that is shown again, or from the address of the page with the form. */
function nextOf(ctx: ApiContext, { next }: FormFields): string {
  if (next !== undefined) return nextPath(new URLSearchParams({ next }));
  const referrer = ctx.get('Referer');
  return nextPath(URL.canParse(referrer) ? new URL(referrer).searchParams : new URLSearchParams());
}

function hiddenNext(ctx: ApiContext, fields: FormFields): Html {
  return html`<input type="hidden" name="next" value="${nextOf(ctx, fields)}" />`;
}

function checkbox(problem: ProblemError, fields: FormFields, name: string, label: Html): Html {
  return html`<div>
    <label class="box">
      <input type="checkbox" name="${name}" ${fields[name] === undefined ? '' : html`checked`} />
      ${label}
    </label>
    ${fieldError(problem, name)}
  </div>`;
}
