import { asElement, Band, Heading, media, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** A sheet of paper that lies over the edge of its band. */
const Sheet = styled.ol`
  position: relative;
  z-index: 1;
  padding: clamp(${tokens.space(6)}, 5vw, ${tokens.space(16)});
  background: ${tokens.color.card};
  border: 1px solid var(--isa-line);
  ${media.up('lg')} {
    margin-bottom: calc(-1 * ${tokens.sectionSpace} - ${tokens.space(12)});
  }
  > li {
    display: grid;
    gap: ${tokens.space(3)} ${tokens.space(12)};
    padding-block: ${tokens.space(6)};
    border-top: 1px solid var(--isa-line);
    ${media.up('md')} {
      grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    }
  }
  > li:first-child {
    padding-top: 0;
    border: 0;
  }
`;

const Cell = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${tokens.space(2)};
  align-content: start;
`;

const Written = styled(Cell)`
  font-family: ${tokens.font.mono};
  font-size: ${tokens.font.size.small};
  del {
    text-decoration: line-through 2px var(--isa-accent);
  }
  /* A correction in the margin. */
  ins {
    display: block;
    margin-top: ${tokens.space(2)};
    padding-left: ${tokens.space(3)};
    border-left: 2px solid var(--isa-accent);
    color: var(--isa-accent);
    font: 500 1.0625rem / 1.45 ${tokens.font.serif};
    text-decoration: none;
    text-wrap: pretty;
  }
`;

interface SpecimenProps {
  /** The id of the heading above the sheet. */
  readonly labelledBy: string;
  readonly parts: readonly {
    readonly part: string;
    /** What is written on the sheet. */
    readonly example: ReactNode;
    readonly title: string;
    readonly explanation: ReactNode;
  }[];
}

/** A page as clients receive it, with what each of its parts is for. */
export function Specimen({ labelledBy, parts }: SpecimenProps) {
  return (
    <Sheet aria-labelledby={labelledBy}>
      {parts.map(({ part, example, title, explanation }) => (
        <li key={part}>
          <Written>
            <strong>{part}</strong>
            <p>{example}</p>
          </Written>
          <Cell>
            <Heading level={3} size="sm">
              {title}
            </Heading>
            {asElement(explanation)}
          </Cell>
        </li>
      ))}
    </Sheet>
  );
}

/** Leaves room for the sheet over its edge. */
export const BandBelowSpecimen = styled(Band)`
  ${media.up('lg')} {
    padding-top: calc(${tokens.sectionSpace} + ${tokens.space(10)});
  }
`;
