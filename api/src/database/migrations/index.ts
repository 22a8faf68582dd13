import { Initial1790000000001 } from './1790000000001-initial';
import { OfficeSecondFactor1790000000010 } from './1790000000010-office-second-factor';
import { OrderStates1790000000030 } from './1790000000030-order-states';
import { TypedText1790000000040 } from './1790000000040-typed-text';
import { Quotes1790000000050 } from './1790000000050-quotes';
import { InvoicesAndBrowserErrors1790000000070 } from './1790000000070-invoices-and-browser-errors';
import { Pictures1790000000080 } from './1790000000080-pictures';

/** The migrations by time stamp. A released one is never edited; a change gets a new one. */
export const migrations = [
  Initial1790000000001,
  OfficeSecondFactor1790000000010,
  OrderStates1790000000030,
  TypedText1790000000040,
  Quotes1790000000050,
  InvoicesAndBrowserErrors1790000000070,
  Pictures1790000000080,
];
