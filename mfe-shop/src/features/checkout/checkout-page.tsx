import { type BasketTotals, formatPounds } from '@isa/api-contract';
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
import { booksOf } from '../../shared/basket-contents';
import { lastOrder } from '../../shared/last-order';
import { OrderLines } from '../../shared/order-lines';
import { PrivatePage } from '../../shared/private-page';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { Skeletons } from '../../shared/skeletons';
import { Totals } from '../../shared/totals';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { type PricedBasket, useBooks, usePricedBasket } from '../../shared/use-priced-basket';
import { type CheckoutSettings, useCheckoutSettings } from './checkout-settings';
import { Payment, useCartObstacle } from './payment';
import { usePurchase } from './purchase';

/** Summary, payment and terms; on wide screens the payment is alongside the others. */
const CheckoutGrid = styled.div`
  display: grid;
  gap: ${tokens.space(6)} ${tokens.space(8)};
  ${media.up('lg')} {
    grid-template: 'payment summary' auto 'terms terms' auto / minmax(0, 1fr) 26rem;
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
        <Heading level={1}>Secure Checkout</Heading>
        {/* This is the checkout's largest text, which does not wait for scripts. */}
        <Text muted>
          Pay with PayPal or a card. You are not charged until you confirm in PayPal’s window.
        </Text>
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
  const settings = useCheckoutSettings();
  const purchase = usePurchase(basket.refresh);
  const payment = useRef<HTMLDivElement>(null);
  const { phase, failure, frozen } = purchase;
  const cartObstacle = useCartObstacle(basket);
  const canPay = settings.data && !frozen && !cartObstacle && (phase === 'none' || phase === 'open');
  const items = frozen?.lines ?? basket.items;
  const offer = usePremiumOffer(items);
  const books = booksOf(items, useBooks(items).data?.books);

  // A reload came before the thank-you page, or an empty basket has nothing to pay (specification §2).
  const thanksNotShown = lastOrder.read()?.shown === false;
  // What is said about a payment stays; what is said about the basket ends with it.
  const isTold = failure !== undefined && failure.next === undefined;
  const nothingToPay = basket.items.length === 0 && phase === 'none' && !frozen && !isTold;
  const leaving = phase === 'none' && (thanksNotShown || nothingToPay);
  useEffect(() => {
    if (thanksNotShown && leaving) void navigate(paths.paymentSuccessful, { replace: true });
    else if (leaving && hostBasket.store.getState().items.length === 0)
      void navigate(paths.home, { replace: true });
  }, [thanksNotShown, leaving, hostBasket, navigate]);

  // The next page is loading.
  if (phase === 'paid') return <Spinner label="Opening your order…" showLabel size={56} />;
  // The offer's text is above the payment buttons and would move them. Buttons that disappear close PayPal's window.
  if (leaving || (offer.loading && !frozen)) return <CheckoutSkeleton />;
  return (
    <CheckoutGrid>
      <OrderSummary basket={basket} frozen={frozen} books={books} settings={settings} />
      <Payment
        basket={basket}
        offer={offer}
        settings={settings}
        purchase={purchase}
        cartObstacle={cartObstacle}
        buttons={payment}
      />
      <OrderTerms books={books} settings={settings} />
      {basket.totals.lines.length > 0 && canPay && (
        <StickyAction inPage={payment} label="Total and payment">
          <strong>{formatPounds(basket.totals.total)}</strong>
          <Button type="button" onClick={() => payment.current?.scrollIntoView({ block: 'center' })}>
            Go to payment
          </Button>
        </StickyAction>
      )}
    </CheckoutGrid>
  );
}

interface OrderSummaryProps {
  readonly basket: PricedBasket;
  /** What is being paid for, which other tabs do not change. */
  readonly frozen: BasketTotals | undefined;
  readonly books: ReturnType<typeof booksOf>;
  readonly settings: CheckoutSettings;
}

function OrderSummary({ basket, frozen, books, settings }: OrderSummaryProps) {
  const { prices, refresh, refreshing } = basket;
  const totals = frozen ?? basket.totals;
  const known = frozen !== undefined || prices === 'checked' || totals.lines.length > 0;
  const preOrders = books.filter(({ preOrder }) => preOrder).map(({ id }) => id);
  // The receipt names VAT in the same way.
  const withVat = typeof settings.data?.seller.vatNumber === 'string';
  const [open, setOpen] = useState(false);
  const id = useId();
  const narrow = useMediaQuery(media.down('lg'));
  return (
    <Card>
      {!frozen && prices === 'remembered' && (
        <RetryAlert title="We can’t check today’s prices right now" busy={refreshing} retry={refresh}>
          You can pay as soon as they are known.
        </RetryAlert>
      )}
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
            {frozen ? 'What you are paying for' : 'Order summary'}
          </Heading>
          {!frozen && (
            <TextLink as={Link} to={paths.basket}>
              Change
            </TextLink>
          )}
        </Cluster>
        {!frozen && prices === 'loading' ? (
          <Skeletons gap={4} heights={[...basket.items.map(() => 78), 120]} />
        ) : (
          known && (
            <>
              <OrderLines lines={totals.lines} preOrders={preOrders} withVat={withVat} />
              <Totals totals={totals} shipped={books.length > 0} withVat={withVat} />
            </>
          )
        )}
      </Summary>
    </Card>
  );
}

/** Plain lines, on wide screens in three columns below the cards. */
const Terms = styled.section`
  ${media.up('md')} {
    > dl {
      display: block;
      columns: 3;
      column-gap: ${tokens.space(8)};
    }
    > dl > div {
      padding-bottom: ${tokens.space(4)};
      break-inside: avoid;
    }
    > dl > :nth-child(3) {
      break-before: column;
    }
  }
`;

/** What is delivered when, what can be returned, where the receipt goes, and who sells. */
function OrderTerms({ books, settings }: Pick<OrderSummaryProps, 'books' | 'settings'>) {
  const guest = useSession(({ status }) => status !== 'in');
  const { address, legalName } = useHost().site.contact;
  const vatNumber = settings.data?.seller.vatNumber;
  return (
    <Terms aria-label="Good to know">
      <PurchaseTerms
        books={books}
        address="You choose the address at PayPal. A gift can go to somebody else, abroad too."
      >
        <div>
          <dt>Receipt</dt>
          <dd>
            {guest
              ? 'On this site after the payment, and by email if PayPal gives us your address.'
              : 'By email to the address of your account if you have confirmed it, otherwise to the one that PayPal gives us.'}
          </dd>
        </div>
        <div>
          <dt>Seller</dt>
          <dd>{`${legalName}, ${address}.${vatNumber ? ` VAT number ${vatNumber}.` : ''}`}</dd>
        </div>
      </PurchaseTerms>
    </Terms>
  );
}
