import { delivery } from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { asElement, TextLink, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.dl`
  display: grid;
  gap: ${tokens.space(3)};
  font-size: ${tokens.font.size.small};
  line-height: 1.5;

  dt {
    font-weight: 600;
  }

  dd {
    color: ${tokens.color.muted};
    text-wrap: pretty;
    /* Addresses may be longer than a phone is wide. */
    overflow-wrap: anywhere;
  }
`;

interface PurchaseTermsProps {
  /** Whether each book is still to be published, for which no date of delivery is promised. */
  readonly books: readonly { readonly preOrder: boolean }[];
  /** Where the buyer says where the books go. */
  readonly address?: string;
  readonly children?: ReactNode;
}

/** How long delivery takes and what can be returned. */
export function PurchaseTerms({ books, address, children }: PurchaseTermsProps) {
  const terms = paths.legal('terms-and-conditions');
  const early = books.some(({ preOrder }) => preOrder);
  const together = early && books.some(({ preOrder }) => !preOrder);
  return (
    <List>
      {books.length > 0 && (
        <>
          <div>
            <dt>Delivery</dt>
            <dd>
              <span>{early ? delivery.preOrder : delivery.times}</span>
              {together && <span> We send all the books in an order together.</span>}
              {address && <span>{` ${address}`}</span>}
            </dd>
          </div>
          <div>
            <dt>Returns</dt>
            <dd>
              <span>{`${delivery.returns} `}</span>
              <TextLink as={Link} to={`${terms}#returns`}>
                How to return books
              </TextLink>
            </dd>
          </div>
        </>
      )}
      {asElement(children)}
    </List>
  );
}
