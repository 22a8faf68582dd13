import { type ComponentPropsWithRef, type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/focus';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';
import { controlStyle, Field, type FieldOwnProps, useFieldParts } from './field';

const Frame = styled.div`
  position: relative;
`;

const Input = styled.input<{ readonly $state: 'error' | 'valid' | 'plain' }>`
  ${controlStyle}
  padding-right: 52px;
  /* Edge brings an eye of its own. */
  &::-ms-reveal {
    display: none;
  }
`;

const Toggle = styled.button`
  position: absolute;
  inset: 2px 2px 2px auto;
  width: 44px;
  display: grid;
  place-items: center;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radius};
  background: none;
  color: var(--isa-muted);
  &:hover {
    color: var(--isa-text);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const CapsLock = styled.p<{ readonly $on: boolean }>`
  ${({ $on }) => !$on && visuallyHidden}
  font-size: ${tokens.font.size.small};
  line-height: 1.45;
  color: var(--isa-muted);
  margin-top: ${tokens.space(1.5)};
`;

export type PasswordFieldProps = FieldOwnProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id' | 'type'>;

/** A password that can be shown, with a word when caps lock is on. Say `autoComplete` for password managers. */
export function PasswordField({ label, name, error, valid, hint, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const capsLockId = useId();
  const { ids, control, state } = useFieldParts(
    { name, error, valid, hint },
    capsLock ? capsLockId : undefined,
    input['aria-describedby'],
  );

  function notice(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState('CapsLock'));
  }

  return (
    <Field label={label} required={input.required} ids={ids} error={error} valid={valid} hint={hint}>
      <Frame>
        <Input
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...input}
          {...control}
          type={shown ? 'text' : 'password'}
          $state={state}
          onKeyDown={(event) => {
            notice(event);
            input.onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            notice(event);
            input.onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCapsLock(false);
            input.onBlur?.(event);
          }}
        />
        <Toggle
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={control.id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </Toggle>
        <CapsLock id={capsLockId} role="status" $on={capsLock}>
          {capsLock ? 'Caps lock is on.' : ''}
        </CapsLock>
      </Frame>
    </Field>
  );
}
