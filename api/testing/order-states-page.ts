import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pence } from '@isa/api-contract';
import { orderEvents, orderStates } from '../src/features/orders/order-states';
import { apiFolder } from '../src/platform/folders';

export const ORDER_STATES_PAGE = path.join(apiFolder, '../shell/docs/reference/order-states.md');

/** The page about the states of orders, written from the table that the API uses. */
export function orderStatesPage(): string {
  const sample = {
    total: pence(4974),
    refunded: pence(0),
    refunding: pence(0),
    declined: false,
    wasTaken: false,
    isReturning: true,
  };
  const facts = { ...sample, mailTo: 'cora@example.org' };
  const edges = Object.entries(orderStates).flatMap(([from, { on }]) => {
    const byTarget = new Map<string, string[]>();
    for (const [event, to] of Object.entries(on)) {
      if (to !== from) byTarget.set(to, [...(byTarget.get(to) ?? []), event]);
    }
    return [...byTarget].map(([to, events]) => `  ${from} --> ${to}: ${events.join(', ')}`);
  });
  const within = (event: string) =>
    Object.entries(orderStates).flatMap(([state, { on }]) => (event in on ? [state] : []));
  return [
    '# The states of an order',
    '',
    'This page is for those who change what an order may do next, or who want to know why it is in a state. It is written from',
    '[`order-states.ts`](../../../api/src/features/orders/order-states.ts) by',
    '`npx tsx --conditions=source api/testing/order-states-page.ts`; a test compares the two.',
    '',
    'An event that a state does not list changes nothing in it, so late, repeated and reordered messages of PayPal are harmless.',
    '`transition()` applies an event with all of its effects in the transaction of its caller, and a lint rule lets nothing else write a state.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> created',
    ...edges,
    '```',
    '',
    '## States',
    '',
    '| state | what customers and staff read | the buyer’s money | delivers | who looks at it again |',
    '| --- | --- | --- | --- | --- |',
    ...Object.entries(orderStates).map(([name, { label, text, money, delivers, followUp }]) =>
      row([
        `\`${name}\``,
        `**${label}**. ${text(facts) ?? ''}`,
        money,
        delivers ? 'yes' : 'no',
        followUp ?? '',
      ]),
    ),
    '',
    '## Events',
    '',
    '| event | caused by | in the states | premium access | mails | the office’s history | staff must look |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...Object.entries(orderEvents).map(([name, { by, access, mails = [], history, attention }]) =>
      row([
        `\`${name}\``,
        by.join(', '),
        within(name).join(', '),
        access?.replaceAll('-', ' ') ?? '',
        mails.join(', '),
        history ?? '',
        attention === 'with-detail' ? 'if a detail says why' : attention ? 'yes' : '',
      ]),
    ),
    '',
  ].join('\n');
}

const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.trim()).join(' | ')} |`;

if (require.main === module) writeFileSync(ORDER_STATES_PAGE, orderStatesPage());
