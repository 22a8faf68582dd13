import { asElement, media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Stations = styled.ol`
  --label: 0px;
  --gap: ${tokens.space(9)};
  position: relative;
  display: grid;
  gap: ${tokens.space(10)};
  padding-left: var(--gap);
  &::before {
    content: '';
    position: absolute;
    left: calc(var(--label) + 7px);
    top: 0.6rem;
    bottom: 0;
    border-left: 1px solid var(--isa-line-strong);
  }
  ${media.up('md')} {
    padding-left: 0;
    &[data-labels='wide'] {
      --label: 9.5rem;
      --gap: ${tokens.space(18)};
    }
    &[data-labels='narrow'] {
      --label: 3.5rem;
      --gap: ${tokens.space(16)};
    }
  }
`;

const Station = styled.li`
  position: relative;
  display: grid;
  gap: ${tokens.space(2)};
  &::before {
    content: '';
    position: absolute;
    left: calc(-1 * var(--gap));
    top: 0.35rem;
    width: 15px;
    height: 15px;
    border: 3px solid var(--isa-surface);
    border-radius: 50%;
    background: var(--isa-accent);
  }
  &[data-leads]::before {
    margin: -4px;
    width: 23px;
    height: 23px;
  }
  ${media.up('md')} {
    grid-template-columns: calc(var(--label) - ${tokens.space(6)}) minmax(0, 1fr);
    column-gap: var(--gap);
    &::before {
      left: var(--label);
    }
  }
`;

const Label = styled.p`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.small};
  font-weight: 600;
  line-height: 1.8;
  color: var(--isa-accent);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${media.up('md')} {
    text-align: right;
  }
`;

interface RouteProps {
  /** The room for the labels on wide screens: for years, or for a number of two digits. */
  readonly labels?: 'wide' | 'narrow';
  readonly stations: readonly {
    readonly key: string;
    readonly label: ReactNode;
    readonly content: ReactNode;
    /** Has a larger mark. */
    readonly leads?: boolean | undefined;
  }[];
}

/** What comes one after the other, drawn like a route on the academy's maps: a line with a mark for each station. */
export function Route({ labels = 'wide', stations }: RouteProps) {
  return (
    <Stations data-labels={labels}>
      {stations.map(({ key, label, content, leads }) => (
        <Station key={key} data-leads={leads || undefined}>
          <Label>{asElement(label)}</Label>
          {asElement(content)}
        </Station>
      ))}
    </Stations>
  );
}
