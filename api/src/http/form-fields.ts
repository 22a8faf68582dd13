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
  readonly max?: number;
}

interface InputField extends Field {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date' | 'month' | 'number';
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal';
  /** Whether a submitted value is shown again; false for secrets. */
  readonly keep?: boolean;
}

export function input(form: FormState, field: InputField): Html {
  const { type = 'text', autocomplete = 'off', inputmode, keep = true } = field;
  return labelled(
    form,
    field,
    (attributes, value) =>
      html`<input
        ${attributes}
        type="${type}"
        value="${keep && value}"
        autocomplete="${autocomplete}"
        ${inputmode && html`inputmode="${inputmode}"`}
      />`,
  );
}

export function textarea(form: FormState, field: Field): Html {
  // The value begins with a line break, because a textarea drops the first one after its tag.
  return labelled(form, field, (attributes, value) => html`<textarea ${attributes}>${value}</textarea>`);
}

/** A choice of one. @param options the labels, by value. */
export function select(
  form: FormState,
  field: Field & { readonly options: Readonly<Record<string, string>> },
): Html {
  return labelled(
    form,
    field,
    (attributes, chosen) =>
      html`<select ${attributes}>
        ${Object.entries(field.options).map(
          ([value, label]) =>
            html`<option value="${value}" ${chosen === value && html`selected`}>${label}</option>`,
        )}
      </select>`,
  );
}

/** A label with its control, hint and error. */
function labelled(
  { errors, values }: FormState,
  { name, label, hint, required, max }: Field,
  control: (attributes: Html, value: string) => Html,
): Html {
  const error = errors[name];
  const ids = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const attributes = html`id="${name}" name="${name}" ${max !== undefined && html`maxlength="${max}"`}
  ${required && html`required`} ${error !== undefined && html`aria-invalid="true"`}
  ${ids !== '' && html`aria-describedby="${ids}"`}`;
  return html`<div class="field">
    <label for="${name}">${label}${required && '*'}</label>
    ${control(attributes, values[name] ?? '')}
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}
