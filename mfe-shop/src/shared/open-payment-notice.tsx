import { formatPounds } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster, Spinner, Stack } from '@isa/ui';
import { enquiryAbout } from './enquiry-about';
import type { useOpenPayment } from './open-payment';

type OpenPaymentNoticeProps = Pick<
  ReturnType<typeof useOpenPayment>,
  'payment' | 'phase' | 'order' | 'error' | 'isAsking'
>;

/** What is known about a payment whose end this browser does not know yet, and what the buyer can do. */
export function OpenPaymentNotice({ payment, phase, order, error, isAsking }: OpenPaymentNoticeProps) {
  if (!order) return null;
  const { number, totals } = order;
  const name = totals ? `order ${number} (${formatPounds(totals.total)})` : `order ${number}`;
  if (phase === 'asking') return <Spinner label={`Asking PayPal about ${name}…`} showLabel />;
  if (phase === 'open') {
    return (
      <Alert title={`Order ${number} is not paid yet`}>
        PayPal has taken nothing so far. If its window is still open, you can finish there. If you pay here
        instead, we close that order first, so that you are not charged twice.
      </Alert>
    );
  }
  if (phase !== 'unknown') return null;
  return (
    <Alert
      tone="info"
      title="We don’t know yet whether your payment went through"
      action={
        <Cluster gap={3}>
          <Button type="button" size="small" busy={isAsking} onClick={() => void payment.askNow()}>
            Check again now
          </Button>
          <Button
            as={Link}
            to={paths.contactForm}
            state={enquiryAbout(number, 'Payment of order')}
            variant="secondary"
            size="small"
          >
            Write to us
          </Button>
        </Cluster>
      }
    >
      <Stack gap={2}>
        <p>
          {error?.id === 'payment-unavailable'
            ? error.message
            : `We can’t reach our server to ask about ${name}. Please don’t pay again before we know.`}
        </p>
        <p>
          This page will keep checking. You can close it and come back later: it will remember the order and
          check again.
        </p>
      </Stack>
    </Alert>
  );
}
