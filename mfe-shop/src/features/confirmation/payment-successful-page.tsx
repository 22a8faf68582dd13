import { isBookId, messages, type Order, PREMIUM_ID } from '@isa/api-contract';
import { PageHead, paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Button,
  Cluster,
  Container,
  Heading,
  Icon,
  Lead,
  Section,
  Skeleton,
  Stack,
  Text,
  tokens,
} from '@isa/ui';
import { styled } from 'styled-components';
import { Receipt } from './receipt';
import { useLastOrder } from './use-last-order';

const Mark = styled.div`
  color: ${tokens.color.success};
`;

export default function PaymentSuccessfulPage() {
  const order = useLastOrder();
  return (
    <Section space="small">
      <PageHead
        title="Thanks for your order"
        description="Your payment arrived."
        path={paths.paymentSuccessful}
        noIndex
      />
      <Container width="text">
        <Stack gap={8}>
          <Stack gap={4}>
            <Mark>
              <Icon name="success" size={72} title="Success" />
            </Mark>
            <Heading level={1}>{messages.shop.thanks}</Heading>
            <Lead>{messages.shop.enjoyed}</Lead>
          </Stack>
          {order === 'unknown' && <Skeleton height={320} />}
          {order === undefined && (
            <Text>
              This tab no longer knows your order’s details; they are in the confirmation that we sent you.
            </Text>
          )}
          {typeof order === 'object' && <Details order={order} />}
          <WaysOn premium={typeof order === 'object' && hasPremium(order)} />
        </Stack>
      </Container>
    </Section>
  );
}

function hasPremium({ lines }: Order): boolean {
  return lines.some(({ productId }) => productId === PREMIUM_ID);
}

function Details({ order }: { readonly order: Order }) {
  return (
    <>
      <Receipt order={order} />
      <Stack gap={4} as="section">
        <Heading level={2} size="md">
          What happens next
        </Heading>
        <Steps order={order} />
      </Stack>
    </>
  );
}

const List = styled.ol`
  display: grid;
  gap: ${tokens.space(3)};
  list-style: decimal;
  padding-left: 1.4em;
`;

function Steps({ order }: { readonly order: Order }) {
  const books = order.lines.some(({ productId }) => isBookId(productId));
  return (
    <List>
      <li>
        A confirmation with the VAT of each line goes to{' '}
        {order.buyerEmail ? <strong>{order.buyerEmail}</strong> : 'the e-mail address you paid with'}.
      </li>
      {hasPremium(order) && <li>All lessons are open for your account now. Start whenever you like.</li>}
      {books && (
        <li>
          Your books go to the address that you gave PayPal. Volumes that are still to be published follow as
          soon as they are printed.
        </li>
      )}
    </List>
  );
}

function WaysOn({ premium }: { readonly premium: boolean }) {
  return (
    <Cluster gap={3}>
      {premium && (
        <Button as={Link} to={paths.myCourses}>
          Start learning
        </Button>
      )}
      <Button as={Link} to={paths.books} variant={premium ? 'secondary' : 'primary'}>
        Back to the books
      </Button>
      <Button type="button" variant="quiet" onClick={() => window.print()}>
        <Icon name="print" size="1.2em" /> Print
      </Button>
    </Cluster>
  );
}
