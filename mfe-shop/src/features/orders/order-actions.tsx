import type { Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Button, Cluster, Columns, Icon, surface, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-about';

interface OrderActionsProps {
  readonly order: Pick<Receipt, 'company' | 'number' | 'status'>;
  readonly startLearning: boolean;
  readonly children?: ReactNode;
}

/** The next steps after an order: learning, further actions in `children`, questions, and printing. */
export function OrderActions({ order, startLearning, children }: OrderActionsProps) {
  const { company, number, status } = order;
  return (
    <Cluster gap={3}>
      {startLearning && (
        <Button as={Link} to={paths.myCourses}>
          Start learning
        </Button>
      )}
      {asElement(children)}
      {company !== null && status === 'captured' && (
        <Button
          as={Link}
          to={paths.contactForm}
          state={enquiryAbout(number, 'Invoice with our VAT number for order')}
          variant="secondary"
        >
          Ask for an invoice
        </Button>
      )}
      <Button as={Link} to={paths.contactForm} state={enquiryAbout(number)} variant="secondary">
        Ask a question
      </Button>
      <Button type="button" variant="secondary" onClick={() => window.print()}>
        <Icon name="print" size="1.2em" /> Print
      </Button>
    </Cluster>
  );
}

/** What happened with an order, alongside the receipt. Only the receipt is printed. */
export const OrderColumns = styled(Columns).attrs({ from: 'lg', widths: '6fr 7fr', gap: 8, align: 'start' })`
  > :first-child {
    ${surface('ink')}
    padding: clamp(${tokens.space(6)}, 3vw, ${tokens.space(10)});
    border-radius: ${tokens.radiusLarge};
  }
  @media print {
    display: block;
    > :first-child {
      display: none;
    }
  }
`;
