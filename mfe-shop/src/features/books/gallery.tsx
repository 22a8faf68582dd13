import type { Book } from '@isa/api-contract';
import { Caption, tokens, Viewfinder } from '@isa/ui';
import { BookCover, BookMockup, BookSpread } from '@isa/ui/art';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { type BookSummary, volumeLabel, volumesOfPack } from '../../shared/volumes';
import type { BookPageData } from './load-books';

interface View {
  readonly label: string;
  readonly picture: ReactNode;
  /** A picture in place of one that is illegible as a thumbnail. */
  readonly thumb?: ReactNode;
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

const ContentsPage = styled.div`
  width: 74%;
  margin-inline: auto;
  padding: clamp(1rem, 5%, 2rem);
  background: ${tokens.color.paper};
  border: 1px solid ${tokens.color.line};
  font-family: ${tokens.font.serif};
  font-size: clamp(0.75rem, 0.6rem + 0.5vw, 0.9375rem);
  line-height: 1.35;
  ol {
    display: grid;
    gap: 0.45em;
    margin-top: 1em;
    list-style: decimal;
    padding-left: 1.6em;
  }
`;

const Thumbs = styled.ul`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 72px));
  gap: ${tokens.space(2)};
  margin-block: ${tokens.space(3)};
  /* As many as a pack of two volumes has fit into one row. */
  &:not(:has(> :nth-child(7))) {
    grid-template-columns: none;
    grid-auto-columns: minmax(0, 72px);
    grid-auto-flow: column;
  }
`;

/** A page with lines of text. */
const TextPage = styled.span`
  width: 62%;
  aspect-ratio: 3 / 4;
  border: 1px solid ${tokens.color.line};
  background: repeating-linear-gradient(${tokens.color.muted} 0 1px, transparent 0 5px) 50% 62% / 64% 66%
    no-repeat ${tokens.color.paper};
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

/** Pictures of the printed book, of its covers, of two spreads and of its table of contents. */
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
              {view.thumb ?? view.picture}
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
    {
      label: 'Contents',
      thumb: <TextPage />,
      picture: (
        <ContentsPage aria-hidden="true">
          Contents
          <ol>
            {book.contents.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ol>
        </ContentsPage>
      ),
    },
  ];
}
