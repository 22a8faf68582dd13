import { formatPounds, type Receipt } from '@isa/api-contract';
import { Alert } from '@isa/ui';

/** What is happening with an order's money, in the server's words, and what became of its latest refund. */
export function OrderState({ order }: { readonly order: Receipt }) {
  const { refunding, refunds, shown } = order;
  const latest = refunds.at(-1);
  return (
    <>
      {shown.text !== null && (
        <Alert
          tone={shown.tone === 'success' || shown.tone === 'error' ? shown.tone : 'info'}
          title={shown.label}
        >
          {shown.text}
        </Alert>
      )}
      {refunding > 0 && (
        <Alert title="Refund under way">
          {`${formatPounds(refunding)} is on its way to the account that you paid with. PayPal has not confirmed it yet.`}
        </Alert>
      )}
      {latest?.state === 'failed' && (
        <Alert tone="error" title="Refund failed">
          {`PayPal could not pay back ${formatPounds(latest.amount)}. Our staff know about it and write to you.`}
        </Alert>
      )}
    </>
  );
}
