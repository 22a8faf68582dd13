import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Stack } from '../layout/layout';
import { type ControlStyleProps, FieldMessage, type FieldOwnProps, Hint, useField } from './field';

const Row = styled.div`
  display: grid;
  grid-template-columns: 24px 1fr;
  gap: ${tokens.space(3)};
  align-items: start;
`;

const Box = styled.input<ControlStyleProps>`
  appearance: none;
  width: 24px;
  height: 24px;
  margin: 0;
  display: grid;
  place-content: center;
  background: var(--isa-raised);
  border: 1px solid ${({ $state }) => ($state === 'error' ? 'var(--isa-error)' : 'var(--isa-line-strong)')};
  border-radius: ${tokens.radius};
  cursor: pointer;
  transition: background-color ${tokens.motion};
  &::before {
    content: '';
    width: 12px;
    height: 6px;
    translate: 0 -1.5px;
    border: solid var(--isa-ink);
    border-width: 0 0 2px 2px;
    rotate: -45deg;
    opacity: 0;
  }
  &:checked {
    background: var(--isa-button);
    border-color: var(--isa-brass-deep);
  }
  &:checked::before {
    opacity: 1;
  }
  /* The mark keeps 3 to 1 against its surface, like that of an enabled box. */
  &:disabled {
    background: color-mix(in srgb, var(--isa-text) 6%, transparent);
    border-color: var(--isa-muted);
    cursor: not-allowed;
    &::before {
      border-color: var(--isa-muted);
    }
    + label {
      color: var(--isa-muted);
      cursor: not-allowed;
    }
  }
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

const Label = styled.label`
  line-height: 1.45;
  font-size: 1rem;
  cursor: pointer;
`;

const IndentedHint = styled(Hint)`
  padding-left: calc(24px + ${tokens.space(3)});
`;

type CheckboxFieldProps = Omit<FieldOwnProps, 'valid'> &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id' | 'type'>;

/** Yes or no. The label may contain links. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { field, control } = useField(props);
  const { ids, label, error, hint } = field;
  return (
    <Stack gap={1.5}>
      <Row>
        <Box {...control} type="checkbox" />
        <Label htmlFor={ids.control}>{label}</Label>
      </Row>
      <FieldMessage id={ids.error} tone="error" hint={hint}>
        {error}
      </FieldMessage>
      {ids.hint && <IndentedHint id={ids.hint}>{hint}</IndentedHint>}
    </Stack>
  );
}
