import { PREMIUM_ID } from '@isa/api-contract';
import { paths, useHost } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Alert, Button, Cluster } from '@isa/ui';
import { useEffect, useRef } from 'react';
import type { Failure } from './failures';

interface FailureNoticeProps {
  readonly failure: Failure;
  resume(): void;
}

/** What happened to the payment and the way on. Comes into view by itself: the eye is on PayPal's window. */
export function FailureNotice({ failure, resume }: FailureNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [failure]);
  return (
    <div ref={place}>
      <Alert tone={failure.tone} title={failure.title} action={<WayOn next={failure.next} resume={resume} />}>
        {failure.text}
      </Alert>
    </div>
  );
}

function WayOn({ next, resume }: { readonly next: Failure['next'] } & Pick<FailureNoticeProps, 'resume'>) {
  switch (next) {
    case 'resume':
      return (
        <Button type="button" size="small" onClick={resume}>
          Check the payment
        </Button>
      );
    case 'basket':
      return (
        <Button as={Link} to={paths.basket} variant="secondary" size="small">
          Open the basket
        </Button>
      );
    case 'owned':
      return <OwnedAlready />;
    case 'login':
      return (
        <Button as={Link} to={paths.login(paths.checkout)} variant="secondary" size="small">
          Log in
        </Button>
      );
    case 'pay':
    case 'prices':
      // The payment buttons below are the way on.
      return null;
  }
}

/** Books in the same basket can still be bought. */
function OwnedAlready() {
  const { basket } = useHost();
  return (
    <Cluster gap={2}>
      <Button as={Link} to={paths.myCourses} size="small">
        Go to my courses
      </Button>
      <Button type="button" variant="secondary" size="small" onClick={() => basket.remove(PREMIUM_ID)}>
        Take it out of the basket
      </Button>
    </Cluster>
  );
}
