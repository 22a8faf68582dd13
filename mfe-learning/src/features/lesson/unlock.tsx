import { messages, type Premium } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useAddToBasket, useHasPremiumInBasket } from '@isa/contract';
import { Link, useLocation } from '@isa/contract/router';
import { Button, Caption, Card, Heading, Stack, Text, TextLink, tokens } from '@isa/ui';
import { useId } from 'react';
import { styled } from 'styled-components';
import { areBeingFilmed, type LessonEntry, shortPounds } from '../../shared/lessons';
import { OfferPrice } from '../../shared/offer-price';
import type { Access } from '../../shared/use-access';
import { Watchable } from '../../shared/watchable';

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
        {inBasket ? (
          <Text size="small" muted>
            Premium access is in your cart.
          </Text>
        ) : (
          <Watchable lessons={lessons} />
        )}
        {visitor ? (
          <>
            <Button as={Link} to={paths.register(pathname)} wide>
              {`Register to ${areBeingFilmed(lessons) ? 'pre-order' : 'unlock'}, ${shortPounds(premium.price)}`}
            </Button>
            <Text size="small" muted>
              <span id={reasonId}>{messages.lesson.loginNeeded}</span>{' '}
              <TextLink as={Link} to={paths.login(pathname)}>
                Log in
              </TextLink>
              <Locked type="button" disabled aria-describedby={reasonId}>
                {messages.lesson.unlock}
              </Locked>
            </Text>
          </>
        ) : (
          <Button wide onClick={() => addToBasket(product.id, product.title, 1)}>
            {messages.lesson.unlock}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

/** The specified button, which visitors cannot press: a quiet line below the one that they can. */
const Locked = styled.button`
  display: block;
  padding: ${tokens.space(1)} 0 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-size: ${tokens.font.size.caption};
  cursor: not-allowed;
`;

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
