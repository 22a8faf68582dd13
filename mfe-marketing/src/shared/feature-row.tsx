import { asElement, Icon, media, Stack, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** From tablets on, picture and text are side by side; on wide screens every second row has its picture at the right. */
const Row = styled.article`
  position: relative;
  display: grid;
  gap: ${tokens.space(6)};
  ${media.up('md')} {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    align-items: start;
    gap: clamp(${tokens.space(8)}, 6vw, ${tokens.space(20)});
  }
  ${media.up('lg')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: center;
    &:nth-of-type(even) > :first-child {
      order: 1;
    }
  }
`;

const Picture = styled.div<{ readonly $crop: string }>`
  overflow: clip;
  transition: outline-color ${tokens.motion};
  outline: 2px solid transparent;
  ${Row}:hover > & {
    outline-color: var(--isa-accent);
  }
  border-radius: ${tokens.radiusLarge};
  background: ${tokens.color.ink};
  /* The subject of the picture, with its brackets, is inside this square. */
  @media (min-width: 768px) and (max-width: 991.98px) {
    img {
      aspect-ratio: 1;
      object-fit: cover;
      object-position: ${({ $crop }) => $crop};
    }
  }
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
  /** The horizontal position of the square that tablets show of the picture. */
  readonly crop?: string;
  /** What the reader finds behind the row's link. */
  readonly more: string;
  readonly children: ReactNode;
}

/** A large picture and a text. The whole row is the target of its link. */
export function FeatureRow({ picture, crop = '51%', more, children }: FeatureRowProps) {
  return (
    <Row>
      <Picture $crop={crop}>{picture}</Picture>
      <Stack gap={5}>
        {asElement(children)}
        <More aria-hidden="true">
          <span>{more}</span> <Icon name="arrow-right" size={18} />
        </More>
      </Stack>
    </Row>
  );
}
