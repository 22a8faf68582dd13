import { paths } from '@isa/contract';
import { Link, useLocation } from '@isa/contract/router';
import { Button, Card, Heading, Stack, Text } from '@isa/ui';

/** Replaces the offer for a customer whose session has ended. The player has kept the position. */
export function SessionEnded() {
  const { pathname } = useLocation();
  return (
    <Card>
      <Stack gap={4} role="status">
        <Heading level={2} size="sm">
          Your session has ended
        </Heading>
        <Text>Log in to go on where you stopped.</Text>
        <Button as={Link} to={paths.login(pathname)} wide>
          Log in
        </Button>
      </Stack>
    </Card>
  );
}
