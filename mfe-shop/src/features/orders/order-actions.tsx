import type { Receipt } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, Button, Columns, media, Stack, surface, TextLink, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { enquiryAbout } from '../../shared/enquiry-about';

/** Links, and a button that looks like one of them. */
const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${tokens.space(2)} ${tokens.space(6)};
  font-size: ${tokens.font.size.small};
  button {
    border: 0;
    background: none;
    padding-inline: 0;
    color: ${tokens.color.accent};
    text-decoration: underline;
    text-decoration-thickness: 1px;
  }
`;

interface OrderActionsProps {
  readonly order: Pick<Receipt, 'company' | 'number' | 'status'>;
  readonly startLearning: boolean;
  /** The main step where learning is none. */
  readonly action: ReactNode;
  /** Further links. */
  readonly children?: ReactNode;
}

/** The next steps after an order: one button, and links to more, to questions and to print. */
export function OrderActions({ order, startLearning, action, children }: OrderActionsProps) {
  const { company, number, status } = order;
  return (
    <Stack gap={4} align="start">
      {startLearning ? (
        <Button as={Link} to={paths.myCourses} size="large">
          Start learning
        </Button>
      ) : (
        asElement(action)
      )}
      <Links>
        {asElement(children)}
        {company !== null && status === 'captured' && (
          <TextLink
            as={Link}
            to={paths.contactForm}
            state={enquiryAbout(number, 'Invoice with our VAT number for order')}
          >
            Ask for an invoice
          </TextLink>
        )}
        <TextLink as={Link} to={paths.contactForm} state={enquiryAbout(number)}>
          Ask a question
        </TextLink>
        <TextLink as="button" type="button" onClick={() => window.print()}>
          Print
        </TextLink>
      </Links>
    </Stack>
  );
}

/** What happened with an order, alongside the receipt, above a picture if there is one. Only the receipt is printed. */
export const OrderColumns = styled(Columns).attrs({ from: 'lg', widths: '6fr 7fr', gap: 8, align: 'start' })`
  > :first-child {
    ${surface('ink')}
    padding: clamp(${tokens.space(6)}, 3vw, ${tokens.space(10)});
    border-radius: ${tokens.radiusLarge};
  }
  ${media.up('lg')} {
    &:has(> :nth-child(3)) {
      grid-template-rows: auto 1fr;
      > :nth-child(2) {
        grid-row: span 2;
      }
      > :nth-child(3) {
        align-self: center;
      }
    }
  }
  ${media.down('lg')} {
    > :nth-child(3) {
      display: none;
    }
  }
  @media print {
    display: block;
    > :not(:nth-child(2)) {
      display: none;
    }
  }
`;
