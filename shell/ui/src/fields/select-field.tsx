import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';
import { controlStyle, type ControlStyleProps, Field, type FieldOwnProps, useField } from './field';

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
  const { frame, control } = useField(props);
  return (
    <Field {...frame}>
      <Frame>
        <Select {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {children}
        </Select>
        <Icon name="chevron-down" size={18} />
      </Frame>
    </Field>
  );
}
