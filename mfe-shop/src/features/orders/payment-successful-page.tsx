import { isBookId, messages, type Receipt as Order } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useBasket, useHydrated } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  asElement,
  Button,
  EmailAddress,
  Heading,
  Icon,
  Lead,
  RetryAlert,
  Skeleton,
  Stack,
  Text,
  TextLink,
  tokens,
} from '@isa/ui';
import { BookMockup, PageArt } from '@isa/ui/art';
import { type ReactNode, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';
import { hasThanks, lastOrder } from '../../shared/last-order';
import { useOpenPayment } from '../../shared/open-payment';
import { OpenPaymentNotice } from '../../shared/open-payment-notice';
import { PrivatePage } from '../../shared/private-page';
import { usePremiumOffer } from '../../shared/use-premium-offer';
import { NoOrder } from './no-order';
import { OrderActions, OrderColumns } from './order-actions';
import { OrderAgain } from './order-again';
import { Receipt } from './receipt';
import { whenSent } from './timeline';
import { useOrder } from './use-order';

interface PageProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly tone?: Order['shown']['tone'];
  readonly lead?: string | null;
  /** Small, below the lead. */
  readonly note?: string;
  readonly children: ReactNode;
}

function Page({ title, icon, tone = 'plain', lead = null, note, children }: PageProps) {
  return (
    <PrivatePage title={title} description="Your order and its receipt." path={paths.paymentSuccessful}>
      <Head gap={4} $tone={tone} data-isa-screen-only>
        {asElement(icon)}
        <Heading level={1}>{title}</Heading>
        {lead !== null && <Lead>{lead}</Lead>}
        {note && (
          <Text size="small" muted>
            {note}
          </Text>
        )}
      </Head>
      {asElement(children)}
    </PrivatePage>
  );
}

/** The order that this tab has paid last. The page thanks only for an order that is paid, as the server says. */
export default function PaymentSuccessfulPage() {
  const hydrated = useHydrated();
  const [link, setLink] = useState(() => lastOrder.read()?.link);
  const open = useOpenPayment((end) => {
    if (end.order && hasThanks(end.order)) setLink(end.order.link);
  });
  const { order, error, retry } = useOrder(link);
  useEffect(() => {
    if (link !== undefined) lastOrder.write({ link, shown: true });
  }, [link]);

  // The same component renders this, so that the prerendered heading stays.
  if (!hydrated) {
    return (
      <Page title="Your order">
        <OrderSkeleton />
      </Page>
    );
  }
  if (open.order) {
    return (
      <Page title="Your payment">
        <OpenPaymentNotice {...open} />
      </Page>
    );
  }
  if (link === undefined || error?.id === 'not-found' || error?.id === 'link-expired') {
    return (
      <Page title="Find your order">
        <NoOrder />
      </Page>
    );
  }
  if (!order) {
    return (
      <Page title="Your order">
        {error ? (
          <RetryAlert title="We can’t show your order right now" retry={retry}>
            {error.message}
          </RetryAlert>
        ) : (
          <OrderSkeleton />
        )}
      </Page>
    );
  }
  const { shown, status } = order;
  const outcome =
    status === 'captured'
      ? {
          title: messages.shop.thanks,
          lead: [`Order ${order.number} is paid.`, whenSent(order)].filter(Boolean).join(' '),
          note: messages.shop.enjoyed,
          icon: <Icon name="success" size={72} title="Success" />,
        }
      : {
          title: shown.label,
          lead: shown.text,
          icon: <Icon name={shown.tone === 'error' ? 'alert' : 'info'} size={56} />,
        };
  return (
    <Page {...outcome} tone={shown.tone}>
      <OrderColumns>
        <NextSteps order={order} />
        <Receipt order={order} />
        <Bought order={order} />
      </OrderColumns>
    </Page>
  );
}

/** The first book of an order, or the course's picture. */
function Bought({ order }: { readonly order: Order }) {
  const book = order.lines.find(({ productId }) => isBookId(productId));
  return (
    <div aria-hidden="true">
      {book ? (
        <Book>
          <BookMockup bookId={book.productId} />
        </Book>
      ) : (
        <PageArt name="study" />
      )}
    </div>
  );
}

const Book = styled.div`
  max-width: 24rem;
  margin-inline: auto;
`;

function OrderSkeleton() {
  return (
    <OrderColumns>
      {stepsSkeleton}
      <Skeleton height={620} />
    </OrderColumns>
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

function NextSteps({ order }: { readonly order: Order }) {
  const { lines, link, mailTo, premium, shippingAddress, status } = order;
  const offer = usePremiumOffer(lines);
  if (offer.loading) return stepsSkeleton;
  const paid = status === 'captured';
  return (
    <Stack gap={8}>
      <Stack gap={4} as="section">
        <Heading level={2} size="md">
          What happens next
        </Heading>
        <Steps>
          {paid && (
            <li>
              {mailTo === null ? (
                <span>PayPal did not give us your email address, so please keep the link to this order.</span>
              ) : (
                <>
                  <span>{'A confirmation goes to '}</span>
                  <strong>
                    <EmailAddress>{mailTo}</EmailAddress>
                  </strong>
                </>
              )}
            </li>
          )}
          {status === 'reviewing' && (
            <li>We will not send books or open lessons until PayPal has completed the payment.</li>
          )}
          {premium === 'open' && (
            <li>
              <span>{'Your account now has premium access: '}</span>
              <TextLink as={Link} to={paths.myCourses}>
                go to your lessons
              </TextLink>
              <span>{`. ${offer.text ?? ''}`}</span>
            </li>
          )}
          {premium === 'pre-order' && <li>{`Premium access is reserved for you. ${offer.text ?? ''}`}</li>}
          {paid && hasBooks(lines) && shippingAddress.length > 0 && (
            <li>We deliver to the address that you gave PayPal.</li>
          )}
        </Steps>
        <StillInCart />
      </Stack>
      <OrderActions
        order={order}
        startLearning={premium === 'open'}
        action={
          paid ? (
            <Button as={Link} to={paths.order(link)} size="large">
              Follow this order
            </Button>
          ) : (
            <OrderAgain order={order} />
          )
        }
      >
        {premium === 'pre-order' && (
          <TextLink as={Link} to={paths.onlineCourses}>
            See the course
          </TextLink>
        )}
        {(!paid || premium === 'open') && (
          <TextLink as={Link} to={paths.order(link)}>
            Follow this order
          </TextLink>
        )}
      </OrderActions>
    </Stack>
  );
}

/** What was added to the cart while this order was paid. */
function StillInCart() {
  const isEmpty = useBasket(({ items }) => items.length === 0);
  if (isEmpty) return null;
  return (
    <Text size="small">
      Your{' '}
      <TextLink as={Link} to={paths.basket}>
        cart
      </TextLink>{' '}
      is not empty: what is in it is not part of this order.
    </Text>
  );
}

/** Aligns the icon's circle with the text; the icon has padding. Not printed, because people print the receipt. */
const Head = styled(Stack)<{ readonly $tone: Order['shown']['tone'] }>`
  svg {
    margin-left: -8px;
    color: ${({ $tone }) => ($tone === 'plain' ? 'inherit' : tokens.color[$tone])};
  }
`;
