import { styled } from 'styled-components';
import { tokens } from '@isa/ui';

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

/** The academy's logo: a route from A to B in a viewfinder, in the colours of the surface. */
export function Logo({ variant = 'full', title, className }: LogoProps) {
  return (
    <Root className={className} {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}>
      <svg width="36" height="36" viewBox="0 0 36 36" fill="none" stroke="currentColor" focusable="false">
        <path d="M2 10V2h8M26 2h8v8M34 26v8h-8M10 34H2v-8" strokeWidth="2.4" />
        <path d="M9.5 26c0-9 16.5-6 16.5-15.5" strokeWidth="2.4" strokeLinecap="round" />
        <circle cx="9.5" cy="26" r="2.7" fill="currentColor" stroke="none" />
        <circle cx="26" cy="10.5" r="3.2" fill="var(--isa-surface)" strokeWidth="2.2" />
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
