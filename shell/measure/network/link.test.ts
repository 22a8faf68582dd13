import type { Clock } from './clock';
import { Link, SEGMENT } from './link';

/** A clock that the test advances. */
function steppedClock() {
  let now = 0;
  let tasks: { time: number; task: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    at: (time, task) => void tasks.push({ time, task }),
  };
  return {
    clock,
    runTo(end: number) {
      for (;;) {
        const [next] = tasks.filter(({ time }) => time <= end).sort((a, b) => a.time - b.time);
        if (!next) break;
        tasks = tasks.filter((other) => other !== next);
        now = Math.max(now, next.time);
        next.task();
      }
      now = end;
    },
  };
}

/** A segment takes 10 ms, half a round trip 50 ms. */
const conditions = { bitsPerSecond: SEGMENT * 800, delay: 50 };

function setUp() {
  const time = steppedClock();
  const link = new Link(time.clock, conditions);
  const connect = () => {
    const arrivals: { at: number; bytes: Buffer }[] = [];
    const flow = link.flow((bytes) => arrivals.push({ at: time.clock.now(), bytes }));
    return { flow, arrivals };
  };
  return { time, connect };
}

describe('link', () => {
  it('delivers after serialisation time and half a round trip', () => {
    const { time, connect } = setUp();
    const { flow, arrivals } = connect();
    flow.send(Buffer.alloc(SEGMENT));
    time.runTo(59);
    expect(arrivals).toHaveLength(0);
    time.runTo(60);
    expect(arrivals).toHaveLength(1);
  });

  it('delivers every byte once and in order, however the input is chunked', () => {
    const { time, connect } = setUp();
    const { flow, arrivals } = connect();
    const sent = Buffer.from(Array.from({ length: 9 * SEGMENT + 7 }, (_, index) => index % 251));
    flow.send(sent.subarray(0, 10));
    flow.send(sent.subarray(10, 5000));
    flow.send(sent.subarray(5000));
    time.runTo(10_000);
    expect(Buffer.concat(arrivals.map(({ bytes }) => bytes)).equals(sent)).toBe(true);
  });

  it('begins with slow start: ten segments, then as many as are acknowledged', () => {
    const { time, connect } = setUp();
    const { flow, arrivals } = connect();
    flow.send(Buffer.alloc(30 * SEGMENT));
    // The tenth has left after 100 ms; the first acknowledgement is back after 110.
    time.runTo(110 + 50);
    expect(arrivals).toHaveLength(10);
    time.runTo(120 + 50);
    expect(arrivals).toHaveLength(11);
    // From here on the window grows faster than the link sends: the link is always busy.
    time.runTo(310 + 50);
    expect(arrivals).toHaveLength(30);
  });

  it('alternates between two connections', () => {
    const { time, connect } = setUp();
    const [one, other] = [connect(), connect()];
    one.flow.send(Buffer.alloc(4 * SEGMENT));
    other.flow.send(Buffer.alloc(4 * SEGMENT));
    time.runTo(40 + 50);
    expect([one.arrivals.length, other.arrivals.length]).toEqual([2, 2]);
    time.runTo(80 + 50);
    expect([one.arrivals.length, other.arrivals.length]).toEqual([4, 4]);
  });

  it('calls ready only when the send buffer has room', () => {
    const { time, connect } = setUp();
    const { flow } = connect();
    const ready = jest.fn();
    flow.send(Buffer.alloc(8 * SEGMENT), ready);
    time.runTo(39);
    expect(ready).not.toHaveBeenCalled();
    time.runTo(40);
    expect(ready).toHaveBeenCalledTimes(1);
  });

  it('runs afterArrival tasks after the last byte has arrived', () => {
    const { time, connect } = setUp();
    const { flow, arrivals } = connect();
    const ended = jest.fn(() => expect(arrivals).toHaveLength(2));
    flow.send(Buffer.alloc(2 * SEGMENT));
    flow.afterArrival(ended);
    time.runTo(69);
    expect(ended).not.toHaveBeenCalled();
    time.runTo(71);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('releases a closed connection’s bandwidth and calls its pending ready callbacks', () => {
    const { time, connect } = setUp();
    const [one, other] = [connect(), connect()];
    const ready = jest.fn();
    one.flow.send(Buffer.alloc(100 * SEGMENT), ready);
    other.flow.send(Buffer.alloc(2 * SEGMENT));
    time.runTo(5);
    one.flow.close();
    expect(ready).toHaveBeenCalledTimes(1);
    time.runTo(30 + 50);
    expect(one.arrivals).toHaveLength(0);
    expect(other.arrivals).toHaveLength(2);
  });
});
