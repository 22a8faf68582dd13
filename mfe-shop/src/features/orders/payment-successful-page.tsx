import { messages, type Order, type Receipt as FullReceipt } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Heading, Icon, Lead, Skeleton, Stack, Text, TextLink, tokens } from '@isa/ui';
import { styled } from 'styled-components';
import { hasBooks, hasPremium } from '../../shared/basket-contents';
import { PrivatePage } from '../../shared/private-page';
import { OrderActions } from './order-actions';
import { Receipt } from './receipt';
import { useLastOrder } from './use-last-order';

/** Aligns the icon's circle with the text; the icon has padding. */
const SuccessMark = styled.div`
  margin-left: -8px;
  color: ${tokens.color.success};
`;

export default function PaymentSuccessfulPage() {
  const order = useLastOrder();
  const premium = typeof order === 'object' && hasPremium(order.lines);
  return (
    <PrivatePage
      title={messages.shop.thanks}
      description="Your order has been placed."
      path={paths.paymentSuccessful}
      width="text"
    >
      <Stack gap={4}>
        <SuccessMark>
          <Icon name="success" size={72} title="Success" />
        </SuccessMark>
        <Heading level={1}>{messages.shop.thanks}</Heading>
        <Lead>{messages.shop.enjoyed}</Lead>
      </Stack>
      {order === 'loading' && <Skeleton height={320} />}
      {order === undefined && (
        <Text>
          This tab no longer knows your order’s details; they are in the confirmation that we sent you.
        </Text>
      )}
      {typeof order === 'object' && <Details order={order} />}
      <OrderActions startLearning={premium}>
        <Button as={Link} to={paths.books} variant={premium ? 'secondary' : 'primary'}>
          Back to the books
        </Button>
      </OrderActions>
    </PrivatePage>
  );
}

const Steps = styled.ol`
  display: grid;
  gap: ${tokens.space(3)};
  list-style: decimal;
  padding-left: 1.4em;
`;

function Details({ order }: { readonly order: Order | FullReceipt }) {
  return (
    <>
      {order.status === 'capturing' && (
        <Alert title="Your payment is being checked">
          PayPal is still looking at it. You don’t need to do anything: we write to you as soon as it is
          through.
        </Alert>
      )}
      <Receipt order={order} />
      <Stack gap={4} as="section">
        <Heading level={2} size="md">
          What happens next
        </Heading>
        <Steps>
          <li>
            A confirmation with the VAT of each line goes to{' '}
            {order.buyerEmail ? <strong>{order.buyerEmail}</strong> : 'the e-mail address you paid with'}.
          </li>
          {hasPremium(order.lines) && (
            <li>
              {order.status === 'captured'
                ? 'All lessons are open for your account now. Start whenever you like.'
                : 'All lessons open for your account as soon as the payment is through.'}
            </li>
          )}
          {hasBooks(order.lines) && (
            <li>
              Your books go to{' '}
              {'shippingAddress' in order ? 'the address above' : 'the address that you gave PayPal'}.
              {'preOrder' in order && order.preOrder && (
                <> The volume that is still to be published follows as soon as it is printed.</>
              )}
            </li>
          )}
          {'link' in order && (
            <li>
              Your receipt stays at{' '}
              <TextLink as={Link} to={paths.order(order.link)}>
                a page of its own
              </TextLink>
              , which needs no account; the link is in the confirmation as well.
            </li>
          )}
        </Steps>
      </Stack>
    </>
  );
}
