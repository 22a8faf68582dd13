import { calls, type Receipt } from '@isa/api-contract';
import { ApiError, useHost } from '@isa/contract';
import { Alert, Button, Card, Cluster, Heading, Stack, Text } from '@isa/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { pauseAfter } from '../../shared/open-payment';

interface OrderQuestionProps {
  readonly order: Receipt;
  readonly title: string;
  readonly children: ReactNode;
  /** The labels of the buttons, in the order in which they appear. */
  readonly labels: { readonly offer: string; readonly confirm: string; readonly keep: string };
  /** The text while the server's answer is unknown, and when the order has not changed. */
  readonly texts: { readonly unknown: string; readonly unchanged: string };
  request(): Promise<{ readonly order: Receipt }>;
  onChanged(order: Receipt): void;
}

type Step = 'offered' | 'asking' | 'sending' | 'unknown' | { readonly failed: string };

/** How often the order is read after an answer was lost, before it counts as unchanged so far. */
const READS = 3;

/** Changes an order after one question. Once the change shows in the order, its page no longer offers it. */
export function OrderQuestion(props: OrderQuestionProps) {
  const { order, title, children, labels, texts, request, onChanged } = props;
  const { api } = useHost();
  const [step, setStep] = useState<Step>('offered');
  const [reads, setReads] = useState(0);

  async function send() {
    setStep('sending');
    setReads(0);
    try {
      onChanged((await request()).order);
      setStep('offered');
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      setStep(refused ? { failed: error.message } : 'unknown');
    }
  }

  // A lost answer may come from a request that has changed the order.
  useEffect(() => {
    if (step !== 'unknown') return;
    const read = async () => {
      const answer = await api(calls.readOrderByLink, { params: { link: order.link } });
      onChanged(answer.order);
      if (reads + 1 >= READS) setStep({ failed: texts.unchanged });
    };
    const timer = setTimeout(() => {
      void read()
        .catch(() => undefined)
        .then(() => setReads(reads + 1));
    }, pauseAfter(reads));
    return () => clearTimeout(timer);
  }, [api, onChanged, order.link, reads, step, texts.unchanged]);

  const busy = step === 'sending' || step === 'unknown';
  return (
    <Card as="section" aria-label={title}>
      <Stack gap={3}>
        <Heading level={2} size="sm">
          {title}
        </Heading>
        <Text>{children}</Text>
        {step === 'unknown' && <Alert title="We do not know yet">{texts.unknown}</Alert>}
        {typeof step === 'object' && <Alert tone="error">{step.failed}</Alert>}
        <Cluster gap={3}>
          {step === 'offered' ? (
            <Button type="button" variant="secondary" onClick={() => setStep('asking')}>
              {labels.offer}
            </Button>
          ) : (
            <>
              <Button type="button" autoFocus busy={busy} onClick={() => void send()}>
                {labels.confirm}
              </Button>
              {!busy && (
                <Button type="button" variant="quiet" onClick={() => setStep('offered')}>
                  {labels.keep}
                </Button>
              )}
            </>
          )}
        </Cluster>
      </Stack>
    </Card>
  );
}
