import { companyError, purchaseOrderError } from '@isa/api-contract';
import { isRecord, storedJson } from '@isa/contract';
import { Columns, Icon, TextField, tokens } from '@isa/ui';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Disclosure } from '../../shared/disclosure';

interface Company {
  readonly company: string;
  readonly purchaseOrderNumber: string;
}

/** What a company's buyer has typed. It survives a reload in this tab, and ends with the purchase. */
export const typedCompany = storedJson('sessionStorage', 'shop:company', (json): Company | undefined => {
  if (!isRecord(json)) return undefined;
  const { company, purchaseOrderNumber } = json;
  return typeof company === 'string' && typeof purchaseOrderNumber === 'string'
    ? { company, purchaseOrderNumber }
    : undefined;
});

/** The two optional texts of a company's receipt, with their errors. */
export function useCompany() {
  const [details, setDetails] = useState<Company>(
    () => typedCompany.read() ?? { company: '', purchaseOrderNumber: '' },
  );
  const errors = {
    company: companyError(details.company),
    purchaseOrderNumber: purchaseOrderError(details.purchaseOrderNumber),
  };
  return {
    details,
    errors,
    invalid: errors.company !== undefined || errors.purchaseOrderNumber !== undefined,
    change(part: Partial<Company>) {
      const changed = { ...details, ...part };
      typedCompany.write(changed);
      setDetails(changed);
    },
  };
}

const Details = styled(Disclosure)`
  summary {
    font-size: ${tokens.font.size.small};
  }
`;

/** The fields, which are one line until a company buys. */
export function CompanyFields({ details, errors, change }: ReturnType<typeof useCompany>) {
  const [open, setOpen] = useState(details.company !== '' || details.purchaseOrderNumber !== '');
  return (
    <Details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Buying for a company?
        <Icon name="chevron-down" size="1.1em" />
      </summary>
      <Columns from="md" widths="1fr 1fr" gap={4}>
        <TextField
          name="company"
          label="Company (optional)"
          autoComplete="organization"
          value={details.company}
          error={errors.company}
          onChange={(event) => change({ company: event.target.value })}
        />
        <TextField
          name="purchase-order-number"
          label="Purchase order number (optional)"
          autoComplete="off"
          value={details.purchaseOrderNumber}
          error={errors.purchaseOrderNumber}
          onChange={(event) => change({ purchaseOrderNumber: event.target.value })}
        />
      </Columns>
    </Details>
  );
}
