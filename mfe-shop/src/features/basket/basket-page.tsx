import { type Book, formatPounds, messages, type Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useBasket, useHost, useHydrated } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Columns,
  Heading,
  media,
  RetryAlert,
  Skeleton,
  Stack,
  Text,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { PageArt } from '@isa/ui/art';
import { useState } from 'react';
import { styled } from 'styled-components';
import { lastOrder } from '../../shared/last-order';
import { useOpenPayment } from '../../shared/open-payment';
import { OpenPaymentNotice } from '../../shared/open-payment-notice';
import { PrivatePage } from '../../shared/private-page';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { type PricedBasket, useBooks, usePricedBasket } from '../../shared/use-priced-basket';
import { packsContaining, volumeLabel } from '../../shared/volumes';
import { BasketLineView } from './basket-line';
import { BasketSummary } from './basket-summary';
import { EmptyBasket } from './empty-basket';
import { bestPackSwap } from './pack-swap';
import { useLines } from './use-lines';

const columns = {
  from: 'lg',
  widths: '1fr 22rem',
  gap: 8,
  wideGap: tokens.space(16),
  align: 'start',
} as const;

const Lines = styled.ul`
  border-top: 1px solid ${tokens.color.line};
`;

const ToBooks = styled.div`
  margin-top: ${tokens.space(3)};
`;

/** An empty cart has a picture, alongside the heading on wide screens. */
const Head = styled.div`
  display: grid;
  gap: ${tokens.space(8)};
  img {
    aspect-ratio: 16 / 9;
    object-fit: cover;
    border-radius: ${tokens.radiusLarge};
  }
  ${media.up('md')} {
    &:has(img) {
      grid-template-columns: minmax(0, 1fr) minmax(0, 28rem);
      gap: ${tokens.space(10)};
    }
  }
`;

export default function BasketPage() {
  const hydrated = useHydrated();
  const isEmpty = useBasket(({ items }) => items.length === 0) && hydrated;
  return (
    <PrivatePage title="Cart" description="The books and courses in your cart." path={paths.basket}>
      <Head>
        <Stack gap={3}>
          <Heading level={1}>{isEmpty ? messages.shop.emptyBasket : 'Your cart'}</Heading>
          {/* The cart's largest text is there in every state, so that it does not wait for scripts. */}
          <Text muted>
            Books and courses that you add stay here for 30 days. Prices include VAT; pay with PayPal or a
            card.
          </Text>
          {isEmpty && (
            <ToBooks>
              <Button as={Link} to={paths.books} size="large">
                See the books
              </Button>
            </ToBooks>
          )}
        </Stack>
        {isEmpty && <PageArt name="shelf" />}
      </Head>
      {hydrated ? <Basket /> : <BasketSkeleton />}
    </PrivatePage>
  );
}

function Basket() {
  const { basket } = useHost();
  const priced = usePricedBasket();
  const { items, prices, totals } = priced;
  const { lines, remove, restore } = useLines(items);
  const [paid, setPaid] = useState<Receipt>();
  const open = useOpenPayment(({ order }) => {
    if (!order || order.money === 'none') return;
    setPaid(order);
    // The notice replaces the thank-you page.
    lastOrder.write({ link: order.link, shown: true });
  });
  // The catalogue provides the excerpts and the pack suggestion; prices do not depend on it.
  const { data: catalogue, status } = useBooks(items);
  const premium = usePremiumOffer(items);

  // The height of a line depends on its texts, so lines are shown only when prices and texts have arrived.
  const [shown, setShown] = useState(false);
  const loading = prices === 'loading' || (status === 'loading' && !catalogue) || premium.loading;
  if (!loading && !shown) setShown(true);
  if (loading && !shown && items.length > 0) return <BasketSkeleton lines={items.length} />;

  const list = lines.length > 0 && (
    <Lines aria-label="Products in your cart">
      {lines.map((line) => (
        <BasketLineView
          key={line.productId}
          line={line}
          basket={priced}
          premiumOffer={premium.text}
          book={catalogue?.books.find(({ id }) => id === line.productId)}
          setQuantity={(quantity) =>
            quantity < 1 ? remove(line.productId) : basket.setQuantity(line.productId, quantity)
          }
          restore={() => restore(line.productId)}
        />
      ))}
    </Lines>
  );

  const payment = (
    <>
      <OpenPaymentNotice {...open} />
      {paid && (
        <Alert
          tone={paid.shown.tone === 'success' ? 'success' : 'info'}
          title={`Order ${paid.number}: ${paid.shown.label}`}
          action={
            <Button as={Link} to={paths.order(paid.link)} variant="secondary" size="small">
              View order
            </Button>
          }
        >
          {`Its items are no longer in your cart. ${paid.shown.text ?? ''}`}
        </Alert>
      )}
    </>
  );

  if (items.length === 0) {
    return (
      <Stack gap={8}>
        {payment}
        {/* Removed lines stay, so that their removal can be undone. */}
        {list}
        <EmptyBasket />
      </Stack>
    );
  }
  return (
    <Columns {...columns}>
      <Stack gap={5}>
        {payment}
        {prices === 'remembered' && (
          <RetryAlert
            title="We can’t check today’s prices right now"
            busy={priced.refreshing}
            retry={priced.refresh}
          >
            {`Your cart is saved, and you can still change it. ${
              totals.lines.length < items.length
                ? 'Products whose price you have not seen before are left out of the total.'
                : 'The prices below are the ones that you last saw.'
            }`}
          </RetryAlert>
        )}
        {list}
        {catalogue && <Duplicates items={items} books={catalogue.books} remove={remove} />}
        {catalogue && <PackSuggestion items={items} books={catalogue.books} />}
      </Stack>
      <BasketSummary basket={priced} waitsForPayment={open.phase === 'asking' || open.phase === 'unknown'} />
    </Columns>
  );
}

/**
 * The basket's contents are stored in the browser, so the prerendered page contains only this, without lines: the cart
 * may be empty.
 */
function BasketSkeleton({ lines = 0 }: { readonly lines?: number }) {
  return (
    <Columns {...columns} aria-busy="true">
      <VisuallyHidden>Loading your cart…</VisuallyHidden>
      <Stack gap={6}>
        {Array.from({ length: lines || 1 }, (_, line) => (
          <Skeleton key={line} height={lines === 0 ? 246 : 120} />
        ))}
      </Stack>
      <Skeleton height={300} />
    </Columns>
  );
}

interface DuplicatesProps extends PackSuggestionProps {
  remove(productId: number): void;
}

/** Says which books in the basket a pack in it contains as well. */
function Duplicates({ items, books, remove }: DuplicatesProps) {
  const present = books.filter(({ id }) => items.some(({ productId }) => productId === id));
  return present.flatMap((book) =>
    packsContaining(book, present)
      .slice(0, 1)
      .map((pack) => (
        <Alert
          key={book.id}
          action={
            <Button type="button" variant="secondary" size="small" onClick={() => remove(book.id)}>
              {`Remove ${volumeLabel(book)}`}
            </Button>
          }
        >
          {`The pack “${volumeLabel(pack)}” already contains ${volumeLabel(book)}.`}
        </Alert>
      )),
  );
}

interface PackSuggestionProps {
  readonly items: PricedBasket['items'];
  readonly books: readonly Book[];
}

/** Offers a pack that costs less than the same books in the basket. One click swaps them, one click undoes it. */
function PackSuggestion({ items, books }: PackSuggestionProps) {
  const { basket, toasts } = useHost();
  const swap = bestPackSwap(items, books);
  if (!swap) return null;

  const { pack, replaced, count, saved } = swap;
  const quantityOf = (id: number) =>
    basket.store.getState().items.find(({ productId }) => productId === id)?.quantity ?? 0;

  function exchange() {
    for (const { id } of replaced) basket.setQuantity(id, quantityOf(id) - count);
    basket.add(pack.id, count);
    toasts.show({
      tone: 'success',
      text: `Swapped for the pack: you save ${formatPounds(saved)}.`,
      action: {
        label: 'Undo',
        run() {
          basket.setQuantity(pack.id, quantityOf(pack.id) - count);
          for (const { id } of replaced) basket.add(id, count);
        },
      },
    });
  }

  return (
    <Alert
      title={`${formatPounds(saved)} less as a pack`}
      action={
        <Button type="button" variant="secondary" size="small" onClick={exchange}>
          Swap for the pack
        </Button>
      }
    >
      {`${volumeLabel(pack)} cost ${formatPounds(pack.price)} together. They are the same books.`}
    </Alert>
  );
}
