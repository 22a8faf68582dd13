import type { Book } from '@isa/api-contract';
import { Caption, media, tokens, Viewfinder } from '@isa/ui';
import { BookCover, BookMockup, BookSpread } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { css, styled } from 'styled-components';
import { type BookSummary, volumeLabel, volumesOfPack } from '../../shared/volumes';
import type { BookPageData } from './load-books';

interface View {
  readonly label: string;
  readonly picture: ReactNode;
}

const Stage = styled(Viewfinder)`
  display: grid;
  place-items: center;
  aspect-ratio: 1;
  background-color: ${tokens.color.card};
  > * {
    width: 100%;
    max-height: 100%;
  }
`;

/** The picture's frame, a span, because the picture is also used inside a button. */
const Cover = styled.span`
  display: block;
  width: 62%;
  margin-inline: auto;
`;

const oneRow = css`
  grid-template-columns: none;
  grid-auto-columns: minmax(0, 72px);
  grid-auto-flow: column;
`;

const Thumbs = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 72px));
  gap: ${tokens.space(2)};
  margin-block: ${tokens.space(3)};
  /* As many as a pack of two volumes has fit into one row; on desktops all do. */
  &:not(:has(> :nth-child(7))) {
    ${oneRow}
  }
  ${media.up('lg')} {
    ${oneRow}
  }
`;

const Thumb = styled.button`
  display: grid;
  place-items: center;
  width: 100%;
  aspect-ratio: 1;
  padding: 5px;
  overflow: hidden;
  background: ${tokens.color.card};
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius};
  transition: border-color ${tokens.motion};
  &:hover {
    border-color: ${tokens.color.lineStrong};
  }
  &[aria-pressed='true'] {
    border-color: ${tokens.color.text};
    box-shadow: inset 0 0 0 1px ${tokens.color.text};
  }
`;

/** Pictures of the printed book, of its covers and of two spreads. */
export function Gallery({ book, books }: BookPageData) {
  const [chosen, setChosen] = useState(0);
  const views = viewsOf(book, books);
  const shown = views[chosen] ?? views[0];
  return (
    <figure>
      <Stage>{shown?.picture}</Stage>
      <Thumbs aria-label="Pictures of this book">
        {views.map((view, index) => (
          <li key={view.label}>
            <Thumb
              type="button"
              aria-label={`Show: ${view.label}`}
              aria-pressed={view === shown}
              onClick={() => setChosen(index)}
            >
              {view.picture}
            </Thumb>
          </li>
        ))}
      </Thumbs>
      <Caption as="figcaption" aria-live="polite">
        {shown?.label}
      </Caption>
    </figure>
  );
}

function viewsOf(book: Book, books: readonly BookSummary[]): readonly View[] {
  const volumes = volumesOfPack(book, books);
  const covers = volumes.length > 0 ? volumes : [book];
  const [first = 0, second = first] = book.volumes;
  return [
    {
      label: 'The printed book',
      // The largest picture of the first screen. Its thumbnail uses the same file.
      picture: <BookMockup bookId={book.id} loading="eager" />,
    },
    ...covers.map((cover) => ({
      label: `Cover, ${volumeLabel(cover)}`,
      picture: (
        <Cover>
          <BookCover bookId={cover.id} />
        </Cover>
      ),
    })),
    {
      label: `Drawn from inside volume ${first}: a form`,
      picture: <BookSpread volume={first} page="form" />,
    },
    {
      label: `Drawn from inside volume ${second}: a plan`,
      picture: <BookSpread volume={second} page="map" />,
    },
  ];
}
