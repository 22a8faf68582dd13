import type { ApiContext, FormFields } from './context';
import { html, type Html } from './html';
import type { ProblemError } from './problem-error';

/** What a form shows: at first its initial values, after bad input what was submitted. */
export interface FormState {
  readonly values: FormFields;
  readonly errors: Readonly<Record<string, string>>;
  readonly message?: string;
}

export function submittedFields(ctx: ApiContext): FormFields {
  const { body } = ctx.request;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The messages of a problem by field, of several the first. */
export function fieldErrors({ errors = [] }: ProblemError): FormState['errors'] {
  return Object.fromEntries(
    errors.map(({ path, message }) => [path.replace(/^body\./, ''), message] as const).reverse(),
  );
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
}

interface InputField extends Field {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date' | 'month' | 'number';
  readonly autocomplete?: string;
  readonly max?: number;
  readonly inputmode?: 'numeric' | 'decimal';
  /** Whether a submitted value is shown again; false for secrets. */
  readonly keep?: boolean;
}

export function input(form: FormState, field: InputField): Html {
  const { name, type = 'text', autocomplete = 'off', max, inputmode, required, keep = true } = field;
  return labelled(
    form,
    field,
    (described) =>
      html`<input
        id="${name}"
        name="${name}"
        type="${type}"
        value="${keep ? (form.values[name] ?? '') : ''}"
        autocomplete="${autocomplete}"
        ${max !== undefined && html`maxlength="${max}"`}
        ${inputmode && html`inputmode="${inputmode}"`}
        ${required && html`required`}
        ${described}
      />`,
  );
}

export function textarea(form: FormState, field: Field & { readonly max?: number }): Html {
  const { name, max, required } = field;
  // The value begins with a line break, because a textarea drops the first one after its tag.
  return labelled(
    form,
    field,
    (described) =>
      html`<textarea
        id="${name}"
        name="${name}"
        ${max !== undefined && html`maxlength="${max}"`}
        ${required && html`required`}
        ${described}
      >
${form.values[name] ?? ''}</textarea>`,
  );
}

/** A choice of one. @param options the labels, by value. */
export function select(
  form: FormState,
  field: Field & { readonly options: Readonly<Record<string, string>> },
): Html {
  const { name, options, required } = field;
  return labelled(
    form,
    field,
    (described) =>
      html`<select id="${name}" name="${name}" ${required && html`required`} ${described}>
        ${Object.entries(options).map(
          ([value, label]) =>
            html`<option value="${value}" ${form.values[name] === value && html`selected`}>${label}</option>`,
        )}
      </select>`,
  );
}

/** A label with its control, hint and error. */
function labelled(
  { errors }: FormState,
  { name, label, hint, required }: Field,
  control: (described: Html) => Html,
): Html {
  const error = errors[name];
  const ids = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const described = html`${error !== undefined && html`aria-invalid="true"`}
  ${ids !== '' && html`aria-describedby="${ids}"`}`;
  return html`<div class="field">
    <label for="${name}">${label}${required && '*'}</label>
    ${control(described)} ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}
