import { formatPounds } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Caption, Card, Cluster, Heading, media, Price, Stack, Tag, Text, tokens } from '@isa/ui';
import { BookCover } from '@isa/ui/art';
import { css, styled } from 'styled-components';
import { AddToCart } from '../../shared/add-to-cart';
import { BookTitle } from '../../shared/book-title';
import { CardTitle } from '../../shared/card-title';
import { packSaving, volumeLabel, volumesOfPack } from '../../shared/volumes';
import type { ListedBook } from './load-books';

const BookSheet = styled(Card)<{ readonly $featured: boolean }>`
  display: grid;
  grid-template: 'cover title' 'texts texts' / 88px minmax(0, 1fr);
  gap: ${tokens.space(4)} ${tokens.space(5)};
  ${media.up('sm')} {
    grid-template: 'cover title' auto 'cover texts' 1fr / 148px minmax(0, 1fr);
    gap: ${tokens.space(3)} ${tokens.space(6)};
  }
  ${({ $featured }) =>
    $featured &&
    css`
      ${media.up('lg')} {
        grid-column: 1 / -1;
        grid-template-columns: 260px minmax(0, 1fr);
        column-gap: ${tokens.space(12)};
        padding: ${tokens.space(10)};
      }
    `}
`;

const Cover = styled.div`
  grid-area: cover;
`;

const Head = styled(Stack)`
  grid-area: title;
  justify-content: center;
  ${media.up('sm')} {
    justify-content: start;
  }
`;

const Texts = styled(Stack)`
  grid-area: texts;
  min-width: 0;
`;

const Volumes = styled.ul`
  width: 100%;
  border-top: 1px solid var(--isa-line);
  font-size: ${tokens.font.size.small};
  line-height: 1.4;
  li {
    padding-block: ${tokens.space(2)};
    border-bottom: 1px solid var(--isa-line);
  }
`;

const Foot = styled(Cluster)`
  width: 100%;
  margin-top: auto;
  padding-top: ${tokens.space(2)};
  align-items: last baseline;
  /* An old price that does not fit stands above the new one; the button keeps its place. */
  > :first-child {
    flex: 1 1 0;
    min-width: 6rem;
  }
  button {
    position: relative;
    z-index: 1;
  }
`;

interface BookCardProps {
  readonly book: ListedBook;
  readonly books: readonly ListedBook[];
  readonly featured?: boolean;
}

export function BookCard({ book, books, featured = false }: BookCardProps) {
  const saving = packSaving(book, books);
  return (
    <BookSheet interactive as="article" $featured={featured}>
      <Cover>
        <BookCover bookId={book.id} />
      </Cover>
      <Head gap={2}>
        <Cluster gap={2}>
          <Caption>{volumeLabel(book)}</Caption>
          {book.preOrder && <Tag tone="accent">Pre-order</Tag>}
          {saving && <Tag tone="success">{`Saves ${formatPounds(saving.saved)}`}</Tag>}
        </Cluster>
        <Heading level={3} size={featured ? 'lg' : 'sm'}>
          <CardTitle to={paths.book(book.id)}>
            <BookTitle title={book.title} />
          </CardTitle>
        </Heading>
      </Head>
      <Texts gap={3} align="start">
        <Text size="small" muted>
          {book.excerpt}
        </Text>
        {featured && (
          <Volumes>
            {volumesOfPack(book, books).map(({ id, title }) => (
              <li key={id}>
                <BookTitle title={title} />
              </li>
            ))}
          </Volumes>
        )}
        <Foot justify="space-between">
          <Price amount={book.price} was={saving?.separately ?? book.oldPrice} />
          <AddToCart
            book={book}
            size="small"
            variant={featured ? undefined : 'secondary'}
            name={book.title}
          />
        </Foot>
      </Texts>
    </BookSheet>
  );
}
