import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Card, Heading, media, Price, Skeleton, Stack, Text } from '@isa/ui';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { StickyAction } from '../../shared/sticky-action';
import { Totals } from '../../shared/totals';
import { needsShipping, type PricedBasket } from '../../shared/use-priced-basket';

const Aside = styled.section`
  ${media.up('lg')} {
    position: sticky;
    top: 6rem;
  }
`;

/** What it comes to, and the way to pay it. */
export function BasketSummary({ basket }: { readonly basket: PricedBasket }) {
  const button = useRef<HTMLDivElement>(null);
  const { totals, items, prices } = basket;
  const orderable = totals.lines.length > 0;
  const checkOut = orderable ? (
    <Button as={Link} to={paths.checkout} size="large" wide>
      Check out
    </Button>
  ) : (
    <Button type="button" disabled size="large" wide>
      Check out
    </Button>
  );

  return (
    <Aside aria-label="Order summary">
      <Card>
        <Stack gap={5}>
          <Heading level={2} size="md">
            Summary
          </Heading>
          {prices === 'loading' ? (
            <Stack gap={3} aria-busy="true">
              <Skeleton height={24} />
              <Skeleton height={24} />
              <Skeleton height={40} />
            </Stack>
          ) : (
            <div aria-live="polite">
              <Totals totals={totals} shipped={needsShipping(items)} />
            </div>
          )}
          <div ref={button}>{checkOut}</div>
          <Text size="small" muted>
            {needsShipping(items)
              ? 'Shipping is flat, however many books you order. Pay by PayPal or card on the next page.'
              : 'Nothing to ship. Pay by PayPal or card on the next page.'}
          </Text>
        </Stack>
      </Card>
      {orderable && (
        <StickyAction unless={button} label="Total and check out">
          <Price amount={totals.total} />
          <Button as={Link} to={paths.checkout}>
            Check out
          </Button>
        </StickyAction>
      )}
    </Aside>
  );
}
