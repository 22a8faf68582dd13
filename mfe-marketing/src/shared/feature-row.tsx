import { Icon, Stack, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Row = styled.article`
  position: relative;
  container-type: inline-size;
`;

/** In a column of medium width the picture is a wide strip above a text in two columns. */
const Halves = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
  @container (46rem <= width < 58rem) {
    img {
      aspect-ratio: 2 / 1;
      object-fit: cover;
    }
    > :last-child {
      display: grid;
      grid: auto auto 1fr / minmax(0, 6fr) minmax(0, 5fr);
      column-gap: ${tokens.space(12)};
    }
    dl {
      grid-area: 1 / 2 / span 3;
    }
  }
  @container (min-width: 58rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: center;
    gap: clamp(${tokens.space(10)}, 6vw, ${tokens.space(20)});
    ${Row}:nth-of-type(even) > & {
      grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
      > :first-child {
        order: 1;
      }
    }
  }
`;

const Picture = styled.div`
  overflow: clip;
  border-radius: ${tokens.radiusLarge};
  background: ${tokens.color.ink};
`;

const More = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${tokens.space(2)};
  color: var(--isa-accent);
  font-weight: 600;
`;

interface FeatureRowProps {
  readonly picture: ReactNode;
  /** The words that invite to follow the row's link. */
  readonly more: string;
  readonly children: ReactNode;
}

/** A large picture alongside a text, on alternating sides. The whole row is the target of its link. */
export function FeatureRow({ picture, more, children }: FeatureRowProps) {
  return (
    <Row>
      <Halves>
        <Picture>{picture}</Picture>
        <Stack gap={5}>
          {children}
          <More aria-hidden="true">
            {more} <Icon name="arrow-right" size={18} />
          </More>
        </Stack>
      </Halves>
    </Row>
  );
}
