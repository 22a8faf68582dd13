import { messages, type Premium } from '@isa/api-contract';
import { paths, useAddToBasket, useHasPremiumInBasket } from '@isa/contract';
import { Link, useLocation } from '@isa/contract/router';
import { Button, Caption, Card, Stack, Text } from '@isa/ui';
import { useId } from 'react';
import { styled } from 'styled-components';
import { shortPounds } from '../../shared/lessons';
import type { Access } from '../../shared/use-access';

interface UnlockProps {
  readonly access: Extract<Access, 'visitor' | 'locked'>;
  readonly premium: Premium;
  /** The lesson to add to the basket, where any lesson means premium access (specification §3). */
  readonly product: { readonly id: number; readonly title: string };
  /** Number of lessons. */
  readonly count: number;
}

/** The button that adds premium access to the basket; disabled for visitors. */
export function Unlock({ access, premium, product, count }: UnlockProps) {
  const addToBasket = useAddToBasket();
  const inBasket = useHasPremiumInBasket();
  const { pathname } = useLocation();
  const reasonId = useId();
  const visitor = access === 'visitor';
  return (
    <Card>
      <Stack gap={4}>
        <Caption>Premium access</Caption>
        <AllLessons>All lessons {shortPounds(premium.price)}</AllLessons>
        <Text>
          One payment opens all {count} lessons, this one among them. Watch them as often as you like, on any
          device.
        </Text>
        {visitor && <Text id={reasonId}>{messages.lesson.loginNeeded}</Text>}
        <Stack gap={3}>
          {visitor && (
            <Button as={Link} to={paths.login(pathname)} wide>
              Log in
            </Button>
          )}
          <Button
            wide
            disabled={visitor}
            aria-describedby={visitor ? reasonId : undefined}
            onClick={() => addToBasket(product.id, product.title, 1)}
          >
            {messages.lesson.unlock}
          </Button>
        </Stack>
        {inBasket && <Text>Premium access is in your cart.</Text>}
      </Stack>
    </Card>
  );
}

const AllLessons = styled.p`
  font-size: 1.375rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
