import type { CallOutput } from '@isa/api-contract';
import { Alert, Button, Skeleton, Stack, VisuallyHidden } from '@isa/ui';
import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useEffect, useMemo, useState } from 'react';
import type { ApprovalActions } from './purchase';

/** How long the script may take before the page says so, in milliseconds. */
const SLOW = 12_000;

interface PaymentButtonsProps {
  readonly settings: CallOutput<'checkoutSettings'>;
  /** Greyed out; a click on them then only calls `onBlocked`. */
  readonly disabled: boolean;
  onBlocked(): void;
  /** Answers the provider's order id. A rejection closes the provider's window. */
  createOrder(): Promise<string>;
  onApproved(providerOrderId: string, actions: ApprovalActions): Promise<void>;
  onCancelled(): void;
  /** The provider's window or script gave up in the middle of a payment. */
  onFailed(): void;
}

/**
 * The one place that knows which payment provider there is. PayPal's classic buttons: PayPal, card, pay
 * later, and Venmo where PayPal finds it eligible (https://developer.paypal.com/sdk/js/reference/).
 */
export function PaymentButtons(props: PaymentButtonsProps) {
  const { clientId, sdkBaseUrl, currency } = props.settings;
  // A failed script is asked for again by a new provider: the library has no retry of its own.
  const [attempt, setAttempt] = useState(0);
  const options = useMemo(
    () => ({
      clientId,
      sdkBaseUrl,
      currency,
      intent: 'capture',
      components: 'buttons',
      enableFunding: ['paylater', 'venmo'],
    }),
    [clientId, sdkBaseUrl, currency],
  );
  return (
    <PayPalScriptProvider key={attempt} options={options}>
      <Buttons {...props} retry={() => setAttempt((count) => count + 1)} />
    </PayPalScriptProvider>
  );
}

function Buttons({
  settings,
  disabled,
  onBlocked,
  createOrder,
  onApproved,
  onCancelled,
  onFailed,
  retry,
}: PaymentButtonsProps & { retry(): void }) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  const [broken, setBroken] = useState(false);
  const slow = useSlow(isPending);

  if (isRejected || broken) {
    return <ScriptFailed script={settings.sdkBaseUrl} broken={broken} retry={retry} />;
  }
  return (
    <Stack gap={3}>
      {isPending && (
        <Stack gap={3} aria-busy="true">
          <VisuallyHidden role="status">Loading the payment buttons…</VisuallyHidden>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </Stack>
      )}
      {slow && (
        <Alert title="The payment buttons are slow to load" action={<RetryButton retry={retry} />}>
          Still waiting for the script <ScriptName>{settings.sdkBaseUrl}</ScriptName>.
        </Alert>
      )}
      <PayPalButtons
        style={{ layout: 'vertical', shape: 'rect', label: 'pay', height: 48 }}
        disabled={disabled}
        onClick={async (_data, actions) => {
          if (disabled) {
            onBlocked();
            await actions.reject();
          }
        }}
        createOrder={createOrder}
        onApprove={({ orderID }, actions) =>
          onApproved(orderID, { chooseAnotherInstrument: () => actions.restart() })
        }
        onCancel={onCancelled}
        onError={(error) => {
          // The library reports its own failure to draw by the same door as the provider's errors.
          if ('componentStack' in error) setBroken(true);
          else onFailed();
        }}
      >
        <Alert tone="error" title="PayPal offers no way to pay here">
          It found no payment method for this browser and country. Please try another browser, or write to{' '}
          {settings.supportEmail}.
        </Alert>
      </PayPalButtons>
    </Stack>
  );
}

function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && slow;
}

interface ScriptFailedProps {
  readonly script: string;
  /** It arrived and did not bring what it should. */
  readonly broken: boolean;
  retry(): void;
}

/** Specification §8: names the script, and says what usually stands in its way. */
function ScriptFailed({ script, broken, retry }: ScriptFailedProps) {
  return (
    <Alert
      tone="error"
      title={broken ? 'The payment buttons could not be shown' : 'The payment buttons could not be loaded'}
      action={
        broken ? (
          <Button type="button" variant="secondary" size="small" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        ) : (
          <RetryButton retry={retry} />
        )
      }
    >
      <p>
        The script <ScriptName>{script}</ScriptName> {broken ? 'brought no buttons' : 'failed to load'}. An ad
        blocker or a company firewall often stands in its way: allow it for this page, or try another network.
        Your basket is safe.
      </p>
    </Alert>
  );
}

function RetryButton({ retry }: { retry(): void }) {
  return (
    <Button type="button" variant="secondary" size="small" onClick={retry}>
      Try again
    </Button>
  );
}

function ScriptName({ children }: { readonly children: string }) {
  return <code style={{ overflowWrap: 'anywhere' }}>{children}</code>;
}
