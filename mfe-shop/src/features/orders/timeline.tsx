import { formatPounds, isBookId, longDate, longMonth, type Receipt, trackingLink } from '@isa/api-contract';
import { tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { hasBooks } from '../../shared/basket-contents';

const List = styled.ol`
  li {
    position: relative;
    padding: 0 0 ${tokens.space(6)} ${tokens.space(8)};
  }
  li:last-child {
    padding-bottom: 0;
  }
  li::before {
    content: '';
    position: absolute;
    top: 0.4em;
    left: 0;
    width: 0.75rem;
    height: 0.75rem;
    border: 2px solid ${tokens.color.accent};
    border-radius: 50%;
    background: ${tokens.color.accent};
    forced-color-adjust: none;
  }
  /* The line to the next step; it is dashed where that is still to come. */
  li:not(:last-child)::after {
    content: '';
    position: absolute;
    top: calc(0.4em + 1.125rem);
    bottom: -0.1em;
    left: calc(0.375rem - 1px);
    border-left: 2px solid ${tokens.color.line};
  }
  li:has(+ [data-to-come])::after {
    border-left-style: dashed;
  }
  [data-to-come]::before {
    border-color: ${tokens.color.lineStrong};
    background: none;
  }
  strong {
    display: block;
    font-weight: 600;
    line-height: 1.4;
  }
  time,
  p {
    color: ${tokens.color.muted};
    font-size: ${tokens.font.size.small};
    overflow-wrap: anywhere;
  }
`;

interface Step {
  readonly title: string;
  /** An ISO time; null where none is known. */
  readonly at: string | null;
  readonly text?: ReactNode;
  readonly toCome?: boolean;
}

/** What has happened with an order, and what comes next. */
export function Timeline({ order }: { readonly order: Receipt }) {
  return (
    <List aria-label="What has happened to this order">
      {stepsOf(order).map(({ title, at, text, toCome }) => (
        <li key={`${title} ${at ?? ''}`} data-to-come={toCome}>
          <strong>{title}</strong>
          {at && <time dateTime={at}>{longDate(at)}</time>}
          {text && <p>{text}</p>}
        </li>
      ))}
    </List>
  );
}

const refundTitles = {
  'under-way': 'Refund under way',
  done: 'Refunded',
  failed: 'Refund failed',
} as const satisfies Record<Receipt['refunds'][number]['state'], string>;

const premiumTexts = {
  open: 'Premium access is open.',
  'pre-order': 'Premium access is pre-ordered: no lesson can be watched yet.',
  pending: undefined,
  ended: 'Premium access has ended.',
} as const satisfies Record<NonNullable<Receipt['premium']>, string | undefined>;

function stepsOf(order: Receipt): readonly Step[] {
  const { capturedAt, createdAt, lines, premium, refunds, sentAt, shown, status, total } = order;
  const isOpen = status === 'captured';
  const toBeSent = isOpen && sentAt === null && hasBooks(lines) ? whenSent(order) : undefined;
  const steps: readonly (Step | false)[] = [
    { title: 'Ordered', at: createdAt },
    capturedAt !== null && {
      title: `Paid, ${formatPounds(total)}`,
      at: capturedAt,
      text: premium && premiumTexts[premium],
    },
    sentAt !== null && { title: 'Sent', at: sentAt, text: <Sent order={order} /> },
    ...refunds.map(({ amount, state, at, lines: copies }) => ({
      title: `${refundTitles[state]}, ${formatPounds(amount)}`,
      at,
      text: (
        <>
          <span>{copies.length > 0 && `${copiesText(copies)}. `}</span>
          <span>{state === 'done' && 'To the account that you paid with.'}</span>
        </>
      ),
    })),
    !isOpen && status !== 'refunded' && { title: shown.label, at: null },
    toBeSent !== undefined && { title: 'To be sent', at: null, text: toBeSent, toCome: true },
  ];
  return steps.filter((step) => step !== false).sort(byTime);
}

/** The refunded copies: `Volume 1 × 2, Volume 4`. */
export function copiesText(copies: Receipt['refunds'][number]['lines']): string {
  return copies.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title)).join(', ');
}

/** Steps without a time are last. */
function byTime({ at: one }: Step, { at: other }: Step): number {
  return (one === null ? Infinity : Date.parse(one)) - (other === null ? Infinity : Date.parse(other)) || 0;
}

/** When the books of a paid order leave the warehouse, all together; `undefined` when none is to be sent. */
export function whenSent({ dispatchBy, lines }: Receipt): string | undefined {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const copies = books.reduce((sum, { quantity }) => sum + quantity, 0);
  if (dispatchBy !== null)
    return `We will dispatch ${copies === 1 ? 'the book' : 'the books'} by ${longDate(dispatchBy)}.`;
  const early = books.filter(({ preOrder }) => preOrder);
  if (early.length === 0) return undefined;
  const month = early
    .map(({ expectedMonth }) => expectedMonth ?? '')
    .sort()
    .at(-1);
  const printed = `as soon as ${early.length === 1 ? 'the pre-ordered volume is' : 'the pre-ordered volumes are'} printed${month ? `, expected in ${longMonth(month)}` : ''}`;
  return books.length === early.length
    ? `We will dispatch ${copies === 1 ? 'the book' : 'the books'} ${printed}.`
    : `We will dispatch all books together, ${printed}.`;
}

function TrackingNumber({ number }: { readonly number: string }) {
  const link = trackingLink(number);
  return link === undefined ? (
    `Tracking number ${number}. `
  ) : (
    <>
      <span>{'Tracking number '}</span>
      <a href={link}>{number}</a>
      <span>{'. '}</span>
    </>
  );
}

function Sent({ order: { returnAskedAt, returnableUntil, trackingNumber } }: { readonly order: Receipt }) {
  return (
    <>
      <span>{trackingNumber !== null && <TrackingNumber number={trackingNumber} />}</span>
      <span>
        {returnAskedAt !== null && `You told us on ${longDate(returnAskedAt)} that you are returning it.`}
      </span>
      <span>
        {returnAskedAt === null &&
          returnableUntil !== null &&
          `It can be returned until ${longDate(returnableUntil)}.`}
      </span>
    </>
  );
}
