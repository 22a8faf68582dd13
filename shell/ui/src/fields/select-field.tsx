import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';
import { controlStyle, Field, type FieldOwnProps, useFieldParts } from './field';

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

const Select = styled.select<{ readonly $state: 'error' | 'valid' | 'plain' }>`
  ${controlStyle}
  appearance: none;
  padding-right: ${tokens.space(11)};
  option {
    color: #0d1420;
    background: #ffffff;
  }
`;

export type SelectFieldProps = FieldOwnProps &
  Omit<ComponentPropsWithRef<'select'>, keyof FieldOwnProps | 'id' | 'multiple'> & {
    /** A first entry with the value '', for "nothing chosen yet". */
    readonly placeholder?: string | undefined;
  };

/** One of several: `<SelectField …><option value="Sales">Sales</option></SelectField>`. */
export function SelectField({
  label,
  name,
  error,
  valid,
  hint,
  placeholder,
  children,
  ...select
}: SelectFieldProps) {
  const { ids, control, state } = useFieldParts({ name, error, valid, hint }, select['aria-describedby']);
  return (
    <Field label={label} required={select.required} ids={ids} error={error} valid={valid} hint={hint}>
      <Frame>
        <Select {...select} {...control} $state={state}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {children}
        </Select>
        <Icon name="chevron-down" size={18} />
      </Frame>
    </Field>
  );
}
