import { messages, type Premium } from '@isa/api-contract';
import { paths, useAddToBasket } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button } from '@isa/ui';
import type { ComponentProps } from 'react';
import type { Access } from '../../shared/use-access';

interface UnlockActionProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  readonly access: Access;
  readonly premium: Premium;
  readonly children?: string;
}

/** Adds premium access to the basket; visitors create an account first. */
export function UnlockAction({
  access,
  premium,
  children = messages.lesson.unlock,
  ...appearance
}: UnlockActionProps) {
  const addToBasket = useAddToBasket();
  return access === 'locked' ? (
    <Button {...appearance} onClick={() => addToBasket(premium.id, premium.title, 1)}>
      {children}
    </Button>
  ) : (
    <Button {...appearance} as={Link} to={paths.register(paths.onlineCourses)}>
      {children}
    </Button>
  );
}
