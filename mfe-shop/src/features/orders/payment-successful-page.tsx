import { calls, longDate, messages, type Order, type Receipt as FullReceipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useHydrated, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Heading, Icon, Lead, Skeleton, Stack, TextLink, tokens } from '@isa/ui';
import { useEffect, useMemo } from 'react';
import { styled } from 'styled-components';
import { hasBooks, hasPremium } from '../../shared/basket-contents';
import { PrivatePage } from '../../shared/private-page';
import { lastOrder } from '../../shared/last-order';
import { useAccountEmail } from '../../shared/use-account-email';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { dispatchDate } from './dispatch-date';
import { NoOrder } from './no-order';
import { OrderActions, OrderColumns } from './order-actions';
import { Receipt } from './receipt';

export default function PaymentSuccessfulPage() {
  const order = useLastOrder();
  return (
    <PrivatePage
      title={messages.shop.thanks}
      description="Your order and its receipt."
      path={paths.paymentSuccessful}
    >
      <Thanks gap={4} data-isa-screen-only>
        <Icon name="success" size={72} title="Success" />
        <Heading level={1}>{messages.shop.thanks}</Heading>
        <Lead>{messages.shop.enjoyed}</Lead>
      </Thanks>
      {order === undefined ? (
        <NoOrder />
      ) : (
        <OrderColumns>
          {order === 'loading' ? (
            <>
              {stepsSkeleton}
              <Skeleton height={620} />
            </>
          ) : (
            <>
              <NextSteps order={order} />
              <Receipt order={order} />
            </>
          )}
        </OrderColumns>
      )}
    </PrivatePage>
  );
}

/** As high as the steps on a phone, so that the receipt below them does not move. */
const stepsSkeleton = <Skeleton height={620} />;

const Steps = styled.ol`
  display: grid;
  gap: ${tokens.space(3)};
  list-style: decimal;
  padding-left: 1.4em;
  /* Addresses may be longer than a phone is wide. */
  overflow-wrap: anywhere;
`;

function NextSteps({ order }: { readonly order: Order | FullReceipt }) {
  const premium = hasPremium(order.lines);
  const offer = usePremiumOffer(order.lines);
  if (offer.loading) return stepsSkeleton;
  return (
    <Stack gap={8}>
      {order.status === 'capturing' && (
        <Alert title="Your payment is being checked">
          PayPal is reviewing it. You don’t need to do anything: we write to you as soon as it is complete.
        </Alert>
      )}
      <Stack gap={4} as="section">
        <Heading level={2} size="md">
          What happens next
        </Heading>
        <Steps>
          <li>
            A confirmation goes to <Recipient order={order} />.
          </li>
          {premium && (
            <li>
              {order.status === 'captured' ? (
                <>
                  <span>{'Premium access is open for your account now: '}</span>
                  <TextLink as={Link} to={paths.myCourses}>
                    go to your lessons
                  </TextLink>
                  <span>{`. ${offer.text ?? ''}`}</span>
                </>
              ) : (
                'Premium access opens for your account as soon as the payment is through.'
              )}
            </li>
          )}
          {hasBooks(order.lines) && (
            <li>
              <span>{`Your books go to ${'shippingAddress' in order ? 'your delivery address' : 'the address that you gave PayPal'}.`}</span>
              {'preOrder' in order && order.preOrder && (
                <> The volume that is still to be published follows as soon as it is printed.</>
              )}
              <span>{` Books in stock leave us by ${longDate(dispatchDate(order.capturedAt ?? order.createdAt))}.`}</span>
            </li>
          )}
          {'link' in order && (
            <li>
              This receipt has{' '}
              <TextLink as={Link} to={paths.order(order.link)}>
                a page of its own
              </TextLink>
              , which needs no account; the confirmation links to it, too.
            </li>
          )}
        </Steps>
      </Stack>
      <OrderActions number={order.number} startLearning={premium}>
        <Button as={Link} to={paths.books} variant={premium ? 'secondary' : 'primary'}>
          Back to the books
        </Button>
      </OrderActions>
    </Stack>
  );
}

/** Where the API sends the confirmation: a customer's own address, else the one of the payment. */
function Recipient({ order }: { readonly order: Order }) {
  const status = useSession((session) => session.status);
  const email = useAccountEmail() ?? (status === 'out' ? order.buyerEmail : null);
  if (email) return <strong>{email}</strong>;
  return status === 'out' ? 'the e-mail address of your payment' : 'your e-mail address';
}

/** Aligns the icon's circle with the text; the icon has padding. Not printed, because people print the receipt. */
const Thanks = styled(Stack)`
  svg {
    margin-left: -8px;
    color: ${tokens.color.success};
  }
`;

/** Pause between requests while PayPal reviews a payment, in milliseconds. */
const REVIEW_POLL = 5_000;

/** The order just paid in this tab: the stored one until the server's receipt arrives; `loading` until hydration. */
function useLastOrder(): Order | FullReceipt | 'loading' | undefined {
  const { api } = useHost();
  const hydrated = useHydrated();
  const last = useMemo(() => (hydrated ? lastOrder.read() : undefined), [hydrated]);
  useEffect(() => {
    if (last && !last.shown) lastOrder.write({ ...last, shown: true });
  }, [last]);

  const providerOrderId = last?.providerOrderId;
  const receipt = useRequest(providerOrderId, async (signal) => {
    const params = { providerOrderId: providerOrderId ?? '' };
    let { order } = await api(calls.readOrder, { params }, { signal });
    while (order.status === 'capturing' && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, REVIEW_POLL));
      ({ order } = await api(calls.readOrder, { params }, { signal }));
    }
    return order;
  });

  if (!hydrated) return 'loading';
  return receipt.data ?? last?.order;
}
