import { excerpt, formatPounds, longMonth, SHIPPING_PRICE } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { BelowFirstScreen, PageHead, type PageProps, useHost } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import {
  Band,
  Breadcrumbs,
  Caption,
  Cluster,
  Columns,
  Heading,
  media,
  Price,
  Prose,
  Stack,
  StickyAction,
  Tag,
  Text,
  tokens,
} from '@isa/ui';
import { type MouseEvent, useRef } from 'react';
import { styled } from 'styled-components';
import { AddToCart, CartWithoutScripts } from '../../shared/add-to-cart';
import { BookTitle } from '../../shared/book-title';
import { plainText } from '../../shared/plain-text';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { isPack, packSaving, volumeLabel } from '../../shared/volumes';
import { BookFacts } from './book-facts';
import { Gallery } from './gallery';
import type { BookPageData } from './load-books';
import { PackOffers } from './pack-offers';
import { RelatedBooks } from './related-books';
import { bookJsonLd } from './structured-data';

/** Pictures, offer, facts and text below each other; from tablets on the pictures are alongside the offer. */
const Parts = styled(Columns)`
  ${media.up('md')} {
    > :first-child {
      position: sticky;
      top: calc(var(--isa-header-height, 5rem) + ${tokens.space(4)});
      align-self: start;
    }
    > :nth-child(n + 3) {
      grid-column: span 2;
    }
  }
`;

const partsGap = `${tokens.space(12)} clamp(${tokens.space(8)}, 5vw, ${tokens.space(16)})`;

export default function BookPage({ data: { book, books } }: PageProps<BookPageData>) {
  const { origin } = useHost().site;
  const text = plainText(book.content);
  const buyButton = useRef<HTMLDivElement>(null);
  const trail = [
    { label: 'Home', to: paths.home },
    { label: 'Books', to: paths.books },
    { label: volumeLabel(book), to: paths.book(book.id) },
  ];

  return (
    <>
      <PageHead
        title={book.title}
        description={excerpt(text, 155)}
        path={paths.book(book.id)}
        image={`/og/book-${book.id}.png`}
        crumbs={trail}
        jsonLd={[bookJsonLd(book, excerpt(text, 200), origin)]}
      />
      <Band space="small">
        <Stack gap={6}>
          <Breadcrumbs items={trail} linkAs={Link} />
          <Parts from="md" widths="1fr 1fr" gap={8} wideGap={partsGap}>
            {/* The key makes the first picture the selected one when the book changes. */}
            <Gallery key={book.id} book={book} books={books} />
            <Stack gap={7}>
              <Stack gap={3}>
                <Cluster gap={3}>
                  <Caption tone="accent">{volumeLabel(book)}</Caption>
                  {book.preOrder && <Tag tone="accent">Pre-order</Tag>}
                </Cluster>
                <Heading level={1} size="lg">
                  <BookTitle title={book.title} />
                </Heading>
              </Stack>
              <Offer book={book} books={books} />
              <Stack ref={buyButton}>
                <AddToCart book={book} size="large" wide />
                <CartWithoutScripts />
              </Stack>
              <PurchaseTerms books={[book]} />
            </Stack>
            <BookFacts book={book} />
            <Description html={book.content} />
          </Parts>
        </Stack>
      </Band>
      <BelowFirstScreen>
        {isPack(book) && <RelatedBooks book={book} books={books} />}
        <PackOffers book={book} books={books} />
        {!isPack(book) && <RelatedBooks book={book} books={books} />}
      </BelowFirstScreen>
      {!book.soldOut && (
        <StickyAction inPage={buyButton} label="Buy this book">
          <Stack gap={0}>
            <Caption>{volumeLabel(book)}</Caption>
            <Price amount={book.price} />
          </Stack>
          <AddToCart book={book} name={volumeLabel(book)} />
        </StickyAction>
      )}
    </>
  );
}

function Offer({ book, books }: BookPageData) {
  const { email } = useHost().site.contact;
  const saving = packSaving(book, books);
  return (
    <Stack gap={2}>
      <Cluster gap={3} align="baseline">
        <Price amount={book.price} was={book.oldPrice} size="large" />
        <Caption as="span">{book.currency}</Caption>
      </Cluster>
      {saving && (
        <Text size="small">
          <span>{'Saves '}</span>
          <strong>{formatPounds(saving.saved)}</strong>
          <span>{`: the volumes cost ${formatPounds(saving.separately)} one by one.`}</span>
        </Text>
      )}
      <Text
        size="small"
        muted
      >{`Including VAT. Shipping is ${formatPounds(SHIPPING_PRICE)} per order, for any number of books.`}</Text>
      {book.preOrder && (
        <Text size="small">
          <strong>{`This book has not been published yet${book.expectedMonth ? `: we expect it in ${longMonth(book.expectedMonth)}` : ''}.`}</strong>{' '}
          You pay now, and we send it as soon as the printed copies arrive.
        </Text>
      )}
      {book.soldOut && (
        <Text size="small">
          <strong>This book is sold out at the moment.</strong> Write to us and we will tell you when it can
          be ordered again: <a href={`mailto:${email}`}>{email}</a>.
        </Text>
      )}
    </Stack>
  );
}

/** Two columns, as in a book, with smaller headings. */
const DescriptionText = styled(Prose)`
  ${media.up('md')} {
    max-width: none;
    columns: 2;
    column-gap: clamp(${tokens.space(8)}, 5vw, ${tokens.space(16)});
  }
  h2 {
    font-size: ${tokens.font.size.md};
    break-after: avoid;
  }
  ul {
    break-inside: avoid;
  }
  * + h2 {
    margin-top: ${tokens.space(8)};
  }
`;

/** A book's description. Its links to pages of this site navigate without a reload. */
function Description({ html }: { readonly html: string }) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLElement>) {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || modified || event.defaultPrevented || link.target || link.origin !== window.location.origin)
      return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  return (
    <div onClick={follow}>
      <DescriptionText html={html} />
    </div>
  );
}
