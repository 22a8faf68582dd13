import { asElement } from '../foundation/as-element';
import type { ElementType, ReactNode } from 'react';
import { styled } from 'styled-components';
import type { AnyElementProps, Polymorphic } from '../foundation/polymorphic';
import { tokens } from '../foundation/tokens';
import { Icon } from '../icons/icon';

interface TextLinkOwnProps {
  /** The icon after the text: `arrow` for pages of this site, `external` for other sites. */
  readonly mark?: 'arrow' | 'external' | undefined;
  readonly children: ReactNode;
}

const Root = styled.a<{ readonly $marked: boolean }>`
  font-weight: ${({ $marked }) => ($marked ? 600 : 'inherit')};
  text-decoration-color: color-mix(in srgb, currentColor 45%, transparent);
  text-underline-offset: 0.22em;
  transition: text-decoration-color ${tokens.motion};
  /* A target of 24 px even in small text. */
  padding-block: 0.35em;
  &:hover {
    text-decoration-color: currentColor;
  }
  svg {
    display: inline-block;
    vertical-align: -0.14em;
    margin-left: 0.4em;
    transition: transform ${tokens.motion};
  }
  &:hover svg {
    transform: translateX(2px);
  }
`;

/** Its space does not break, so that the mark stays on the line of the last word, and has no width to underline. */
const Mark = styled.span`
  &::before {
    content: '\\00a0';
    font-size: 0;
  }
`;

/** A link inside text or alone: `<TextLink as={Link} to={paths.books} mark="arrow">`. */
export function TextLink<Element extends ElementType = 'a'>(
  props: Polymorphic<Element, TextLinkOwnProps>,
): ReactNode;
export function TextLink({ mark, children, ...rest }: AnyElementProps<TextLinkOwnProps>): ReactNode {
  return (
    <Root $marked={mark === 'arrow'} {...rest}>
      {asElement(children)}
      {mark && (
        <Mark>
          <Icon name={mark === 'arrow' ? 'arrow-right' : 'external'} size="0.95em" />
        </Mark>
      )}
    </Root>
  );
}
