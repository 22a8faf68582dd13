import { type Book, excerpt, formatPounds, LESSON_COUNT, PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Cluster, IconButton, media, Price, Skeleton, Stack, Tag, Text, tokens } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { priceChange } from '../../shared/basket-notes';
import { knownProduct } from '../../shared/known-products';
import { plainText } from '../../shared/plain-text';
import { ProductPicture } from '../../shared/product-picture';
import type { PricedBasket } from '../../shared/use-priced-basket';
import { QuantityStepper } from './quantity-stepper';
import type { Line } from './use-lines';

const Row = styled.li`
  display: grid;
  grid-template-columns: 64px minmax(0, 1fr) 40px;
  grid-template-areas: 'picture texts remove' 'picture controls controls';
  gap: ${tokens.space(3)} ${tokens.space(4)};
  padding-block: ${tokens.space(6)};
  border-bottom: 1px solid ${tokens.color.line};
  ${media.up('md')} {
    grid-template: auto 1fr / 92px minmax(0, 1fr) 6.5rem 44px;
    grid-template-areas: 'picture texts price remove' 'picture controls controls controls';
    column-gap: ${tokens.space(5)};
  }
`;

const Picture = styled.div`
  grid-area: picture;
`;

/** On phones the texts extend below the button that removes the line; only the title leaves room. */
const Texts = styled(Stack)`
  grid-area: 1 / 2 / auto / -1;
  ${media.up('md')} {
    grid-area: texts;
  }
`;

const Title = styled(Link)`
  padding-right: 40px;
  color: inherit;
  font-family: ${tokens.font.serif};
  font-size: ${tokens.font.size.sm};
  font-weight: 560;
  line-height: 1.3;
  text-decoration-line: none;
  &:hover {
    text-decoration-line: underline;
  }
  ${media.up('md')} {
    padding-right: 0;
  }
`;

/** The controls; on phones the price is at the end of their row. */
const Controls = styled.div`
  grid-area: controls;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(4)};
  ${media.up('md')} {
    display: contents;
    > :first-child {
      grid-area: controls;
      justify-self: start;
    }
  }
`;

const Cost = styled.div`
  text-align: right;
  ${media.up('md')} {
    grid-area: price;
  }
`;

const Remove = styled(IconButton)`
  grid-area: remove;
  margin: -10px -10px 0 0;
  ${media.up('md')} {
    margin-right: 0;
  }
`;

const RemovedRow = styled(Cluster)`
  gap: ${tokens.space(2)} ${tokens.space(4)};
  padding-block: ${tokens.space(3)};
  border-bottom: 1px solid ${tokens.color.line};
  color: ${tokens.color.muted};
`;

interface BasketLineViewProps {
  readonly line: Line;
  readonly basket: PricedBasket;
  /** The book with the line's texts, once the catalogue is available. */
  readonly book: Book | undefined;
  readonly premiumOffer: string | undefined;
  setQuantity(quantity: number): void;
  restore(): void;
}

export function BasketLineView({
  line,
  basket,
  book,
  premiumOffer,
  setQuantity,
  restore,
}: BasketLineViewProps) {
  const { productId, quantity } = line;
  const { prices, totals, refreshing } = basket;
  const priced = totals.lines.find((candidate) => candidate.productId === productId);
  const previousPrice = basket.previousPrice(productId);
  const unavailable = basket.unavailable.find((product) => product.productId === productId);
  const { title, facts, text, path } = productLabels(
    productId,
    (priced ?? unavailable)?.title,
    book,
    premiumOffer,
  );
  const loading = !priced && (prices === 'loading' || refreshing);
  const unpriced = !priced && !loading;
  if (line.removed) return <RemovedLine title={title} line={line} restore={restore} />;
  return (
    <Row>
      <Picture>
        <ProductPicture productId={productId} />
      </Picture>
      <Texts gap={1.5}>
        <Title to={path}>{title}</Title>
        {book?.preOrder && <Tag tone="accent">Pre-order</Tag>}
        {facts && <Text size="small">{facts}</Text>}
        {text && (
          <Text size="small" muted>
            {text}
          </Text>
        )}
        {priced && previousPrice !== undefined && (
          <Text size="small" role="status">
            <strong>{priceChange(previousPrice, priced.unitPrice)}</strong>
            <span> since you last saw it.</span>
          </Text>
        )}
        {unpriced && prices === 'checked' && (
          <Text size="small">
            <strong>{unavailable?.reason === 'sold-out' ? 'Sold out.' : 'No longer for sale.'}</strong>
            <span> It is not included in the total or in your order.</span>
          </Text>
        )}
      </Texts>
      <Controls>
        {productId === PREMIUM_ID ? (
          <Text size="small" muted>
            One licence
          </Text>
        ) : (
          <QuantityStepper title={title} quantity={quantity} onChange={setQuantity} />
        )}
        <Cost>
          {priced && <Price amount={priced.lineTotal} size="small" />}
          {loading && <Skeleton width={72} height={20} />}
          {unpriced && prices === 'remembered' && <Text size="small">Price not known</Text>}
          {priced && quantity > 1 && (
            <Text size="small" muted>
              {`${formatPounds(priced.unitPrice)} each`}
            </Text>
          )}
        </Cost>
      </Controls>
      <Remove icon="close" label={`Remove ${title}`} onClick={() => setQuantity(0)} />
    </Row>
  );
}

/** Takes the place and the focus of a removed line. */
function RemovedLine({
  title,
  line,
  restore,
}: Pick<BasketLineViewProps, 'line' | 'restore'> & { title: string }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <RemovedRow as="li" justify="space-between">
      <span role="status">{`${title} was removed.`}</span>
      <Button
        ref={undo}
        type="button"
        variant="secondary"
        size="small"
        onClick={restore}
        aria-label={`Undo: put ${title} (${line.quantity}) back`}
      >
        Undo
      </Button>
    </RemovedRow>
  );
}

/** How many characters of a product's text its line shows (specification §9). */
const EXCERPT = 100;

/** Texts and link of a basket line. All online products are one premium access (specification §3). */
function productLabels(
  productId: number,
  title: string | undefined,
  book: Book | undefined,
  premiumOffer: string | undefined,
) {
  if (productId === PREMIUM_ID) {
    return {
      title: 'Premium access',
      text: [`All ${LESSON_COUNT} lessons of Basic Covert Surveillance.`, premiumOffer].join(' ').trim(),
      path: paths.onlineCourses,
    };
  }
  return {
    title: title ?? knownProduct(productId)?.title ?? book?.title ?? `Book no. ${productId}`,
    facts: book && factsOf(book),
    text: book && excerpt(plainText(book.content), EXCERPT),
    path: paths.book(productId),
  };
}

/** What is delivered, and when: `Paperback, 312 pages, in stock`. */
function factsOf({ format, pages, preOrder, soldOut }: Book): string {
  const [kind = format] = format.split(',');
  const delivery = preOrder ? 'sent on publication' : 'in stock';
  return [kind, `${pages.toLocaleString('en-GB')} pages`, ...(soldOut ? [] : [delivery])].join(', ');
}
