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
  /** Of a longer text: 2 for a line that may wrap. */
  readonly rows?: 2;
}

interface InputField extends Field {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'date' | 'month' | 'number';
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal';
  /** Whether a submitted value is shown again; false for secrets. */
  readonly keep?: boolean;
}

export function input(form: FormState, field: InputField): Html {
  const { type = 'text', autocomplete = 'off', keep = true } = field;
  return labelled(
    form,
    field,
    (names, value, rules) =>
      html`<input
        ${names}
        type="${type}"
        value="${keep && value}"
        autocomplete="${autocomplete}"
        ${rules}
      />`,
  );
}

export function textarea(form: FormState, field: Field): Html {
  return labelled(
    form,
    field,
    // A textarea drops a line break that follows its tag.
    (names, value, rules) => html`<textarea ${names} ${rules}>${`\n${value}`}</textarea>`,
  );
}

/** A choice of one. @param options the labels, by value. */
export function select(
  form: FormState,
  field: Field & { readonly options: Readonly<Record<string, string>> },
): Html {
  return labelled(
    form,
    field,
    (names, chosen, rules) =>
      html`<select ${names} ${rules}>
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
  { name, label, hint, required, rows, inputmode }: InputField,
  control: (names: Html, value: string, rules: Html) => Html,
): Html {
  const error = errors[name];
  const ids = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`]
    .filter(Boolean)
    .join(' ');
  const rules = html`${rows && html`rows="${rows}"`} ${inputmode && html`inputmode="${inputmode}"`}
  ${required && html`required`} ${error !== undefined && html`aria-invalid="true"`}
  ${ids !== '' && html`aria-describedby="${ids}"`}`;
  return html`<div class="field">
    <label for="${name}">${label}${required && html` <span class="star" aria-hidden="true">*</span>`}</label>
    ${control(html`id="${name}" name="${name}"`, values[name] ?? '', rules)}
    ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`;
}
