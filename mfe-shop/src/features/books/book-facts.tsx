import { type Book, longMonth } from '@isa/api-contract';
import { Icon, media, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { Disclosure } from '../../shared/disclosure';
import { isPack } from '../../shared/volumes';

/** A row for each fact; from tablets on, where they have the page's width, a column as far as the letters leave room. */
const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  border-top: 1px solid ${tokens.color.line};
  font-size: ${tokens.font.size.small};
  > div {
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    gap: ${tokens.space(6)};
    padding-block: ${tokens.space(2.5)};
    border-bottom: 1px solid ${tokens.color.line};
  }
  dt {
    color: ${tokens.color.muted};
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  ${media.up('md')} {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), 1fr));
    gap: ${tokens.space(4)} ${tokens.space(6)};
    padding-block: ${tokens.space(4)};
    border-bottom: 1px solid ${tokens.color.line};
    > div {
      display: block;
      grid-column: auto;
      padding: 0;
      border: 0;
    }
    /* The samples of several volumes have a row of their own below at most four columns. */
    &:has(li + li) {
      grid-template-columns: repeat(auto-fit, minmax(min(100%, max(7rem, 20%)), 1fr));
      > :last-child {
        display: flex;
        flex-wrap: wrap;
        gap: ${tokens.space(1)} ${tokens.space(6)};
        align-items: baseline;
        grid-column: 1 / -1;
      }
    }
  }
`;

/** The links have room for fingers, which must not move their line. */
const Samples = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${tokens.space(1)} ${tokens.space(4)};
  margin-block: calc(-1 * ${tokens.space(1)});
  a {
    display: inline-block;
    padding-block: ${tokens.space(1)};
  }
`;

const Contents = styled(Disclosure)`
  border-bottom: 1px solid ${tokens.color.line};
  ol {
    display: grid;
    gap: ${tokens.space(2)};
    padding: ${tokens.space(2)} 0 ${tokens.space(5)} 1.6em;
    list-style: decimal;
  }
  ${media.up('md')} {
    ol {
      display: block;
      columns: 2;
    }
  }
  li::marker {
    font-family: ${tokens.font.mono};
    font-size: 0.85em;
    color: ${tokens.color.accent};
  }
`;

export function BookFacts({ book }: { readonly book: Book }) {
  const pages = book.pages.toLocaleString('en-GB');
  const facts = {
    Format: book.format,
    Pages: isPack(book) ? `${pages} in ${book.volumes.length} volumes` : pages,
    Language: 'English',
    Availability: availability(book),
  };
  return (
    <div>
      <Facts>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Sample</dt>
          <dd>
            <Samples>
              {book.volumes.map((volume) => (
                <li key={volume}>
                  <a href={`/media/sample-volume-${volume}.pdf`}>{`Volume ${volume} (PDF, 0.1\u00a0MB)`}</a>
                </li>
              ))}
            </Samples>
          </dd>
        </div>
      </Facts>
      {/* The description of a pack lists its volumes. */}
      {!isPack(book) && (
        <Contents>
          <summary>
            <span>{`Contents, ${book.contents.length} chapters`}</span>
            <Icon name="chevron-down" />
          </summary>
          <ol>
            {book.contents.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ol>
        </Contents>
      )}
    </div>
  );
}

function availability({ preOrder, expectedMonth, soldOut }: Book): string {
  if (soldOut) return 'Sold out';
  if (!preOrder) return 'In stock';
  const expected = expectedMonth === null ? '' : `, expected in ${longMonth(expectedMonth)}`;
  return `To be published${expected}; order now, sent on publication`;
}
