import { messages, type Premium, watchableToday } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useAddToBasket, useHasPremiumInBasket } from '@isa/contract';
import { Link, useLocation } from '@isa/contract/router';
import { Button, Caption, Card, Heading, Stack, Text } from '@isa/ui';
import { useId } from 'react';
import { type LessonEntry, recordedCount, shortPounds } from '../../shared/lessons';
import { OfferPrice } from '../../shared/offer-price';
import type { Access } from '../../shared/use-access';

interface UnlockProps {
  readonly access: Extract<Access, 'visitor' | 'locked'>;
  readonly premium: Premium;
  /** The lesson to add to the basket, where any lesson means premium access (specification §3). */
  readonly product: { readonly id: number; readonly title: string };
  readonly lessons: readonly LessonEntry[];
}

/** The offer, and the button that adds premium access to the basket; disabled for visitors. */
export function Unlock({ access, premium, product, lessons }: UnlockProps) {
  const addToBasket = useAddToBasket();
  const inBasket = useHasPremiumInBasket();
  const { pathname } = useLocation();
  const reasonId = useId();
  const visitor = access === 'visitor';
  const count = lessons.length;
  return (
    <Card>
      <Stack gap={4}>
        <Caption>Premium access</Caption>
        <OfferPrice premium={premium} count={count} access={access} />
        <Text size="small" muted>
          {inBasket ? 'Premium access is in your cart.' : watchableToday(recordedCount(lessons), count)}
        </Text>
        {visitor && (
          <>
            <Text size="small">{`Create an account to unlock ${count} lessons, ${shortPounds(premium.price)}.`}</Text>
            <Stack gap={3}>
              <Button as={Link} to={paths.register(pathname)} wide>
                Register
              </Button>
              <Button as={Link} to={paths.login(pathname)} variant="secondary" wide>
                Log in
              </Button>
            </Stack>
          </>
        )}
        <Button
          wide
          size={visitor ? 'small' : 'medium'}
          disabled={visitor}
          aria-describedby={visitor ? reasonId : undefined}
          onClick={() => addToBasket(product.id, product.title, 1)}
        >
          {messages.lesson.unlock}
        </Button>
        {visitor && (
          <Text id={reasonId} size="small" muted>
            {messages.lesson.loginNeeded}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** Replaces the offer for a customer whose session has ended. The player has kept the position. */
export function SessionEnded() {
  const { pathname } = useLocation();
  return (
    <Card>
      <Stack gap={4} role="status">
        <Heading level={2} size="sm">
          Your session has ended
        </Heading>
        <Text>Log in to pick up where you left off.</Text>
        <Button as={Link} to={paths.login(pathname)} wide>
          Log in
        </Button>
      </Stack>
    </Card>
  );
}
