import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';
import { Icon, type IconName } from '../icons/icon';

const Root = styled.button`
  display: inline-grid;
  place-items: center;
  width: 44px;
  height: 44px;
  flex: none;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${tokens.radius};
  background: transparent;
  color: inherit;
  transition: background-color ${tokens.motion};
  &:hover:not(:disabled) {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }
  &:disabled {
    color: var(--isa-muted);
    cursor: not-allowed;
  }
`;

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly label: string;
}

/** A 44 px button with only an icon. */
export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Root type={type} aria-label={label} {...rest}>
      <Icon name={icon} />
    </Root>
  );
}
