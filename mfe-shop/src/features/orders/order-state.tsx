import { formatPounds, type Receipt } from '@isa/api-contract';
import { Alert } from '@isa/ui';

/** What is happening with an order's money, in the server's words, and a refund that failed. */
export function OrderState({ order: { refunds, shown, status } }: { readonly order: Receipt }) {
  const latest = refunds.at(-1);
  const isPaid = status === 'captured';
  return (
    <>
      {shown.text !== null && (
        <Alert tone={shown.tone === 'error' ? 'error' : 'info'} title={isPaid ? undefined : shown.label}>
          {shown.text}
        </Alert>
      )}
      {latest?.state === 'failed' && (
        <Alert tone="error" title="Refund failed">
          {`PayPal could not refund ${formatPounds(latest.amount)}. Our staff know about it and will write to you.`}
        </Alert>
      )}
    </>
  );
}
