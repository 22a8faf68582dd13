import { asElement, Icon, Stack, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';

const Row = styled.article`
  position: relative;
  container-type: inline-size;
`;

/** A wide picture above a text in two columns. */
const spread = css`
  img {
    aspect-ratio: 16 / 9;
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
`;

/** In a wide column only the first row is a spread. */
const Parts = styled.div`
  display: grid;
  gap: ${tokens.space(6)};
  @container (46rem <= width < 58rem) {
    ${spread}
  }
  @container (min-width: 58rem) {
    ${Row}:first-of-type > & {
      ${spread}
    }
    ${Row}:not(:first-of-type) > & {
      grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
      align-items: center;
      gap: clamp(${tokens.space(10)}, 6vw, ${tokens.space(20)});
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
  readonly children: ReactNode;
}

/** A large picture and a text. The whole row is the target of its link. */
export function FeatureRow({ picture, children }: FeatureRowProps) {
  return (
    <Row>
      <Parts>
        <Picture>{picture}</Picture>
        <Stack gap={5}>
          {asElement(children)}
          <More aria-hidden="true">
            Read More <Icon name="arrow-right" size={18} />
          </More>
        </Stack>
      </Parts>
    </Row>
  );
}
