import { readFileSync } from 'node:fs';
import type { OrderStatus } from '@isa/api-contract';
import { ORDER_STATES_PAGE, orderStatesPage } from '../../../testing/order-states-page';
import { type OrderEventName, orderEvents, orderStates } from './order-states';

const states = Object.entries(orderStates);

it('is described by the page in the documentation', () => {
  expect(readFileSync(ORDER_STATES_PAGE, 'utf8')).toBe(orderStatesPage());
});

it('leads from the first state to every other one', () => {
  const reached = new Set<OrderStatus>(['created']);
  for (const state of reached) for (const next of Object.values(orderStates[state].on)) reached.add(next);
  expect([...reached].sort()).toEqual(states.map(([name]) => name).sort());
});

it('uses every event in at least one state', () => {
  const used = new Set(states.flatMap(([, { on }]) => Object.keys(on)));
  expect(Object.keys(orderEvents).filter((event) => !used.has(event))).toEqual([]);
});

it('delivers only what is paid, and follows up every payment that PayPal leaves open', () => {
  for (const [name, { delivers, money, followUp }] of states) {
    expect([name, delivers]).toEqual([name, name === 'captured']);
    if (money === 'unclear') expect([name, followUp]).toEqual([name, expect.any(String)]);
  }
});

it('has names of events that fit their column', () => {
  const isShort = (event: string) => event.length <= 24;
  expect(Object.keys(orderEvents).every(isShort)).toBe(true);
});

it.each<[OrderStatus, OrderEventName]>([
  ['refunded', 'paid'],
  ['reversed', 'paid'],
  ['refused', 'refused'],
  ['captured', 'review-started'],
  ['captured', 'paid'],
  ['mismatched', 'paid'],
  ['cancelled', 'capture-started'],
])('ignores in the state %s the late event %s', (state, event) => {
  expect(orderStates[state].on[event]).toBeUndefined();
});
