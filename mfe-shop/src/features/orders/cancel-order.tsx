import { calls, formatPounds, type Receipt } from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { Alert, Button, Card, Cluster, Heading, Stack, Text } from '@isa/ui';
import { useState } from 'react';

const REASONS = {
  'pre-order': 'Nothing of this order has been sent yet, so that you can cancel it.',
  premium: 'No lesson is recorded yet, so that you can cancel premium access.',
} as const;

type Step = 'offered' | 'asking' | 'sending' | { readonly failed: string };

interface CancelOrderProps {
  readonly order: Receipt;
  readonly onCancelled: (order: Receipt) => void;
}

/** Offers to cancel an order of which nothing is sent or recorded, with a full refund, after one question. */
export function CancelOrder({ order, onCancelled }: CancelOrderProps) {
  const { api } = useHost();
  const [step, setStep] = useState<Step>('offered');
  if (order.cancellable === null) return null;
  const amount = formatPounds(order.total);

  const cancel = async () => {
    setStep('sending');
    try {
      const request = { params: { link: order.link }, body: {} };
      onCancelled((await api(calls.cancelOrderByLink, request)).order);
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'We could not reach our server.';
      setStep({ failed: message });
    }
  };

  return (
    <Card as="section" aria-label="Cancel this order">
      <Stack gap={3}>
        <Heading level={2} size="sm">
          Changed your mind?
        </Heading>
        <Text>{`${REASONS[order.cancellable]} ${amount} goes back to the account that you paid with.`}</Text>
        {typeof step === 'object' && (
          <Alert tone="error">{`${step.failed} Nothing has changed; try again.`}</Alert>
        )}
        <Cluster gap={3}>
          {step === 'offered' ? (
            <Button type="button" variant="secondary" onClick={() => setStep('asking')}>
              Cancel this order
            </Button>
          ) : (
            <>
              <Button type="button" autoFocus disabled={step === 'sending'} onClick={() => void cancel()}>
                {step === 'sending' ? 'Cancelling…' : `Yes, cancel and refund ${amount}`}
              </Button>
              <Button
                type="button"
                variant="quiet"
                disabled={step === 'sending'}
                onClick={() => setStep('offered')}
              >
                Keep the order
              </Button>
            </>
          )}
        </Cluster>
      </Stack>
    </Card>
  );
}
