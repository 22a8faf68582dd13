import { PREMIUM_ID } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster, tokens } from '@isa/ui';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import type { CheckoutFailure } from './failures';

/** A notice that stays clear of the fixed header and the bar at the bottom. */
const Notice = styled.div`
  scroll-margin-block: calc(var(--isa-header-height) + ${tokens.space(4)})
    calc(var(--isa-bottom-inset, 0px) + ${tokens.space(4)});
`;

interface FailureNoticeProps {
  readonly failure: CheckoutFailure;
}

export function FailureNotice({ failure }: FailureNoticeProps) {
  const { tone = 'error', title, text } = failure;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'start' });
  }, [failure]);
  return (
    <Notice ref={notice} data-isa-above-bar>
      <Alert tone={tone} title={title} action={<NextStep failure={failure} />}>
        {text}
      </Alert>
    </Notice>
  );
}

function NextStep({ failure }: FailureNoticeProps) {
  const { basket } = useHost();
  switch (failure.next) {
    case 'basket':
      return (
        <Button as={Link} to={paths.basket} variant="secondary" size="small">
          Open the cart
        </Button>
      );
    case 'login':
      return (
        <Button as={Link} to={paths.login(paths.checkout)} variant="secondary" size="small">
          Log in
        </Button>
      );
    case 'reload':
      return (
        <Button type="button" variant="secondary" size="small" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      );
    case 'owned':
      // The notice offers to remove the access, because books in the same basket can still be bought.
      return (
        <Cluster gap={2}>
          <Button as={Link} to={paths.myCourses} size="small">
            Go to my courses
          </Button>
          <Button type="button" variant="secondary" size="small" onClick={() => basket.remove(PREMIUM_ID)}>
            Remove it from the cart
          </Button>
        </Cluster>
      );
    case 'prices':
    case undefined:
      return null;
  }
}
