import type { ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import type { AnyElementProps, Polymorphic } from '../foundation/polymorphic';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

export interface TextLinkOwnProps {
  /** `arrow` leads on to a page, `external` to another site. */
  readonly mark?: 'arrow' | 'external' | undefined;
  readonly children: ReactNode;
}

const Root = styled.a<{ readonly $marked: boolean }>`
  color: var(--isa-accent);
  font-weight: ${({ $marked }) => ($marked ? 600 : 'inherit')};
  text-decoration: underline;
  text-decoration-thickness: 1px;
  text-decoration-color: color-mix(in srgb, currentColor 45%, transparent);
  text-underline-offset: 0.22em;
  transition: text-decoration-color ${tokens.motion};
  /* 24 px of target even in a line of small print. */
  padding-block: 0.15em;
  &:hover {
    text-decoration-color: currentColor;
  }
  svg {
    display: inline-block;
    vertical-align: -0.14em;
    margin-left: 0.35em;
    transition: transform ${tokens.motion};
  }
  &:hover svg {
    transform: translateX(2px);
  }
`;

/** A link in text or on its own: `<TextLink as={Link} to={paths.books} mark="arrow">`. */
export function TextLink<Element extends ElementType = 'a'>(
  props: Polymorphic<Element, TextLinkOwnProps>,
): ReactNode;
export function TextLink({ mark, children, ...rest }: AnyElementProps<TextLinkOwnProps>): ReactNode {
  return (
    <Root $marked={mark === 'arrow'} {...rest}>
      {children}
      {mark && <Icon name={mark === 'arrow' ? 'arrow-right' : 'external'} size="0.95em" />}
    </Root>
  );
}
