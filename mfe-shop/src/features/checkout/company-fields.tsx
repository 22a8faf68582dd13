import { companyError, purchaseOrderError } from '@isa/api-contract';
import { isRecord, storedJson, useSession } from '@isa/contract';
import { Columns, Icon, Text, TextField, tokens } from '@isa/ui';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Disclosure } from '../../shared/disclosure';

interface Company {
  readonly company: string;
  readonly purchaseOrderNumber: string;
}

const empty: Company = { company: '', purchaseOrderNumber: '' };

interface TypedCompany extends Company {
  /** The customer who has typed it; undefined for a guest. */
  readonly account: string | undefined;
}

/** What a company's buyer has typed. It survives a reload in this tab, and ends with the purchase. */
export const typedCompany = storedJson(
  'sessionStorage',
  'isa-private:shop:company',
  (json): TypedCompany | undefined => {
    if (!isRecord(json)) return undefined;
    const { company, purchaseOrderNumber, account } = json;
    return typeof company === 'string' && typeof purchaseOrderNumber === 'string'
      ? { company, purchaseOrderNumber, account: typeof account === 'string' ? account : undefined }
      : undefined;
  },
);

/** The two optional texts of a company's receipt, with their errors. */
export function useCompany() {
  const account = useSession((session) => session.account);
  const [typed, setTyped] = useState(() => typedCompany.read());
  // What another customer has typed in this tab is not shown.
  const isShown = typed && (typed.account === undefined || typed.account === account);
  const { company, purchaseOrderNumber } = isShown ? typed : empty;
  const details: Company = { company, purchaseOrderNumber };
  const errors = {
    company: companyError(company),
    purchaseOrderNumber: purchaseOrderError(purchaseOrderNumber),
  };
  return {
    details,
    errors,
    invalid: errors.company !== undefined || errors.purchaseOrderNumber !== undefined,
    change(shown: Company) {
      const changed = { ...shown, account };
      typedCompany.write(changed);
      setTyped(changed);
    },
  };
}

/** How often the fields are read, in milliseconds: some programs fill them in without an event. */
const READ_EVERY = 400;

const Details = styled(Disclosure)`
  summary {
    font-size: ${tokens.font.size.small};
  }
`;

/** The fields, which are one line until a company buys. They are read, but never written, once they are shown. */
export function CompanyFields({ details, errors, change }: ReturnType<typeof useCompany>) {
  const [open, setOpen] = useState(details.company !== '' || details.purchaseOrderNumber !== '');
  const company = useRef<HTMLInputElement>(null);
  const purchaseOrder = useRef<HTMLInputElement>(null);

  function read() {
    const shown = {
      company: company.current?.value ?? '',
      purchaseOrderNumber: purchaseOrder.current?.value ?? '',
    };
    const isKnown =
      shown.company === details.company && shown.purchaseOrderNumber === details.purchaseOrderNumber;
    if (!isKnown) change(shown);
  }
  useEffect(() => {
    const timer = setInterval(read, READ_EVERY);
    return () => clearInterval(timer);
  });

  return (
    <Details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>Buying for a company?</span>
        <Icon name="chevron-down" size="1.1em" />
      </summary>
      <Columns from="md" widths="1fr 1fr" gap={4}>
        <TextField
          ref={company}
          name="company"
          label="Company (optional)"
          autoComplete="organization"
          defaultValue={details.company}
          error={errors.company}
          onChange={read}
        />
        <TextField
          ref={purchaseOrder}
          name="purchase-order-number"
          label="Purchase order number (optional)"
          autoComplete="off"
          defaultValue={details.purchaseOrderNumber}
          error={errors.purchaseOrderNumber}
          onChange={read}
        />
      </Columns>
      <Text size="small" muted>
        Do you need an invoice with your VAT number? Ask for it on the order’s page once you have paid.
      </Text>
    </Details>
  );
}
