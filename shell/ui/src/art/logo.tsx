import { styled } from 'styled-components';
import { tokens } from '../foundation/tokens';

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

export interface LogoProps {
  /** `mark` is the sign alone, for narrow bars. */
  readonly variant?: 'full' | 'mark' | undefined;
  /** Height of the mark in pixels: 36 unless said otherwise. */
  readonly size?: number | undefined;
  /** Said by screen readers instead of the wordmark: name a link around it by this. */
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** The academy's sign: a route from A to B seen through a viewfinder. Takes its colours from the ground. */
export function Logo({ variant = 'full', size = 36, title, className }: LogoProps) {
  return (
    <Root className={className} {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}>
      <svg width={size} height={size} viewBox="0 0 36 36" fill="none" stroke="currentColor" focusable="false">
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
