import * as paths from '@isa/api-contract/paths';
import { useSession } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Cluster, Columns, Icon, type IconName, Stack, Text, TextLink, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { alongsidePlate, BookPlate } from '../../shared/book-plate';

const Ways = styled.ul`
  border-top: 1px solid ${tokens.color.line};
  > li {
    display: grid;
    grid-template-columns: 2.75rem minmax(0, 1fr);
    padding-block: ${tokens.space(5)};
    border-bottom: 1px solid ${tokens.color.line};
  }
  svg {
    margin-top: 0.1em;
    color: ${tokens.color.accent};
  }
`;

/** The ways to an order, where this tab has paid none. */
export function NoOrder() {
  const signedIn = useSession(({ status }) => status === 'in');
  return (
    <Columns {...alongsidePlate}>
      <Stack gap={6}>
        <Ways>
          <Way icon="user" title="Ordered with an account?">
            {signedIn ? 'Your orders are listed there, each with its receipt.' : 'Log in to see your orders.'}
          </Way>
          <Way icon="mail" title="Ordered as a guest?">
            Open the link in the confirmation email. It shows the order and its receipt. You do not need an
            account.
          </Way>
        </Ways>
        <Cluster gap={3}>
          <Button as={Link} to={paths.myOrders}>
            My orders
          </Button>
          <Button as={Link} to={paths.basket} variant="secondary">
            View cart
          </Button>
        </Cluster>
        <Text size="small" muted>
          No email from us? Check your spam folder, or{' '}
          <TextLink as={Link} to={paths.contact}>
            write to us
          </TextLink>
          .
        </Text>
      </Stack>
      <BookPlate bookId={7} />
    </Columns>
  );
}

function Way({
  icon,
  title,
  children,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <Icon name={icon} size={24} />
      <div>
        <Text>
          <strong>{title}</strong>
        </Text>
        <Text muted>{children}</Text>
      </div>
    </li>
  );
}
