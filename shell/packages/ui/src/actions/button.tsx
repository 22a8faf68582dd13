import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import type { AnyElementProps, Polymorphic } from '../foundation/polymorphic';
import { media, tokens } from '../foundation/tokens';
import { Icon, type IconName } from '../icons/icon';

const IconButtonRoot = styled.button`
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
    background: color-mix(in srgb, var(--isa-line) 55%, transparent);
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
    <IconButtonRoot type={type} aria-label={label} {...rest}>
      <Icon name={icon} />
    </IconButtonRoot>
  );
}

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = keyof typeof sizes;

interface ButtonOwnProps {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** Whether the button is as wide as its column. */
  readonly wide?: boolean | undefined;
  /** While an action runs: shows a ring, keeps the focus and ignores clicks. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}

const variants: Readonly<Record<ButtonVariant, ReturnType<typeof css>>> = {
  danger: css`
    background: transparent;
    color: var(--isa-error);
    border-color: currentColor;
    &:hover:not(:disabled) {
      background: color-mix(in srgb, var(--isa-error) 10%, transparent);
    }
  `,
  primary: css`
    background: var(--isa-button);
    color: var(--isa-ink);
    border-color: var(--isa-button-edge);
    &:hover:not(:disabled) {
      background: var(--isa-button-hover);
    }
  `,
  secondary: css`
    background: transparent;
    color: var(--isa-text);
    border-color: var(--isa-line-strong);
    &:hover:not(:disabled) {
      border-color: var(--isa-text);
    }
  `,
  quiet: css`
    background: transparent;
    color: var(--isa-text);
    border-color: transparent;
    &:hover:not(:disabled) {
      background: color-mix(in srgb, var(--isa-line) 55%, transparent);
    }
  `,
};

/** Minimum height, padding and font size of each size. */
const sizes = {
  small: ['36px', `${tokens.space(1)} ${tokens.space(3)}`, tokens.font.size.small],
  medium: ['48px', `${tokens.space(2)} ${tokens.space(5)}`, '1rem'],
  large: ['54px', `${tokens.space(3)} ${tokens.space(7)}`, '1.0625rem'],
} as const;

const rotation = keyframes`to { transform: rotate(1turn); }`;

const Root = styled.button<{ $variant: ButtonVariant; $size: ButtonSize; $wide: boolean }>`
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${tokens.space(2)};
  ${({ $wide }) => $wide && 'width: 100%;'}
  max-width: 100%;
  border: 1px solid;
  border-radius: ${tokens.radius};
  font-family: ${tokens.font.sans};
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.005em;
  text-align: center;
  text-decoration: none;
  transition:
    background-color ${tokens.motion},
    border-color ${tokens.motion},
    color ${tokens.motion};
  min-height: ${({ $size }) => sizes[$size][0]};
  padding: ${({ $size }) => sizes[$size][1]};
  font-size: ${({ $size }) => sizes[$size][2]};
  ${media.touch} {
    min-height: ${({ $size }) => ($size === 'small' ? '44px' : undefined)};
  }
  ${({ $variant }) => variants[$variant]}

  &:active:not(:disabled) {
    transform: translateY(1px);
  }
  &:disabled,
  &[aria-disabled='true'] {
    cursor: not-allowed;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    background: color-mix(in srgb, var(--isa-line) 45%, transparent);
    border-color: transparent;
    color: var(--isa-muted);
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  /* The ring is no element, so that nothing is inserted alongside a text that the browser may have translated. */
  &[aria-busy='true']::before {
    content: '';
    width: 1.05em;
    height: 1.05em;
    flex: none;
    border: 2px solid currentColor;
    border-right-color: transparent;
    border-radius: 50%;
    ${media.motion} {
      animation: ${rotation} 0.8s linear infinite;
    }
  }
  @media print {
    display: none;
  }
`;

/**
 * A button, or a link that looks like one: `<Button as={Link} to={paths.basket}>`. As in HTML, it submits a form
 * unless its `type` is "button".
 */
export function Button<Element extends ElementType = 'button'>(
  props: Polymorphic<Element, ButtonOwnProps>,
): ReactNode;
export function Button({
  variant = 'primary',
  size = 'medium',
  wide = false,
  busy = false,
  children,
  ...rest
}: AnyElementProps<ButtonOwnProps>): ReactNode {
  const onClick = (event: MouseEvent) => event.preventDefault();
  const busyProps = busy ? { 'aria-busy': true, 'aria-disabled': true, onClick } : undefined;
  return (
    <Root $variant={variant} $size={size} $wide={wide} {...rest} {...busyProps}>
      {children}
    </Root>
  );
}
