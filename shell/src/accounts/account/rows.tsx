import { tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** Passkeys or sessions below each other. */
export const Rows = styled.ul`
  border-top: 1px solid var(--isa-line);
`;

const Root = styled.li`
  display: grid;
  gap: ${tokens.space(5)};
  padding-block: ${tokens.space(4)};
  border-bottom: 1px solid var(--isa-line);
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(2)} ${tokens.space(4)};
`;

const Words = styled.div`
  flex: 1 1 14rem;
  min-width: 0;
  strong {
    display: block;
    font-weight: 600;
  }
  p {
    font-size: ${tokens.font.size.small};
    line-height: 1.5;
    color: var(--isa-muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Controls = styled.div`
  display: flex;
  align-items: center;
  gap: ${tokens.space(2)};
`;

interface RowProps {
  readonly title: string;
  readonly details: ReactNode;
  /** A tag, buttons. */
  readonly controls?: ReactNode;
  /** A form below the line. */
  readonly children?: ReactNode;
  /** `div` outside of `Rows`. */
  readonly as?: 'li' | 'div';
}

/** One of the `Rows`, or a line alone. */
export function Row({ title, details, controls, children, as = 'li' }: RowProps) {
  return (
    <Root as={as}>
      <Line>
        <Words>
          <strong>{title}</strong>
          <p>{details}</p>
        </Words>
        {controls && <Controls>{controls}</Controls>}
      </Line>
      {children}
    </Root>
  );
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time in the visitor's own time zone. */
export function Time({ value }: { readonly value: string }) {
  return <time dateTime={value}>{format.format(new Date(value))}</time>;
}
