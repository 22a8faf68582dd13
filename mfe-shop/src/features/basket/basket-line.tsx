import { type BasketLine, formatPounds, PREMIUM_ID, type Pence } from '@isa/api-contract';
import { Link } from '@isa/contract/router';
import { Button, IconButton, media, Price, Skeleton, Tag, Text, tokens } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ProductPicture, type ProductWords } from '../../shared/product-words';
import { QuantityStepper } from './quantity-stepper';
import type { Line } from './use-lines';

const Row = styled.li`
  display: grid;
  grid-template-columns: 64px minmax(0, 1fr) 40px;
  grid-template-areas: 'picture words remove' 'picture controls controls';
  gap: ${tokens.space(3)} ${tokens.space(4)};
  padding-block: ${tokens.space(6)};
  border-bottom: 1px solid ${tokens.color.line};
  ${media.up('md')} {
    grid-template-columns: 92px minmax(0, 1fr) 8.25rem 6.5rem 44px;
    grid-template-areas: 'picture words controls price remove';
    column-gap: ${tokens.space(5)};
  }
`;

const Picture = styled.div`
  grid-area: picture;
`;

const Words = styled.div`
  grid-area: words;
  display: grid;
  gap: ${tokens.space(1.5)};
  align-content: start;
`;

const Title = styled(Link)`
  color: inherit;
  font-family: ${tokens.font.serif};
  font-size: ${tokens.font.size.sm};
  font-weight: 560;
  line-height: 1.3;
  text-decoration: none;
  &:hover {
    text-decoration: underline;
    text-decoration-thickness: 1px;
  }
`;

/** On phones the price stands at the end of the controls' row. */
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
    }
  }
`;

/** Stands where the others have their quantity, on the line of their figures. */
const Single = styled.p`
  font-size: ${tokens.font.size.small};
  color: ${tokens.color.muted};
  ${media.up('md')} {
    padding: ${tokens.space(2)} 0 0 ${tokens.space(3)};
  }
`;

const Cost = styled.div`
  text-align: right;
  ${media.up('md')} {
    grid-area: price;
    padding-top: ${tokens.space(2)};
  }
`;

const Remove = styled(IconButton)`
  grid-area: remove;
  margin: -10px -10px 0 0;
  ${media.up('md')} {
    margin: 0;
  }
`;

const Gone = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${tokens.space(2)} ${tokens.space(4)};
  padding-block: ${tokens.space(3)};
  border-bottom: 1px solid ${tokens.color.line};
  color: ${tokens.color.muted};
`;

export interface BasketLineViewProps {
  readonly line: Line;
  readonly words: ProductWords;
  /** What it costs; nothing while that is being asked, or when the catalogue does not know it. */
  readonly priced: BasketLine | undefined;
  readonly state: 'priced' | 'loading' | 'unpriced' | 'unavailable';
  readonly movedFrom: Pence | undefined;
  onQuantity(quantity: number): void;
  onRemove(): void;
  onRestore(): void;
}

export function BasketLineView(props: BasketLineViewProps) {
  const { line, words, priced, state, movedFrom, onQuantity, onRemove } = props;
  if (line.removed) return <RemovedLine {...props} />;
  return (
    <Row>
      <Picture>
        <ProductPicture productId={line.productId} />
      </Picture>
      <Words>
        <Title to={words.path}>{words.title}</Title>
        {words.preOrder && <Tag tone="accent">Pre-order</Tag>}
        {words.text && (
          <Text size="small" muted>
            {words.text}
          </Text>
        )}
        {priced && movedFrom !== undefined && <MovedPrice from={movedFrom} to={priced.unitPrice} />}
        {state === 'unavailable' && (
          <Text size="small">
            <strong>No longer for sale.</strong> Please remove it; it is not part of the total.
          </Text>
        )}
      </Words>
      <Controls>
        {line.productId === PREMIUM_ID ? (
          <Single>One access</Single>
        ) : (
          <QuantityStepper title={words.title} quantity={line.quantity} onChange={onQuantity} />
        )}
        <Cost>
          {priced && <Price amount={priced.lineTotal} size="small" />}
          {state === 'loading' && <Skeleton width={72} height={20} />}
          {state === 'unpriced' && <Text size="small">Price not known</Text>}
          {priced && line.quantity > 1 && (
            <Text size="small" muted>
              {formatPounds(priced.unitPrice)} each
            </Text>
          )}
        </Cost>
      </Controls>
      <Remove icon="close" label={`Remove ${words.title}`} onClick={onRemove} />
    </Row>
  );
}

function MovedPrice({ from, to }: { readonly from: Pence; readonly to: Pence }) {
  return (
    <Text size="small" role="status">
      <strong>
        The price has {to > from ? 'gone up' : 'come down'} from {formatPounds(from)} to {formatPounds(to)}
      </strong>{' '}
      since you last saw it.
    </Text>
  );
}

/** Keeps the line's place, takes the focus and offers the way back. */
function RemovedLine({ line, words, onRestore }: BasketLineViewProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <Gone>
      <span role="status">{words.title} was removed.</span>
      <Button
        ref={undo}
        type="button"
        variant="secondary"
        size="small"
        onClick={onRestore}
        aria-label={`Undo: put ${words.title} (${line.quantity}) back`}
      >
        Undo
      </Button>
    </Gone>
  );
}
