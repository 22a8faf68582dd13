import { type Book, calls, isBookId, messages } from '@isa/api-contract';
import { PageHead, paths, useHost, useHydrated, useRequest } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Container,
  EmptyState,
  Heading,
  media,
  Section,
  Skeleton,
  Stack,
  tokens,
  VisuallyHidden,
} from '@isa/ui';
import { type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { knownProduct } from '../../shared/known-products';
import { productWords } from '../../shared/product-words';
import { RetryAlert } from '../../shared/retry-alert';
import { type PricedBasket, usePricedBasket } from '../../shared/use-priced-basket';
import { BasketLineView, type BasketLineViewProps } from './basket-line';
import { BasketSummary } from './basket-summary';
import { PackSuggestion } from './pack-suggestion';
import { type Line, useLines } from './use-lines';

const Columns = styled.div`
  display: grid;
  gap: ${tokens.space(8)} ${tokens.space(16)};
  ${media.up('lg')} {
    grid-template-columns: minmax(0, 1fr) 22rem;
    align-items: start;
  }
`;

const Lines = styled.ul`
  border-top: 1px solid ${tokens.color.line};
`;

export default function BasketPage() {
  const hydrated = useHydrated();
  return (
    <Section space="small">
      <PageHead
        title="Basket"
        description="The books and courses in your basket."
        path={paths.basket}
        noIndex
      />
      <Container>
        <Stack gap={8}>
          <Heading level={1}>Your basket</Heading>
          {hydrated ? <Basket /> : <BasketSkeleton />}
        </Stack>
      </Container>
    </Section>
  );
}

function Basket() {
  const { api, basket } = useHost();
  const priced = usePricedBasket();
  const { lines, remove, restore } = useLines(priced.items);
  const wantsBooks = priced.items.some(({ productId }) => isBookId(productId));
  // Prices do without; the lines' second sentence and the hint at a pack come from here.
  const catalogue = useRequest(wantsBooks ? 'books' : undefined, (signal) =>
    api(calls.listBooks, {}, { signal }),
  );

  // A line takes as much room as its words: until they are known, nothing is shown that they would move.
  const [drawn, setDrawn] = useState(false);
  const awaited = priced.prices === 'loading' || (catalogue.status === 'loading' && !catalogue.data);
  if (!awaited && !drawn) setDrawn(true);
  if (awaited && !drawn && priced.items.length > 0) return <BasketSkeleton />;

  const list = lines.length > 0 && (
    <Lines aria-label="Products in your basket">
      {lines.map((line) => (
        <BasketLineView
          key={line.productId}
          {...lineProps(line, priced, catalogue.data?.books)}
          onQuantity={(quantity) =>
            quantity < 1 ? remove(line.productId) : basket.setQuantity(line.productId, quantity)
          }
          onRemove={() => remove(line.productId)}
          onRestore={() => restore(line.productId)}
        />
      ))}
    </Lines>
  );

  if (priced.items.length === 0) return <EmptyBasket>{list}</EmptyBasket>;
  return (
    <Columns>
      <Stack gap={5}>
        {priced.prices === 'remembered' && <PricesUnchecked basket={priced} />}
        {list}
        {catalogue.data && <PackSuggestion items={priced.items} books={catalogue.data.books} />}
      </Stack>
      <BasketSummary basket={priced} />
    </Columns>
  );
}

function lineProps(
  line: Line,
  { totals, prices, refreshing, movedFrom }: PricedBasket,
  books: readonly Book[] | undefined,
): Pick<BasketLineViewProps, 'line' | 'words' | 'priced' | 'state' | 'movedFrom'> {
  const priced = totals.lines.find(({ productId }) => productId === line.productId);
  const title = priced?.title ?? knownProduct(line.productId)?.title;
  const state = priced
    ? 'priced'
    : prices === 'loading' || refreshing
      ? 'loading'
      : prices === 'remembered'
        ? 'unpriced'
        : 'unavailable';
  return {
    line,
    words: productWords(
      line.productId,
      title,
      books?.find(({ id }) => id === line.productId),
    ),
    priced,
    state,
    movedFrom: movedFrom(line.productId),
  };
}

/** What was taken out last can still be put back from here. */
function EmptyBasket({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={8}>
      {children}
      <EmptyState
        title={messages.shop.emptyBasket}
        action={
          <Button as={Link} to={paths.books}>
            See the books
          </Button>
        }
      >
        Books and courses that you add wait here, in every tab and until you come back.
      </EmptyState>
    </Stack>
  );
}

function PricesUnchecked({ basket }: { readonly basket: PricedBasket }) {
  const missing = basket.totals.lines.length < basket.items.length;
  return (
    <RetryAlert
      title="We can’t check today’s prices right now"
      busy={basket.refreshing}
      retry={basket.refresh}
    >
      Your basket is safe, and you can go on changing it.{' '}
      {missing
        ? 'Prices that this browser does not remember are left out of the total.'
        : 'The prices below are those that you last saw.'}
    </RetryAlert>
  );
}

/** What is in the basket is only known in the browser. */
function BasketSkeleton() {
  return (
    <Columns aria-busy="true">
      <VisuallyHidden>Looking into your basket…</VisuallyHidden>
      <Stack gap={6}>
        <Skeleton height={120} />
        <Skeleton height={120} />
      </Stack>
      <Skeleton height={300} />
    </Columns>
  );
}
