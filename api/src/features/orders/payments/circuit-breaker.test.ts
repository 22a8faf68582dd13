import { createCircuitBreaker } from './circuit-breaker';

function open() {
  let time = 0;
  const circuit = createCircuitBreaker(() => time);
  const fail = (times: number) => Array.from({ length: times }, () => circuit.failed());
  return { circuit, fail, advance: (ms: number) => void (time += ms) };
}

test('five failures in a row stop calls, and a success between them does not', () => {
  const { circuit, fail } = open();
  fail(4);
  circuit.succeeded();
  fail(4);
  expect(circuit.admits()).toBe(true);
  fail(1);
  expect(circuit.admits()).toBe(false);
});

test('one call tries after a pause, and its success admits all', () => {
  const { circuit, fail, advance } = open();
  fail(5);
  advance(1000);
  expect([circuit.admits(), circuit.admits()]).toEqual([true, false]);
  circuit.succeeded();
  advance(1000);
  expect([circuit.admits(), circuit.admits()]).toEqual([true, true]);
});

test('the pause doubles with each failed trial, up to a minute', () => {
  const { circuit, fail, advance } = open();
  fail(5);
  const pauses = [];
  for (let trial = 0; trial < 9; trial += 1) {
    let seconds = 0;
    for (; !circuit.admits(); seconds += 1) advance(1000);
    pauses.push(seconds);
    circuit.failed();
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('many calls that fail together pause calls for a second', () => {
  const { circuit, fail, advance } = open();
  fail(50);
  advance(1000);
  expect(circuit.admits()).toBe(true);
});

test('a service that asks for a pause gets it after its first failure', () => {
  const { circuit, advance } = open();
  circuit.failed(7000);
  advance(6999);
  circuit.failed();
  expect(circuit.admits()).toBe(false);
  advance(1);
  expect(circuit.admits()).toBe(true);
});

test('a clock that is set back ends the pause', () => {
  const { circuit, fail, advance } = open();
  fail(5);
  advance(-3_600_000);
  expect(circuit.admits()).toBe(true);
});
