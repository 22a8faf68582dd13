import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { Button, Cluster, Icon } from '@isa/ui';
import type { ReactNode } from 'react';

interface OrderActionsProps {
  readonly startLearning: boolean;
  readonly children?: ReactNode;
}

/** The next steps after an order: learning, further actions in `children`, and printing. */
export function OrderActions({ startLearning, children }: OrderActionsProps) {
  return (
    <Cluster gap={3}>
      {startLearning && (
        <Button as={Link} to={paths.myCourses}>
          Start learning
        </Button>
      )}
      {children}
      <Button type="button" variant="quiet" onClick={() => window.print()}>
        <Icon name="print" size="1.2em" /> Print
      </Button>
    </Cluster>
  );
}
