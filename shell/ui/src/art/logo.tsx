import { styled } from 'styled-components';
import { tokens } from '@isa/ui';
import { markShape } from './mark';

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.7em;
  font-size: 1rem;
  line-height: 1;
  color: var(--isa-text);
  svg {
    flex: none;
    color: var(--isa-accent);
  }
`;

const Wordmark = styled.span`
  display: grid;
  gap: 0.3em;
  strong {
    font-family: ${tokens.font.serif};
    font-size: 1.375em;
    font-weight: 600;
    letter-spacing: 0.06em;
  }
  span {
    font-family: ${tokens.font.mono};
    font-size: 0.625em;
    font-weight: 500;
    letter-spacing: 0.085em;
    text-transform: uppercase;
    color: var(--isa-muted);
    white-space: nowrap;
  }
`;

interface LogoProps {
  /** `mark` is the logo without its text, for narrow bars. */
  readonly variant?: 'full' | 'mark' | undefined;
  /** The accessible name; without it the logo is decoration. */
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** The academy's logo: a route from A to B in a viewfinder, in the colours of the ground. */
export function Logo({ variant = 'full', title, className }: LogoProps) {
  return (
    <Root className={className} {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}>
      <svg width="36" height="36" viewBox="0 0 36 36" fill="none" stroke="currentColor" focusable="false">
        <path d={markShape.brackets} strokeWidth="2.4" />
        <path d={markShape.route} strokeWidth="2.4" strokeLinecap="round" />
        <circle {...markShape.start} fill="currentColor" stroke="none" />
        <circle {...markShape.end} fill="var(--isa-surface)" strokeWidth="2.2" />
      </svg>
      {variant === 'full' && (
        <Wordmark>
          <strong>ISA</strong>
          <span>Surveillance Academy</span>
        </Wordmark>
      )}
    </Root>
  );
}
