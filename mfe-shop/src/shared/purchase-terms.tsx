import { delivery } from '@isa/api-contract';
import { paths } from '@isa/contract';
import { Link } from '@isa/contract/router';
import { TextLink, tokens } from '@isa/ui';
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
  }
`;

interface PurchaseTermsProps {
  readonly books: boolean;
  /** What premium access opens today, if it is bought. */
  readonly premium?: string | undefined;
  /** More entries. */
  readonly children?: ReactNode;
}

/** How long delivery takes and what can be returned, before payment. */
export function PurchaseTerms({ books, premium, children }: PurchaseTermsProps) {
  const terms = paths.legal('terms-and-conditions');
  return (
    <List>
      {premium && (
        <div>
          <dt>Premium access</dt>
          <dd>Opens in your account at once. {premium}</dd>
        </div>
      )}
      {books && (
        <>
          <div>
            <dt>Delivery</dt>
            <dd>{delivery.times}</dd>
          </div>
          <div>
            <dt>Returns</dt>
            <dd>
              {delivery.returns}{' '}
              <TextLink as={Link} to={`${terms}#returns`}>
                How to return books
              </TextLink>
            </dd>
          </div>
        </>
      )}
      {children}
    </List>
  );
}
