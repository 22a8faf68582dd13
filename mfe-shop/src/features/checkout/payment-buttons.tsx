import type { CallOutput } from '@isa/api-contract';
import { Alert, RetryAlert, Stack } from '@isa/ui';
import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js';
import { useEffect, useState } from 'react';
import { Skeletons } from '../../shared/skeletons';
import type { Purchase } from './purchase';

/** Milliseconds until the page reports that the script is slow, or that PayPal has shown no buttons. */
const SLOW = 12_000;

interface PaymentButtonsProps {
  readonly settings: CallOutput<'checkoutSettings'>;
  readonly purchase: Pick<Purchase, 'approved' | 'windowEnded'>;
  /** Returns the provider's order id. A rejection closes the provider's window. */
  createOrder(): Promise<string>;
  readonly disabled: boolean;
  onDisabledClick(): void;
}

/** Only this module depends on PayPal (https://developer.paypal.com/sdk/js/reference/). */
export function PaymentButtons(props: PaymentButtonsProps) {
  const { clientId, sdkBaseUrl, currency } = props.settings;
  // A new provider loads a failed script again: the library has no retry of its own.
  const [attempt, setAttempt] = useState(0);
  const options = {
    clientId,
    sdkBaseUrl,
    currency,
    intent: 'capture',
    components: 'buttons',
    enableFunding: ['paylater', 'venmo'],
  };
  return (
    <PayPalScriptProvider key={attempt} options={options}>
      <Buttons {...props} retry={() => setAttempt((count) => count + 1)} />
    </PayPalScriptProvider>
  );
}

function Buttons(props: PaymentButtonsProps & { retry(): void }) {
  const { settings, purchase, createOrder, disabled, onDisabledClick, retry } = props;
  const [{ isPending, isRejected }] = usePayPalScriptReducer();
  const [broken, setBroken] = useState(false);
  const [slow, setSlow] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (shown || isRejected) return;
    const timer = setTimeout(() => setSlow(true), SLOW);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending, isRejected, shown]);
  const script = <code style={{ overflowWrap: 'anywhere' }}>{settings.sdkBaseUrl}</code>;

  const notShown = (
    <RetryAlert
      title={`The payment buttons could not be ${isRejected ? 'loaded' : 'shown'}`}
      retry={isRejected ? retry : () => window.location.reload()}
      retryLabel={isRejected ? 'Try again' : 'Reload the page'}
    >
      <p>
        <span>{'The script '}</span>
        {script}
        <span>{` ${isRejected ? 'failed to load' : 'loaded but did not show its buttons'}. An ad blocker or a company firewall may block it: allow it for this page, or try another network. Your cart is saved.`}</span>
      </p>
    </RetryAlert>
  );

  // The message names the script and the usual causes (specification §8).
  if (isRejected || broken) return notShown;
  return (
    <Stack gap={3}>
      {isPending && <Skeletons label="Loading the payment buttons…" heights={[48, 48, 48]} />}
      {isPending && slow && (
        <RetryAlert tone="info" title="The payment buttons are slow to load" retry={retry}>
          <span>{'Still waiting for the script '}</span>
          {script}
          <span>.</span>
        </RetryAlert>
      )}
      {/* The library ignores a rejected `render()` while its container is empty. The buttons may also be late. */}
      {!isPending && !shown && slow && notShown}
      <PayPalButtons
        style={{ layout: 'vertical', shape: 'rect', label: 'pay', height: 48 }}
        disabled={disabled}
        onInit={() => setShown(true)}
        onClick={async (_data, actions) => {
          if (disabled) {
            onDisabledClick();
            await actions.reject();
          }
        }}
        createOrder={createOrder}
        onApprove={() => purchase.approved()}
        onCancel={() => purchase.windowEnded('cancelled')}
        onError={(error) => {
          // The library passes its own rendering failures to the same callback as the provider's errors.
          if ('componentStack' in error) setBroken(true);
          else purchase.windowEnded('failed');
        }}
      >
        <div ref={() => setShown(true)}>
          <Alert
            tone="error"
            title="PayPal offers no way to pay here"
          >{`PayPal offers no payment method for this browser and country. Please try another browser, or write to ${settings.supportEmail}.`}</Alert>
        </div>
      </PayPalButtons>
    </Stack>
  );
}
