import { longDate, messages, type Order, type Receipt as FullReceipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Heading, Skeleton, Stack, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { hasBooks, hasPremium } from '../../shared/basket-contents';
import { PrivatePage } from '../../shared/private-page';
import { useAccountEmail } from '../../shared/use-account-email';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { dispatchDate } from './dispatch-date';
import { NoOrder } from './no-order';
import { OrderActions } from './order-actions';
import { OrderColumns } from './order-columns';
import { Receipt } from './receipt';
import { Thanks } from './thanks';
import { useLastOrder } from './use-last-order';

export default function PaymentSuccessfulPage() {
  const order = useLastOrder();
  return (
    <PrivatePage
      title={messages.shop.thanks}
      description="Your order and its receipt."
      path={paths.paymentSuccessful}
    >
      <Thanks />
      {order === undefined ? (
        <NoOrder />
      ) : (
        <OrderColumns>
          {order === 'loading' ? (
            <>
              <StepsSkeleton />
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
function StepsSkeleton() {
  return <Skeleton height={560} />;
}

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
  if (offer.loading) return <StepsSkeleton />;
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
                  Premium access is open for your account now:{' '}
                  <TextLink as={Link} to={paths.myCourses}>
                    go to your lessons
                  </TextLink>
                  . {offer.text}
                </>
              ) : (
                'Premium access opens for your account as soon as the payment is through.'
              )}
            </li>
          )}
          {hasBooks(order.lines) && (
            <li>
              Your books go to{' '}
              {'shippingAddress' in order ? 'your delivery address' : 'the address that you gave PayPal'}.
              {'preOrder' in order && order.preOrder && (
                <> The volume that is still to be published follows as soon as it is printed.</>
              )}{' '}
              Books in stock leave us by {longDate(dispatchDate(order.capturedAt ?? order.createdAt))}.
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
