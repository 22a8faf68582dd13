import { formatPounds } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useHydrated, useSession } from '@isa/contract';
import { Link, useNavigate } from '@isa/contract/router';
import {
  Button,
  Card,
  Cluster,
  Heading,
  Icon,
  media,
  RetryAlert,
  Skeleton,
  Spinner,
  Stack,
  StickyAction,
  Text,
  TextLink,
  tokens,
  useMediaQuery,
} from '@isa/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { lastOrder } from '../../shared/last-order';
import { OrderLines } from '../../shared/order-lines';
import { PrivatePage } from '../../shared/private-page';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { Skeletons } from '../../shared/skeletons';
import { Totals } from '../../shared/totals';
import { useAccountEmail } from '../../shared/use-account-email';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { type PricedBasket, useBooks, usePricedBasket } from '../../shared/use-priced-basket';
import { Payment } from './payment';
import { pendingOrder } from './pending-order';
import { usePurchase } from './purchase';

/** Summary, payment and terms; on wide screens the payment is alongside the others. */
const CheckoutGrid = styled.div`
  display: grid;
  gap: ${tokens.space(6)} ${tokens.space(8)};
  ${media.up('lg')} {
    grid-template: 'payment summary' auto 'payment terms' 1fr / minmax(0, 1fr) 26rem;
    align-items: start;
    > :nth-child(1) {
      grid-area: summary;
    }
    > :nth-child(2) {
      grid-area: payment;
    }
    > :nth-child(3) {
      grid-area: terms;
    }
  }
`;

/** On narrow screens this button replaces the summary, so that the payment is in the first screen. */
const Fold = styled.button`
  display: flex;
  align-items: center;
  gap: ${tokens.space(3)};
  width: 100%;
  min-height: 44px;
  margin-block: calc(-1 * ${tokens.space(2)});
  padding: 0;
  border: 0;
  background: none;
  text-align: left;
  span {
    flex: 1;
    font-weight: 600;
  }
  strong {
    font-family: ${tokens.font.mono};
    font-weight: 500;
  }
  &[aria-expanded='true'] svg {
    rotate: 180deg;
  }
`;

const Summary = styled(Stack)`
  ${media.down('lg')} {
    padding-top: ${tokens.space(5)};
  }
`;

export default function CheckoutPage() {
  const hydrated = useHydrated();
  return (
    <PrivatePage title="Secure Checkout" description="Pay for your order." path={paths.checkout} gap={6}>
      <Stack gap={3}>
        <Heading level={1}>
          <Cluster as="span" gap={3}>
            <Icon name="lock" size="0.8em" /> Secure Checkout
          </Cluster>
        </Heading>
        {/* This is the checkout's largest text, which does not wait for scripts. */}
        <Text muted>Pay with PayPal or a card. The receipt comes by e-mail.</Text>
      </Stack>
      {hydrated ? <Checkout /> : <CheckoutSkeleton />}
    </PrivatePage>
  );
}

function CheckoutSkeleton() {
  return (
    <CheckoutGrid aria-busy="true">
      <Skeleton height={72} />
      <Skeleton height={720} />
    </CheckoutGrid>
  );
}

function Checkout() {
  const { basket: hostBasket } = useHost();
  const navigate = useNavigate();
  const basket = usePricedBasket();
  const offer = usePremiumOffer(basket.items);
  const purchase = usePurchase(basket.refresh);
  const payment = useRef<HTMLDivElement>(null);
  const { phase } = purchase;

  // An empty basket has nothing to pay (specification §2), unless a payment is still being settled.
  const leaving = basket.items.length === 0 && phase === 'ready' && !pendingOrder.read();
  useEffect(() => {
    if (leaving && hostBasket.store.getState().items.length === 0) {
      const thanksNotShown = lastOrder.read()?.shown === false;
      void navigate(thanksNotShown ? paths.paymentSuccessful : paths.home, { replace: true });
    }
  }, [leaving, hostBasket, navigate]);

  // The basket is empty by now, and the next page is loading.
  if (phase === 'paid') return <Spinner label="Your payment arrived. One moment…" showLabel size={56} />;
  // The offer's text is above the payment buttons and would move them.
  if (leaving || offer.loading) return <CheckoutSkeleton />;
  return (
    <CheckoutGrid>
      <OrderSummary basket={basket} />
      <Payment basket={basket} offer={offer} purchase={purchase} buttons={payment} />
      <OrderTerms items={basket.items} />
      {basket.totals.lines.length > 0 && phase === 'ready' && (
        <StickyAction inPage={payment} label="Total and payment">
          <strong>{formatPounds(basket.totals.total)}</strong>
          <Button type="button" onClick={() => payment.current?.scrollIntoView()}>
            Go to payment
          </Button>
        </StickyAction>
      )}
    </CheckoutGrid>
  );
}

function OrderSummary({ basket }: { readonly basket: PricedBasket }) {
  const { totals, items, prices, refresh, refreshing } = basket;
  const preOrders = useBooks(items)
    .data?.books.filter(({ preOrder }) => preOrder)
    .map(({ id }) => id);
  const [open, setOpen] = useState(false);
  const id = useId();
  const narrow = useMediaQuery(media.down('lg'));
  return (
    <Card>
      {narrow && (
        <Fold type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <span>Order summary</span>
          {totals.lines.length > 0 && <strong>{formatPounds(totals.total)}</strong>}
          <Icon name="chevron-down" size={18} />
        </Fold>
      )}
      <Summary id={id} gap={5} hidden={narrow && !open}>
        <Cluster justify="space-between" align="baseline">
          <Heading level={2} size="md">
            Order summary
          </Heading>
          <TextLink as={Link} to={paths.basket}>
            Change
          </TextLink>
        </Cluster>
        {prices === 'loading' ? (
          <Skeletons gap={4} heights={[...items.map(() => 78), 120]} />
        ) : (
          <>
            {prices === 'remembered' && (
              <RetryAlert title="We can’t check today’s prices right now" busy={refreshing} retry={refresh}>
                You can pay as soon as they are known.
              </RetryAlert>
            )}
            {(prices === 'checked' || totals.lines.length > 0) && (
              <>
                <OrderLines lines={totals.lines} preOrders={preOrders} />
                <Totals totals={totals} shipped={hasBooks(items)} />
              </>
            )}
          </>
        )}
      </Summary>
    </Card>
  );
}

/** What is delivered when, what can be returned, and where the receipt goes. */
function OrderTerms({ items }: Pick<PricedBasket, 'items'>) {
  const email = useAccountEmail();
  const guest = useSession(({ status }) => status !== 'in');
  return (
    <Card>
      <Stack gap={4}>
        <Heading level={2} size="md">
          Good to know
        </Heading>
        <PurchaseTerms books={hasBooks(items)}>
          <div>
            <dt>Receipt</dt>
            <dd>{`By e-mail to ${guest ? 'the address that you give PayPal' : (email ?? 'the address of your account')}.`}</dd>
          </div>
        </PurchaseTerms>
      </Stack>
    </Card>
  );
}
