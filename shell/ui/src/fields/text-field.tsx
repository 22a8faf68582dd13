import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { controlStyle, Field, type FieldOwnProps, useFieldParts } from './field';

const Input = styled.input<{ readonly $state: 'error' | 'valid' | 'plain' }>`
  ${controlStyle}
`;

const TextArea = styled.textarea<{ readonly $state: 'error' | 'valid' | 'plain' }>`
  ${controlStyle}
  min-height: 9rem;
  /* Grows with what is typed, where the browser can. */
  field-sizing: content;
`;

export type TextFieldProps = FieldOwnProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id'>;

/** One line of text, an e-mail address, a number… */
export function TextField({ label, name, error, valid, hint, ...input }: TextFieldProps) {
  const { ids, control, state } = useFieldParts({ name, error, valid, hint }, input['aria-describedby']);
  return (
    <Field label={label} required={input.required} ids={ids} error={error} valid={valid} hint={hint}>
      <Input {...input} {...control} $state={state} />
    </Field>
  );
}

export type TextAreaFieldProps = FieldOwnProps &
  Omit<ComponentPropsWithRef<'textarea'>, keyof FieldOwnProps | 'id'>;

/** Several lines of text. */
export function TextAreaField({ label, name, error, valid, hint, ...area }: TextAreaFieldProps) {
  const { ids, control, state } = useFieldParts({ name, error, valid, hint }, area['aria-describedby']);
  return (
    <Field label={label} required={area.required} ids={ids} error={error} valid={valid} hint={hint}>
      <TextArea rows={5} {...area} {...control} $state={state} />
    </Field>
  );
}
