import { useSession } from '@isa/contract';
import { Card, Heading, Stack } from '@isa/ui';
import { hasBooks } from '../../shared/basket-contents';
import { PurchaseTerms } from '../../shared/purchase-terms';
import { useAccountEmail } from '../../shared/use-account-email';
import type { PricedBasket } from '../../shared/use-priced-basket';

/** What is delivered when, what can be returned, and where the receipt goes. */
export function OrderTerms({ items }: Pick<PricedBasket, 'items'>) {
  const email = useAccountEmail();
  const guest = useSession(({ status }) => status !== 'in');
  return (
    <Card>
      <Stack gap={4}>
        <Heading level={2} size="md">
          Good to know
        </Heading>
        <PurchaseTerms books={hasBooks(items)}>
          <div>
            <dt>Receipt</dt>
            <dd>
              By e-mail to{' '}
              {guest ? 'the address that you give PayPal' : (email ?? 'the address of your account')}, with
              the VAT of each line.
            </dd>
          </div>
        </PurchaseTerms>
      </Stack>
    </Card>
  );
}
