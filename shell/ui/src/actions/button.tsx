import type { ElementType, MouseEvent, ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import type { AnyElementProps, Polymorphic } from '../foundation/polymorphic';
import { media, tokens } from '../foundation/tokens';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonOwnProps {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  /** As wide as its column. */
  readonly wide?: boolean | undefined;
  /** Something is under way: shows so, keeps the focus and ignores clicks. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}

const variants: Readonly<Record<ButtonVariant, ReturnType<typeof css>>> = {
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
      background: color-mix(in srgb, var(--isa-text) 8%, transparent);
    }
  `,
};

const sizes: Readonly<Record<ButtonSize, ReturnType<typeof css>>> = {
  small: css`
    min-height: 36px;
    padding: ${tokens.space(1)} ${tokens.space(3)};
    font-size: ${tokens.font.size.small};
    ${media.touch} {
      min-height: 44px;
    }
  `,
  medium: css`
    min-height: 46px;
    padding: ${tokens.space(2)} ${tokens.space(5)};
    font-size: 1rem;
  `,
  large: css`
    min-height: 54px;
    padding: ${tokens.space(3)} ${tokens.space(7)};
    font-size: 1.0625rem;
  `,
};

const turn = keyframes`to { transform: rotate(1turn); }`;

const Root = styled.button<{
  readonly $variant: ButtonVariant;
  readonly $size: ButtonSize;
  readonly $wide: boolean;
}>`
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
  cursor: pointer;
  transition:
    background-color ${tokens.motion},
    border-color ${tokens.motion},
    color ${tokens.motion};
  ${({ $size }) => sizes[$size]}
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
    background: color-mix(in srgb, var(--isa-text) 9%, transparent);
    border-color: transparent;
    color: var(--isa-muted);
  }
  &[aria-busy='true'] {
    cursor: progress;
  }
  @media print {
    display: none;
  }
`;

const Ring = styled.span`
  width: 1.05em;
  height: 1.05em;
  flex: none;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  ${media.motion} {
    animation: ${turn} 0.8s linear infinite;
  }
`;

/**
 * A button, or a link that looks like one: `<Button as={Link} to={paths.basket}>`. As a button it keeps the
 * browser's own `type`, so inside a form it submits unless told otherwise.
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
  const waiting = busy
    ? {
        'aria-busy': true,
        'aria-disabled': true,
        onClick: (event: MouseEvent) => event.preventDefault(),
      }
    : undefined;
  return (
    <Root $variant={variant} $size={size} $wide={wide} {...rest} {...waiting}>
      {busy && <Ring aria-hidden="true" />}
      {children}
    </Root>
  );
}
