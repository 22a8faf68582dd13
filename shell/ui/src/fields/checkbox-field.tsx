import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { type FieldOwnProps, FieldVerdict, useFieldParts } from './field';

const Root = styled.div`
  display: grid;
  gap: ${tokens.space(1.5)};
`;

const Row = styled.div`
  display: grid;
  grid-template-columns: 24px 1fr;
  gap: ${tokens.space(3)};
  align-items: start;
`;

const Box = styled.input<{ readonly $error: boolean }>`
  appearance: none;
  width: 24px;
  height: 24px;
  margin: 0;
  display: grid;
  place-content: center;
  background: var(--isa-raised);
  border: 1px solid ${({ $error }) => ($error ? 'var(--isa-error)' : 'var(--isa-line-strong)')};
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
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

const Label = styled.label`
  line-height: 1.45;
  font-size: 1rem;
  cursor: pointer;
`;

const Hint = styled.p`
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  color: var(--isa-muted);
  padding-left: calc(24px + ${tokens.space(3)});
`;

export type CheckboxFieldProps = Omit<FieldOwnProps, 'valid'> &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id' | 'type'>;

/** Yes or no. The label may hold links. */
export function CheckboxField({ label, name, error, hint, ...input }: CheckboxFieldProps) {
  const { ids, control } = useFieldParts({ name, error, hint }, input['aria-describedby']);
  return (
    <Root>
      <Row>
        <Box {...input} {...control} type="checkbox" $error={Boolean(error)} />
        <Label htmlFor={ids.control}>{label}</Label>
      </Row>
      {ids.error && (
        <FieldVerdict id={ids.error} tone="error">
          {error}
        </FieldVerdict>
      )}
      {ids.hint && <Hint id={ids.hint}>{hint}</Hint>}
    </Root>
  );
}
