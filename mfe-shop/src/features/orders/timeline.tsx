import {
  formatPounds,
  isBookId,
  longDate,
  longMonth,
  type OrderStatus,
  type Receipt,
} from '@isa/api-contract';
import * as paths from '@isa/api-contract/paths';
import { Link } from '@isa/contract/router';
import { TextLink, tokens } from '@isa/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { hasBooks, hasPremium } from '../../shared/basket-contents';
import { dispatchDate } from './dispatch-date';
import { enquiryAbout } from './order-actions';

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
    <List aria-label="What happened with this order">
      {stepsOf(order).map(({ title, at, text, toCome }) => (
        <li key={title} data-to-come={toCome}>
          <strong>{title}</strong>
          {at && <time dateTime={at}>{longDate(at)}</time>}
          {text && <p>{text}</p>}
        </li>
      ))}
    </List>
  );
}

const endings: Partial<Record<OrderStatus, string>> = {
  capturing: 'Payment being checked',
  failed: 'Payment failed',
  cancelled: 'Cancelled',
};

function stepsOf(order: Receipt): readonly Step[] {
  const { capturedAt, createdAt, lines, refunded, refundedAt, sentAt, status, total } = order;
  const isOpen = status === 'captured';
  const ending = endings[status];
  const steps: readonly (Step | false)[] = [
    { title: 'Ordered', at: createdAt },
    capturedAt !== null && {
      title: `Paid, ${formatPounds(total)}`,
      at: capturedAt,
      text: isOpen && hasPremium(lines) && 'Premium access is open.',
    },
    sentAt !== null && { title: 'Sent', at: sentAt, text: <Sent order={order} /> },
    refunded > 0 && {
      title: `Refunded, ${formatPounds(refunded)}`,
      at: refundedAt,
      text: 'To the account that you paid with.',
    },
    ending !== undefined && { title: ending, at: null },
    isOpen &&
      sentAt === null &&
      hasBooks(lines) && { title: 'To be sent', at: null, text: whenSent(order), toCome: true },
  ];
  return steps.filter((step) => step !== false).sort(byTime);
}

/** Steps without a time are last. */
function byTime({ at: one }: Step, { at: other }: Step): number {
  return (one === null ? Infinity : Date.parse(one)) - (other === null ? Infinity : Date.parse(other)) || 0;
}

function whenSent({ capturedAt, createdAt, lines }: Receipt): string {
  const books = lines.filter(({ productId }) => isBookId(productId));
  const early = books.filter(({ preOrder }) => preOrder);
  const month = early.find(({ expectedMonth }) => expectedMonth !== null)?.expectedMonth;
  const printed = `as soon as it is printed${month ? `, expected in ${longMonth(month)}` : ''}`;
  if (early.length === books.length) return `The volume is sent ${printed}.`;
  const stock = `Books in stock leave us by ${longDate(dispatchDate(capturedAt ?? createdAt))}`;
  return early.length > 0 ? `${stock}, the volume to be published ${printed}.` : `${stock}.`;
}

function Sent({ order: { number, returnableUntil, trackingNumber } }: { readonly order: Receipt }) {
  return (
    <>
      <span>{trackingNumber !== null && `Tracking number ${trackingNumber}. `}</span>
      {returnableUntil !== null && (
        <>
          <span>{'Not what you wanted? '}</span>
          <TextLink as={Link} to={paths.contactForm} state={enquiryAbout(number, 'Return of order')}>
            Return it
          </TextLink>
          <span>{` by ${longDate(returnableUntil)}.`}</span>
        </>
      )}
    </>
  );
}
