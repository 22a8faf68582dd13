import { asElement } from '../foundation/as-element';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { css, styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

/** Props of every field besides the attributes of its control. */
export interface FieldOwnProps {
  readonly label: ReactNode;
  readonly name: string;
  /** The error message; empty or undefined without an error. */
  readonly error?: string | undefined;
  /** Shown for a correct value: a text such as "Looks good!", or `true` for the green border alone. */
  readonly valid?: string | boolean | undefined;
  /** Help that is always visible. */
  readonly hint?: ReactNode;
}

export interface ControlStyleProps {
  readonly $state: 'error' | 'valid' | 'plain';
}

const controlStyle = css<ControlStyleProps>`
  display: block;
  width: 100%;
  min-height: 48px;
  padding: ${tokens.space(2.5)} ${tokens.space(3.5)};
  /* At least 16 px: iOS zooms into the page below that. */
  font-size: max(1rem, ${tokens.font.size.body});
  line-height: 1.4;
  color: var(--isa-text);
  background: var(--isa-raised);
  border: 1px solid
    ${({ $state }) =>
      ({ error: 'var(--isa-error)', valid: 'var(--isa-success)', plain: 'var(--isa-line-strong)' })[$state]};
  ${({ $state }) => $state === 'error' && 'box-shadow: inset 3px 0 0 var(--isa-error);'}
  border-radius: ${tokens.radius};
  transition: border-color ${tokens.motion};
  &:hover:not(:disabled) {
    border-color: ${({ $state }) => ($state === 'plain' ? 'var(--isa-text)' : undefined)};
  }
  &:focus-visible {
    outline: 2px solid var(--isa-focus);
    outline-offset: 1px;
  }
  &:disabled {
    color: var(--isa-muted);
    background: color-mix(in srgb, var(--isa-text) 6%, transparent);
    cursor: not-allowed;
  }
`;

export const Input = styled.input<ControlStyleProps>`
  ${controlStyle}
`;

const Root = styled.div`
  display: grid;
  gap: ${tokens.space(1.5)};
  align-content: start;
  min-width: 0;
`;

const Label = styled.label`
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  line-height: 1.4;
`;

const RequiredMark = styled.span`
  color: var(--isa-error);
  margin-left: 0.2em;
`;

export const Hint = styled.p`
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  color: var(--isa-muted);
`;

const Message = styled.p<{ readonly $tone: 'error' | 'success' }>`
  display: flex;
  gap: ${tokens.space(1.5)};
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  font-weight: 500;
  color: ${({ $tone }) => `var(--isa-${$tone})`};
  svg {
    flex: none;
    margin-top: 0.15em;
  }
`;

interface FieldMessageProps {
  readonly id: string | undefined;
  readonly tone: 'error' | 'success';
  /** The field's hint, which an error continues: one line says what is wrong and what is expected. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** The message below a control; nothing without an id. */
export function FieldMessage({ id, tone, hint, children }: FieldMessageProps) {
  return (
    id && (
      <Message id={id} $tone={tone}>
        <Icon name={tone === 'error' ? 'alert' : 'check'} size="1.1em" />
        <span>
          <span>{children}</span> <span>{hint}</span>
        </span>
      </Message>
    )
  );
}

interface AnyFieldProps extends FieldOwnProps {
  readonly required?: boolean | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/**
 * Splits a field's props into those of the field around it and those of its control, which ids tie to its label, hint and
 * messages (WCAG 1.3.1, 3.3.1).
 * @param description id of a further description of the control
 */
export function useField<Props extends AnyFieldProps>(props: Props, description?: string) {
  const { label, name, error, valid, hint, ...attributes } = props;
  const id = useId();
  const success = error ? undefined : valid;
  const ids = {
    control: `${id}control`,
    hint: hint && !error ? `${id}hint` : undefined,
    error: error ? `${id}error` : undefined,
    valid: typeof success === 'string' && success !== '' ? `${id}valid` : undefined,
  };
  const described = [ids.error, ids.valid, ids.hint, description, props['aria-describedby']];
  const control = {
    ...attributes,
    id: ids.control,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    $state: error ? 'error' : valid ? 'valid' : 'plain',
  } as const;
  return { field: { ids, label, required: props.required, error, valid, hint }, control };
}

type FieldProps = ReturnType<typeof useField>['field'] & { readonly children: ReactNode };

/** What surrounds a control: label above, messages and hint below. */
export function Field({ ids, label, required, error, valid, hint, children }: FieldProps) {
  return (
    <Root>
      <Label htmlFor={ids.control}>
        {asElement(label)}
        {required && <RequiredMark aria-hidden="true">*</RequiredMark>}
      </Label>
      {asElement(children)}
      <FieldMessage id={ids.error} tone="error" hint={hint}>
        {error}
      </FieldMessage>
      <FieldMessage id={ids.valid} tone="success">
        {valid}
      </FieldMessage>
      {ids.hint && <Hint id={ids.hint}>{hint}</Hint>}
    </Root>
  );
}

const TextArea = styled.textarea<ControlStyleProps>`
  ${controlStyle}
  min-height: 9rem;
  /* Grows with its text, where the browser supports it. */
  field-sizing: content;
`;

type TextFieldProps = FieldOwnProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id'>;

/** One line of text, an email address, a number… */
export function TextField(props: TextFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <Input {...control} />
    </Field>
  );
}

type TextAreaFieldProps = FieldOwnProps & Omit<ComponentPropsWithRef<'textarea'>, keyof FieldOwnProps | 'id'>;

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <TextArea rows={5} {...control} />
    </Field>
  );
}

const Frame = styled.div`
  position: relative;
  svg {
    position: absolute;
    right: ${tokens.space(3.5)};
    top: 50%;
    translate: 0 -50%;
    pointer-events: none;
    color: var(--isa-muted);
  }
`;

const Select = styled.select<ControlStyleProps>`
  ${controlStyle}
  appearance: none;
  padding-right: ${tokens.space(11)};
  option {
    color: #0d1420;
    background: #ffffff;
  }
`;

type SelectFieldProps = FieldOwnProps &
  Omit<ComponentPropsWithRef<'select'>, keyof FieldOwnProps | 'id' | 'multiple'> & {
    /** A first option with the value '', selected until the visitor chooses. */
    readonly placeholder?: string | undefined;
  };

/** One of several options: `<SelectField …><option value="Sales">Sales</option></SelectField>`. */
export function SelectField({ placeholder, children, ...props }: SelectFieldProps) {
  const { field, control } = useField(props);
  return (
    <Field {...field}>
      <Frame>
        <Select {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {asElement(children)}
        </Select>
        <Icon name="chevron-down" size={18} />
      </Frame>
    </Field>
  );
}
