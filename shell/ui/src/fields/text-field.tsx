import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { controlStyle, type ControlStyleProps, Field, type FieldOwnProps, Input, useField } from './field';

const TextArea = styled.textarea<ControlStyleProps>`
  ${controlStyle}
  min-height: 9rem;
  /* Grows with its text, where the browser supports it. */
  field-sizing: content;
`;

type TextFieldProps = FieldOwnProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id'>;

/** One line of text, an e-mail address, a number… */
export function TextField(props: TextFieldProps) {
  const { frame, control } = useField(props);
  return (
    <Field {...frame}>
      <Input {...control} />
    </Field>
  );
}

type TextAreaFieldProps = FieldOwnProps & Omit<ComponentPropsWithRef<'textarea'>, keyof FieldOwnProps | 'id'>;

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = useField(props);
  return (
    <Field {...frame}>
      <TextArea rows={5} {...control} />
    </Field>
  );
}
