import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { focusRing, tokens } from '@isa/ui';

const RedactedText = styled.span`
  position: relative;
  border-radius: 1px;
  background-image: linear-gradient(var(--isa-text), var(--isa-text));
  background-repeat: no-repeat;
  background-position: 100% 50%;
  background-size: 100% 0.92em;
  color: transparent;
  box-decoration-break: clone;
  -webkit-box-decoration-break: clone;
  transition:
    background-size ${tokens.motion},
    color ${tokens.motion};
  &[data-lifted],
  &:hover,
  &:focus {
    color: inherit;
    background-size: 0% 0.92em;
  }
  &:focus-visible {
    ${focusRing}
  }
  @media (forced-colors: active), print {
    color: inherit;
    background: none;
  }
`;

const Bar = styled.span`
  display: inline-block;
  height: 0.78em;
  vertical-align: -0.06em;
  background: currentColor;
  border-radius: 1px;
`;

type RedactionProps =
  | {
      /** Text under a bar that disappears on hover and focus. Screen readers always read it. */
      readonly children: ReactNode;
      /** Whether the bar has been removed, as an example for the others. */
      readonly lifted?: boolean;
      readonly length?: undefined;
    }
  | {
      readonly children?: undefined;
      readonly lifted?: undefined;
      /** An empty bar of this many characters: decoration. */
      readonly length: number;
    };

/** A redaction bar. */
export function Redaction({ children, lifted = false, length }: RedactionProps) {
  return length === undefined ? (
    // Focusable although it has no action, so that the bar disappears for keyboard users too.
    <RedactedText tabIndex={lifted ? undefined : 0} data-lifted={lifted || undefined}>
      {children}
    </RedactedText>
  ) : (
    <Bar aria-hidden="true" style={{ width: `${length}ch` }} />
  );
}
