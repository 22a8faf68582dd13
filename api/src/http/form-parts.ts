import { html, type Html } from './html';
import type { FormFields } from './context';
import type { ProblemError } from './problem-error';

export function introduction({ id, message }: ProblemError): Html {
  const text =
    id === 'invalid-request' ? 'Please complete what is marked below. Everything else is kept.' : message;
  return html`<p role="alert">${text}</p>`;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly max: number;
  readonly type?: 'text' | 'email';
}

export function plainInput(
  problem: ProblemError,
  fields: FormFields,
  { name, label, autocomplete, max, type = 'text' }: Field,
): Html {
  return plainField(
    problem,
    { name, label },
    (invalid) =>
      html`<input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${fields[name] ?? ''}"
        required
        autocomplete="${autocomplete}"
        maxlength="${max}"
        ${invalid}
      />`,
  );
}

export function plainField(
  problem: ProblemError,
  { name, label }: Pick<Field, 'name' | 'label'>,
  control: (invalid: Html) => Html,
): Html {
  const error = problem.errors?.find(({ path }) => path === `body.${name}`)?.message;
  const invalid = error !== undefined && html`aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div>
    <label for="${name}">${label}*</label>
    ${control(invalid || html``)} ${invalid && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}
