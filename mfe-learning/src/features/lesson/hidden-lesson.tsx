import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Heading, Stack, Text } from '@isa/ui';

/** In the course's place when the permission check answers 404: the whole card is hidden (specification §4). */
export function HiddenLesson() {
  return (
    <Stack gap={4}>
      <Heading level={1} size="lg">
        This course is not available
      </Heading>
      <Text>We could not find your account. Please log out and in again, or write to us.</Text>
      <div>
        <Button as={Link} to={paths.contact} variant="secondary">
          Contact us
        </Button>
      </div>
    </Stack>
  );
}
