import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { Button, Cluster, Icon } from '@isa/ui';
import type { ReactNode } from 'react';
import { enquiryAbout } from './enquiry-about';

interface OrderActionsProps {
  readonly number: string;
  readonly startLearning: boolean;
  readonly children?: ReactNode;
}

/** The next steps after an order: learning, further actions in `children`, questions, and printing. */
export function OrderActions({ number, startLearning, children }: OrderActionsProps) {
  return (
    <Cluster gap={3}>
      {startLearning && (
        <Button as={Link} to={paths.myCourses}>
          Start learning
        </Button>
      )}
      {children}
      <Button as={Link} to={paths.contactForm} state={enquiryAbout(number)} variant="secondary">
        Ask a question
      </Button>
      <Button type="button" variant="quiet" onClick={() => window.print()}>
        <Icon name="print" size="1.2em" /> Print
      </Button>
    </Cluster>
  );
}
