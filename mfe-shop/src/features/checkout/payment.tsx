import { formatPounds, messages } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost, useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import {
  Alert,
  Button,
  Card,
  CheckboxField,
  Cluster,
  Heading,
  RetryAlert,
  Skeleton,
  Spinner,
  Stack,
  Tag,
  Text,
  TextLink,
} from '@isa/ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { styled } from 'styled-components';
import { hasPremium } from '../../shared/basket-contents';
import { BasketNotes } from '../../shared/basket-notes';
import { OpenPaymentNotice } from '../../shared/open-payment-notice';
import { Skeletons } from '../../shared/skeletons';
import type { PremiumOffer } from '../../shared/use-premium-offer';
import type { PricedBasket } from '../../shared/use-priced-basket';
import type { CheckoutSettings } from './checkout-settings';
import { CompanyFields, useCompany } from './company-fields';
import { FailureNotice } from './failure-notice';
import { PaymentButtons } from './payment-buttons';
import type { Purchase } from './purchase';

/** As high as PayPal's three buttons and its line below them, so that there is no layout shift. */
const Buttons = styled.div`
  min-height: 12.5625rem;
`;

interface PaymentProps {
  readonly basket: PricedBasket;
  readonly offer: PremiumOffer;
  readonly settings: CheckoutSettings;
  readonly purchase: Purchase;
  /** What keeps the cart from being paid. */
  readonly cartObstacle: Obstacle | undefined;
  readonly buttons: RefObject<HTMLDivElement | null>;
}

export function Payment({ basket, offer, settings, purchase, cartObstacle, buttons }: PaymentProps) {
  const [consent, setConsent] = useState(false);
  const [consentRequired, setConsentRequired] = useState(false);
  const { phase, failure } = purchase;
  const company = useCompany();
  const consentMissing = hasPremium(basket.items) && offer.waiver && !consent;
  const found = cartObstacle ?? formObstacle({ consentMissing, companyInvalid: company.invalid });
  const obstacle = purchase.frozen ? undefined : found;
  const totals = purchase.frozen ?? basket.totals;
  const { email } = useHost().site.contact;

  return (
    <Card>
      <Stack gap={5}>
        <Cluster justify="space-between">
          <Heading level={2} size="md">
            Payment
          </Heading>
          {settings.data?.sandbox && <Tag tone="accent">Test mode</Tag>}
        </Cluster>
        {failure && <FailureNotice failure={failure} />}
        <OpenPaymentNotice {...purchase} />
        {!purchase.frozen && <BasketNotes basket={basket} />}
        {/* A second payment waits until the end of the first is known. */}
        <Stack gap={5} hidden={phase === 'asking' || phase === 'unknown'}>
          {offer.text && (
            <Text>
              <strong>Premium access.</strong>
              <span>{` ${offer.text}`}</span>
            </Text>
          )}
          {hasPremium(basket.items) && offer.waiver && (
            <CheckboxField
              name="digital-consent"
              label="I agree that my access to the online courses starts immediately, and I understand that I then lose my right to cancel within 14 days."
              checked={consent}
              onChange={(event) => setConsent(event.target.checked)}
              error={consentRequired && !consent ? 'Please agree before you pay.' : undefined}
            />
          )}
          {obstacle && (
            <Alert title={obstacle.title} action={obstacle.action}>
              {obstacle.text}
            </Alert>
          )}
          {totals.lines.length > 0 ? (
            <Text>
              <strong>{`Pay ${formatPounds(totals.total)} today`}</strong>
            </Text>
          ) : (
            basket.prices === 'loading' && <Skeleton width="9rem" height="1.7rem" />
          )}
          <Buttons ref={buttons}>
            {!settings.data && !settings.error && <Skeletons heights={[48, 48, 48]} />}
            {!settings.data && settings.error && (
              <RetryAlert title="Payment is not available right now" retry={settings.retry}>
                {`${settings.error.message} Your cart is saved.`}
              </RetryAlert>
            )}
            {settings.data && (
              <PaymentButtons
                settings={settings.data}
                purchase={purchase}
                createOrder={() =>
                  purchase.createOrder(basket.totals, {
                    digitalConsent: offer.waiver && consent,
                    ...company.details,
                  })
                }
                disabled={obstacle !== undefined}
                onDisabledClick={() => setConsentRequired(true)}
              />
            )}
          </Buttons>
          <Waiting purchase={purchase} />
          <CompanyFields {...company} />
          <Text size="small" muted>
            By paying you accept our{' '}
            <TextLink as={Link} to={paths.legal('terms-and-conditions')}>
              terms and conditions
            </TextLink>
            . Only PayPal sees your card.
          </Text>
        </Stack>
        <Text size="small" muted as="address">
          <span>{'Questions about your order? Write to '}</span>
          <TextLink href={`mailto:${email}`}>{email}</TextLink>
          <span>.</span>
        </Text>
      </Stack>
    </Card>
  );
}

/** A sign that something happens while PayPal is slow, below the buttons so that they do not move. */
function Waiting({ purchase: { frozen, phase } }: Pick<PaymentProps, 'purchase'>) {
  if (phase === 'paying')
    return (
      <Text role="status">
        Please finish in PayPal’s window. The result will appear here. If the window has closed, choose a way
        to pay again.
      </Text>
    );
  return frozen && phase === 'none' ? (
    <Spinner label="Passing your order to PayPal…" showLabel size={28} />
  ) : null;
}

export interface Obstacle {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** Why the cart cannot be paid now, and what to do about it; `undefined` if it can be paid. */
export function useCartObstacle({ items, prices, totals }: PricedBasket): Obstacle | undefined {
  const signedOut = useSession(({ status }) => status === 'out');
  if (prices === 'remembered') {
    return {
      title: 'Today’s prices are not known yet',
      text: 'You can pay once the prices have been checked.',
    };
  }
  if (items.length === 0) {
    return {
      title: messages.shop.emptyBasket,
      text: 'There is nothing to pay for.',
      action: (
        <Button as={Link} to={paths.books} variant="secondary" size="small">
          See the books
        </Button>
      ),
    };
  }
  if (prices === 'checked' && totals.lines.length === 0) {
    return { title: 'There is nothing left to order', text: 'Please go back to your cart.' };
  }
  if (hasPremium(items) && signedOut) {
    return {
      title: 'Please log in to buy premium access',
      text: 'The courses will be added to your account. Your cart is saved.',
      action: (
        <Button as={Link} to={paths.login(paths.checkout)} size="small">
          Log in
        </Button>
      ),
    };
  }
  return undefined;
}

/** What the buyer has to complete first. */
function formObstacle({
  consentMissing,
  companyInvalid,
}: {
  readonly consentMissing: boolean;
  readonly companyInvalid: boolean;
}): Obstacle | undefined {
  if (companyInvalid) {
    return {
      title: 'Please correct the company details',
      text: 'The fields below show what is wrong. You can also leave them empty.',
    };
  }
  if (consentMissing) {
    return {
      title: 'Your agreement is needed',
      text: 'Tick the box above to enable the payment buttons.',
    };
  }
  return undefined;
}
