import { academy, calls, PREMIUM_ID } from '@isa/api-contract';
import { paths, useHost, useRequest, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Card,
  CheckboxField,
  Cluster,
  Heading,
  Skeleton,
  Spinner,
  Stack,
  Tag,
  Text,
  TextLink,
} from '@isa/ui';
import { useState } from 'react';
import { RetryAlert } from '../../shared/retry-alert';
import type { PricedBasket } from '../../shared/use-priced-basket';
import { FailureNotice } from './failure-notice';
import { PaymentButtons } from './payment-buttons';
import type { usePurchase } from './use-purchase';

type Purchase = ReturnType<typeof usePurchase>;

interface PaymentProps {
  readonly basket: PricedBasket;
  readonly purchase: Purchase;
  readonly consent: boolean;
  setConsent(consent: boolean): void;
}

/** Everything between the summary and the thanks: consent, the buttons, and what became of a payment. */
export function Payment({ basket, purchase, consent, setConsent }: PaymentProps) {
  const { api } = useHost();
  const settings = useRequest('settings', (signal) => api(calls.checkoutSettings, {}, { signal }));
  const [asked, setAsked] = useState(false);
  const { phase, failure } = purchase;
  const premium = basket.items.some(({ productId }) => productId === PREMIUM_ID);
  const reason = useReasonNotToPay(basket, premium, consent);
  const waiting = phase === 'settling';

  return (
    <Card padding="large">
      <Stack gap={5}>
        <Cluster justify="space-between">
          <Heading level={2} size="md">
            Payment
          </Heading>
          {settings.data?.sandbox && <Tag tone="accent">Test mode: no money moves</Tag>}
        </Cluster>
        {failure && <FailureNotice failure={failure} resume={purchase.resume} />}
        {waiting && <Spinner label="Confirming your payment. Please keep this page open…" showLabel />}
        <Stack gap={5} hidden={waiting || phase === 'lost'}>
          {premium && (
            <CheckboxField
              name="digital-consent"
              label="I agree that my access to the online courses starts immediately, and I understand that I then lose my right to cancel within 14 days."
              checked={consent}
              onChange={(event) => setConsent(event.target.checked)}
              error={asked && !consent ? 'Please agree before you pay.' : undefined}
            />
          )}
          {reason && (
            <Alert title={reason.title} action={reason.action}>
              {reason.text}
            </Alert>
          )}
          {settings.data ? (
            <PaymentButtons
              settings={settings.data}
              disabled={reason !== undefined}
              onBlocked={() => setAsked(true)}
              createOrder={purchase.createOrder}
              onApproved={purchase.approved}
              onCancelled={purchase.cancelled}
              onFailed={purchase.providerFailed}
            />
          ) : (
            <SettingsMissing request={settings} />
          )}
          <Text size="small" muted>
            By paying you accept our{' '}
            <TextLink as={Link} to={paths.legal('terms-and-conditions')}>
              terms and conditions
            </TextLink>
            . Card details go to PayPal and never to us.
          </Text>
        </Stack>
        <Support email={settings.data?.supportEmail ?? academy.email} />
      </Stack>
    </Card>
  );
}

/** Why the buttons are disabled, in words, and what to do about it. */
function useReasonNotToPay({ prices, totals }: PricedBasket, premium: boolean, consent: boolean) {
  const session = useSession(({ status }) => status);
  if (prices === 'remembered') {
    return {
      title: 'Payment waits for today’s prices',
      text: 'We never charge a price that we have not checked.',
    };
  }
  if (prices === 'checked' && totals.lines.length === 0) {
    return { title: 'Nothing here is for sale any more', text: 'Please go back to your basket.' };
  }
  if (premium && session === 'out') {
    return {
      title: 'Please log in to buy premium access',
      text: 'The courses are opened for your account. Your basket is kept.',
      action: (
        <Button as={Link} to={paths.login(paths.checkout)} size="small">
          Log in
        </Button>
      ),
    };
  }
  if (premium && !consent) {
    return {
      title: 'One tick is missing',
      text: 'Agree to immediate access above, and the buttons wake up.',
    };
  }
  return undefined;
}

function SettingsMissing({ request }: { readonly request: ReturnType<typeof useRequest> }) {
  if (!request.error) {
    return (
      <Stack gap={3} aria-busy="true">
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </Stack>
    );
  }
  return (
    <RetryAlert title="Payment is not available right now" retry={request.retry}>
      {request.error.message} Your basket is safe.
    </RetryAlert>
  );
}

function Support({ email }: { readonly email: string }) {
  return (
    <Text size="small" muted as="address">
      Questions about your order? Write to <TextLink href={`mailto:${email}`}>{email}</TextLink>.
    </Text>
  );
}
