import { formatPounds, SHIPPING_PRICE } from '@isa/api-contract';
import { PageHead, type PageProps, paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Breadcrumbs,
  Caption,
  Cluster,
  Container,
  Heading,
  media,
  Price,
  Section,
  Stack,
  Tag,
  Text,
  tokens,
} from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { excerpt } from '../../shared/excerpt';
import { StickyAction } from '../../shared/sticky-action';
import { savingOf, volumeLabel } from '../../shared/volumes';
import { AddToCart, InBasket } from './add-to-cart';
import { BookFacts } from './book-facts';
import { Description } from './description';
import { Gallery } from './gallery';
import type { BookPageData } from './load-books';
import { PackOffers } from './pack-offers';
import { RelatedBooks } from './related-books';
import { bookThing } from './structured-data';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(16)};
  ${media.up('md')} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: start;
  }
`;

const Pictures = styled.div`
  ${media.up('md')} {
    position: sticky;
    top: 6rem;
  }
`;

export default function BookPage({ data: { book, books } }: PageProps<BookPageData>) {
  const { origin } = useHost().site;
  const buy = useRef<HTMLDivElement>(null);
  const trail = [
    { label: 'Home', to: paths.home },
    { label: 'Books', to: paths.books },
    { label: volumeLabel(book), to: paths.book(book.id) },
  ];

  return (
    <>
      <PageHead
        title={book.title}
        description={excerpt(book.content, 155)}
        path={paths.book(book.id)}
        image={`/og/book-${book.id}.png`}
        crumbs={trail}
        jsonLd={[bookThing(book, excerpt(book.content, 200), origin)]}
      />
      <Section space="small">
        <Container>
          <Stack gap={6}>
            <Breadcrumbs items={trail} linkAs={Link} />
            <Columns>
              <Pictures>
                {/* Another book starts with its first picture. */}
                <Gallery key={book.id} book={book} books={books} />
              </Pictures>
              <Stack gap={7}>
                <Stack gap={3}>
                  <Cluster gap={3}>
                    <Caption tone="accent">{volumeLabel(book)}</Caption>
                    {book.preOrder && <Tag tone="accent">Pre-order</Tag>}
                  </Cluster>
                  <Heading level={1} size="lg">
                    {book.title}
                  </Heading>
                </Stack>
                <Offer book={book} books={books} />
                <Stack gap={2} ref={buy}>
                  <AddToCart book={book} size="large" wide />
                  <Text size="small" muted as="div">
                    <InBasket bookId={book.id} />
                  </Text>
                </Stack>
                <BookFacts book={book} />
                <Description html={book.content} />
              </Stack>
            </Columns>
          </Stack>
        </Container>
      </Section>
      <PackOffers book={book} books={books} />
      <RelatedBooks book={book} books={books} />
      <StickyAction unless={buy} label="Buy this book">
        <Stack gap={0}>
          <Caption>{volumeLabel(book)}</Caption>
          <Price amount={book.price} />
        </Stack>
        <AddToCart book={book} label={`Add to cart: ${volumeLabel(book)}`} />
      </StickyAction>
    </>
  );
}

function Offer({ book, books }: BookPageData) {
  const saving = savingOf(book, books);
  return (
    <Stack gap={2}>
      <Cluster gap={3} align="baseline">
        <Price amount={book.price} was={book.oldPrice} size="large" />
        <Caption as="span">{book.currency}</Caption>
      </Cluster>
      {saving && (
        <Text size="small">
          Saves <strong>{formatPounds(saving.saved)}</strong>: the volumes cost{' '}
          {formatPounds(saving.separately)} one by one.
        </Text>
      )}
      <Text size="small" muted>
        Including VAT. Shipping is {formatPounds(SHIPPING_PRICE)} per order, however many books it holds.
      </Text>
      {book.preOrder && <PreOrderNote />}
    </Stack>
  );
}

/** Said before the button and not after the payment. */
function PreOrderNote() {
  return (
    <Text size="small">
      <strong>This book is to be published.</strong> You order and pay now; it is sent as soon as the printed
      copies are here.
    </Text>
  );
}
