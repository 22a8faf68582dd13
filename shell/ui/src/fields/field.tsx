import { type ReactNode, useId } from 'react';
import { css, styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

/** What every field takes besides its control's own attributes. */
export interface FieldOwnProps {
  readonly label: ReactNode;
  readonly name: string;
  /** What is wrong, in words. Empty or undefined: nothing. */
  readonly error?: string | undefined;
  /** Shown when the value is right: a text such as "Looks good!", or `true` for the green edge alone. */
  readonly valid?: string | boolean | undefined;
  /** Help that is always there. */
  readonly hint?: ReactNode;
}

/** The attributes that tie a control to its label, hint and error (WCAG 1.3.1, 3.3.1). */
interface ControlAttributes {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export const controlStyle = css<{ readonly $state: 'error' | 'valid' | 'plain' }>`
  display: block;
  width: 100%;
  min-height: 48px;
  padding: ${tokens.space(2.5)} ${tokens.space(3.5)};
  /* 16 px at least: below that iOS zooms into the page. */
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

const Star = styled.span`
  color: var(--isa-error);
  margin-left: 0.2em;
`;

const Hint = styled.p`
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  color: var(--isa-muted);
`;

const Verdict = styled.p<{ readonly $tone: 'error' | 'success' }>`
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

export function FieldVerdict({
  id,
  tone,
  children,
}: {
  readonly id: string;
  readonly tone: 'error' | 'success';
  readonly children: ReactNode;
}) {
  return (
    <Verdict id={id} $tone={tone}>
      <Icon name={tone === 'error' ? 'alert' : 'check'} size="1.1em" />
      <span>{children}</span>
    </Verdict>
  );
}

/**
 * Ids and attributes of a field's parts.
 * @param moreDescriptions ids of what else describes the control
 */
export function useFieldParts(
  { name, error, valid, hint }: Omit<FieldOwnProps, 'label'>,
  ...moreDescriptions: readonly (string | undefined)[]
) {
  const id = useId();
  const text = error ? undefined : valid;
  const ids = {
    control: `${id}control`,
    hint: hint ? `${id}hint` : undefined,
    error: error ? `${id}error` : undefined,
    valid: typeof text === 'string' && text !== '' ? `${id}valid` : undefined,
  };
  const described = [ids.error, ids.valid, ids.hint, ...moreDescriptions].filter(Boolean).join(' ');
  const control: ControlAttributes = {
    id: ids.control,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  };
  const state = error ? 'error' : valid ? 'valid' : 'plain';
  return { ids, control, state } as const;
}

/** The frame around a control: label above, hint and verdict below. */
export function Field({
  label,
  required,
  ids,
  error,
  valid,
  hint,
  children,
}: Pick<FieldOwnProps, 'label' | 'error' | 'valid' | 'hint'> & {
  readonly required?: boolean | undefined;
  readonly ids: ReturnType<typeof useFieldParts>['ids'];
  readonly children: ReactNode;
}) {
  return (
    <Root>
      <Label htmlFor={ids.control}>
        {label}
        {required && <Star aria-hidden="true">*</Star>}
      </Label>
      {children}
      {ids.error && (
        <FieldVerdict id={ids.error} tone="error">
          {error}
        </FieldVerdict>
      )}
      {ids.valid && (
        <FieldVerdict id={ids.valid} tone="success">
          {valid}
        </FieldVerdict>
      )}
      {ids.hint && <Hint id={ids.hint}>{hint}</Hint>}
    </Root>
  );
}
