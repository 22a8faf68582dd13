import { formatPounds, SHIPPING_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, PageHead, type PageProps, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  asElement,
  Band,
  Breadcrumbs,
  Columns,
  EmptyState,
  Grid,
  Heading,
  Lead,
  media,
  Stack,
  tokens,
} from '@isa/ui';
import { BookMockup } from '@isa/ui/art';
import { styled } from 'styled-components';
import { CartWithoutScripts } from '../../shared/add-to-cart';
import { isPack } from '../../shared/volumes';
import { BookCard } from './book-card';
import type { ListedBook } from './load-books';
import { bookJsonLd } from './structured-data';

/** A book on the paper itself. Phones begin with the list instead. */
const BookOnPaper = styled.div`
  display: none;
  max-width: 26rem;
  margin-block: calc(-1 * ${tokens.space(8)});
  justify-self: end;
  width: 100%;
  ${media.up('md')} {
    display: block;
  }
`;

/** The last card is wide where it would be alone in its row; a pack is always alone in the first one. */
const Cards = styled(Grid)<{ readonly $featured: boolean }>`
  > :last-child:nth-child(${({ $featured }) => ($featured ? 'even' : 'odd')}) {
    grid-column: 1 / -1;
    /* Its price and button are alongside the text, below those of the column above. */
    ${media.up('xl')} {
      > :last-child {
        flex-direction: row;
        align-items: start;
        gap: ${tokens.space(12)};
        > :last-child {
          align-self: end;
          flex: none;
          width: calc(50% - 75px - ${tokens.space(6)} - clamp(${tokens.space(5)}, 2.4vw, ${tokens.space(7)}));
        }
      }
    }
  }
`;

const trail = [
  { label: 'Home', to: paths.home },
  { label: 'Books', to: paths.books },
];

export default function BooksPage({ data: books }: PageProps<readonly ListedBook[]>) {
  const { origin } = useHost().site;
  const groups = [
    {
      id: 'packs',
      title: 'Packs',
      books: books.filter(isPack).sort((a, b) => b.volumes.length - a.volumes.length),
      featured: true,
    },
    {
      id: 'single-volumes',
      title: 'Single volumes',
      books: books.filter((book) => !isPack(book)),
      featured: false,
    },
  ].filter((group) => group.books.length > 0);
  const sections = groups.map(({ id, title, books: group, featured }) => (
    <Stack key={id} gap={6} as="section" aria-labelledby={id}>
      <Heading level={2} size="md" id={id}>
        {title}
      </Heading>
      <Cards min={460} gap={6} $featured={featured}>
        {group.map((book, index) => (
          <BookCard key={book.id} book={book} books={books} featured={featured && index === 0} />
        ))}
      </Cards>
    </Stack>
  ));

  return (
    <Band space="small">
      <PageHead
        title="Books"
        description="The covert surveillance manual in five volumes, single or in packs: planning, movement, observation posts, counter-surveillance and building a unit."
        path={paths.books}
        image="/og/books.png"
        crumbs={trail}
        jsonLd={[
          {
            '@type': 'ItemList',
            itemListElement: books.map((book, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              item: bookJsonLd(book, book.excerpt, origin),
            })),
          },
        ]}
      />
      <Stack gap={12}>
        <Columns from="md" widths="7fr 5fr" gap={4} align="center">
          <Stack gap={4}>
            <Breadcrumbs items={trail} linkAs={Link} />
            <Heading level={1}>Books</Heading>
            <Lead>{`The academy’s manual of covert surveillance, printed and bound. Take one volume or a pack; shipping is ${formatPounds(SHIPPING_PRICE)} per order of any size.`}</Lead>
          </Stack>
          <BookOnPaper aria-hidden="true">
            <BookMockup bookId={7} loading="eager" />
          </BookOnPaper>
        </Columns>
        <CartWithoutScripts />
        {groups.length === 0 && (
          <EmptyState title="No books are for sale right now">Please check back soon.</EmptyState>
        )}
        {asElement(sections[0])}
        <BelowFirstScreen>{sections.slice(1)}</BelowFirstScreen>
      </Stack>
    </Band>
  );
}
