import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Card, Heading, media, Price, Stack, StickyAction, Text, TextLink } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { Skeletons } from '../../shared/skeletons';
import { Totals } from '../../shared/totals';
import type { PricedBasket } from '../../shared/use-priced-basket';

const Aside = styled.section`
  ${media.up('lg')} {
    position: sticky;
    top: 6rem;
  }
`;

interface BasketSummaryProps {
  readonly basket: PricedBasket;
  /** Whether the end of an earlier payment is not known, so that a second one has to wait. */
  readonly waitsForPayment: boolean;
}

export function BasketSummary({ basket, waitsForPayment }: BasketSummaryProps) {
  const button = useRef<HTMLDivElement>(null);
  const { totals, items, prices } = basket;
  const shipped = hasBooks(items);
  const priced = totals.lines.length > 0;
  const orderable = priced && !waitsForPayment;
  return (
    <Aside aria-label="Order summary">
      <Card>
        <Stack gap={5}>
          <Heading level={2} size="md">
            Summary
          </Heading>
          {prices === 'loading' ? (
            <Skeletons heights={[24, 24, 40]} />
          ) : (
            <div aria-live="polite">
              {priced || prices === 'checked' ? (
                <Totals totals={totals} shipped withVat={false} />
              ) : (
                <Text muted>The total is not known yet.</Text>
              )}
            </div>
          )}
          <div ref={button}>
            {orderable ? (
              <Button as={Link} to={paths.checkout} size="large" wide>
                Check out
              </Button>
            ) : (
              <Button type="button" disabled size="large" wide>
                Check out
              </Button>
            )}
          </div>
          {waitsForPayment && (
            <Text size="small" role="status">
              You can check out as soon as we know whether your last payment went through. Your cart will not
              change.
            </Text>
          )}
          {shipped && (
            <Text size="small" muted>
              <span>{'Shipping is the same for any number of books. '}</span>
              <TextLink as={Link} to={`${paths.legal('terms-and-conditions')}#books`}>
                Delivery and returns
              </TextLink>
            </Text>
          )}
        </Stack>
      </Card>
      {orderable && (
        <StickyAction inPage={button} label="Total and check out">
          <Price amount={totals.total} />
          <Button as={Link} to={paths.checkout}>
            Check out
          </Button>
        </StickyAction>
      )}
    </Aside>
  );
}
