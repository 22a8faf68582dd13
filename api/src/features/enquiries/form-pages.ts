import { DEPARTMENTS, sentAnchors } from '@isa/api-contract';
import { html, type Html } from '../../http/html';
import type { FormAnswers, Typed } from '../../http/form-answers';
import type { ProblemError } from '../../http/problem-error';

/** The contact form for pages without scripts: its fields and words are the site's. */
export const contactFormAnswers: FormAnswers = {
  done: () => `/contact?sent=1#${sentAnchors.contact}`,
  refused: (problem, typed) => ({
    title: 'Your message was not sent yet',
    body: html`${introduction(problem)}
      <form action="/api/contact" method="post">
        ${input(problem, typed, { name: 'name', label: 'First name', autocomplete: 'given-name', max: 120 })}
        ${input(problem, typed, { name: 'surname', label: 'Last name', autocomplete: 'family-name', max: 120 })}
        ${input(problem, typed, { name: 'email', label: 'E-mail', autocomplete: 'email', max: 254 })}
        ${departments(problem, typed)} ${message(problem, typed)}
        <div class="trap" aria-hidden="true">
          <label>Leave this empty <input name="website" tabindex="-1" autocomplete="off" /></label>
        </div>
        <button type="submit">Send message</button>
      </form>
      <p><a href="/contact">Back to the contact page</a></p>`,
  }),
};

/** The newsletter's form stands on every page: its answer leads back to the one that it was sent from. */
export function newsletterFormAnswers(siteOrigin: string): FormAnswers {
  return {
    done: (ctx) => `${pathOfReferrer(ctx.get('Referer'), siteOrigin)}#${sentAnchors.newsletter}`,
    refused: (problem, typed) => ({
      title: 'You are not subscribed yet',
      body: html`${introduction(problem)}
        <form action="/api/newsletter" method="post">
          ${input(problem, typed, { name: 'EMAIL', label: 'E-mail address', autocomplete: 'email', max: 254 })}
          <div class="trap" aria-hidden="true">
            <label>Leave this empty <input name="b_name" tabindex="-1" autocomplete="off" /></label>
          </div>
          <button type="submit">Subscribe</button>
        </form>
        <p><a href="/">Back to the home page</a></p>`,
    }),
  };
}

/** The path of the page on this site that a form was sent from, or the home page. */
function pathOfReferrer(referrer: string, siteOrigin: string): string {
  if (!URL.canParse(referrer)) return '/';
  const { origin, pathname } = new URL(referrer);
  // Two slashes at the beginning would name another host.
  const ours = origin === siteOrigin && !pathname.startsWith('//') && !pathname.startsWith('/api/');
  return ours ? pathname : '/';
}

function introduction({ id, message }: ProblemError): Html {
  const words =
    id === 'invalid-request' ? 'Please complete what is marked below. Everything else is kept.' : message;
  return html`<p role="alert">${words}</p>`;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly max: number;
}

function input(problem: ProblemError, typed: Typed, { name, label, autocomplete, max }: Field): Html {
  const type = name.toLowerCase() === 'email' ? 'email' : 'text';
  return field(
    problem,
    { name, label },
    (invalid) =>
      html`<input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${typed[name] ?? ''}"
        required
        autocomplete="${autocomplete}"
        maxlength="${max}"
        ${invalid}
      />`,
  );
}

function departments(problem: ProblemError, typed: Typed): Html {
  const options = DEPARTMENTS.map(
    (department) =>
      html`<option ${department === typed['department'] ? html`selected` : ''}>${department}</option>`,
  );
  return field(
    problem,
    { name: 'department', label: 'Department' },
    (invalid) =>
      html`<select id="department" name="department" required ${invalid}>
        <option value="">Choose a department</option>
        ${options}
      </select>`,
  );
}

function message(problem: ProblemError, typed: Typed): Html {
  // A textarea swallows the first line break after its tag.
  return field(
    problem,
    { name: 'message', label: 'Message' },
    (invalid) =>
      html`<textarea id="message" name="message" rows="7" required maxlength="5000" ${invalid}>
${typed['message'] ?? ''}</textarea>`,
  );
}

/** A labelled control with its verdict, if it has one. */
function field(
  { errors = [] }: ProblemError,
  { name, label }: Pick<Field, 'name' | 'label'>,
  control: (invalid: Html) => Html,
): Html {
  const error = errors.find(({ path }) => path === `body.${name}`)?.message;
  const invalid = error === undefined ? html`` : html`aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div>
    <label for="${name}">${label}*</label>
    ${control(invalid)} ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}
