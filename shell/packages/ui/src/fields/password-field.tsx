import { type ComponentPropsWithRef, type KeyboardEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { visuallyHidden } from '../foundation/accessibility';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';
import { Field, type FieldOwnProps, Hint, Input, useField } from './field';

const Frame = styled.div`
  position: relative;
`;

const PasswordInput = styled(Input)`
  padding-right: 52px;
  /* Edge adds its own button that shows the password. */
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

const CapsLock = styled(Hint)<{ readonly $on: boolean }>`
  ${({ $on }) => !$on && visuallyHidden}
  margin-top: ${tokens.space(1.5)};
`;

type PasswordFieldProps = FieldOwnProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldOwnProps | 'id' | 'type'>;

/** A password that can be shown, with a caps lock warning. Set `autoComplete` for password managers. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const capsLockId = useId();
  const { field, control } = useField(props, capsLock ? capsLockId : undefined);

  function detectCapsLock(event: KeyboardEvent<HTMLInputElement>) {
    setCapsLock(event.getModifierState('CapsLock'));
  }

  return (
    <Field {...field}>
      <Frame>
        <PasswordInput
          spellCheck={false}
          autoCapitalize="none"
          autoCorrect="off"
          {...control}
          type={shown ? 'text' : 'password'}
          onKeyDown={(event) => {
            detectCapsLock(event);
            props.onKeyDown?.(event);
          }}
          onKeyUp={(event) => {
            detectCapsLock(event);
            props.onKeyUp?.(event);
          }}
          onBlur={(event) => {
            setCapsLock(false);
            props.onBlur?.(event);
          }}
        />
        <Toggle
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={control.id}
          data-isa-scripts-only
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
