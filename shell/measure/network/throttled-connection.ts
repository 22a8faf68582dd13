import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { realClock } from './clock';
import { type Flow, Link } from './link';

export interface NetworkConditions {
  readonly name: string;
  readonly downBitsPerSecond: number;
  readonly upBitsPerSecond: number;
  /** Milliseconds. */
  readonly roundTrip: number;
}

/** Lighthouse's and WebPageTest's slow 4G. */
export const SLOW_4G: NetworkConditions = {
  name: 'slow 4G',
  downBitsPerSecond: 1_600_000,
  upBitsPerSecond: 750_000,
  roundTrip: 150,
};

/** The simulated access link of one visitor, which all connections of a page share. */
export class AccessLink {
  private readonly up: Link;
  private readonly down: Link;

  constructor(private readonly conditions: NetworkConditions) {
    const delay = conditions.roundTrip / 2;
    this.up = new Link(realClock, { bitsPerSecond: conditions.upBitsPerSecond, delay });
    this.down = new Link(realClock, { bitsPerSecond: conditions.downBitsPerSecond, delay });
  }

  /** @returns the server's end of a browser's connection across this link. */
  connect(browser: Socket): Duplex {
    return new ThrottledConnection(browser, this.up, this.down, this.conditions.roundTrip);
  }
}

/**
 * Throttles a local connection. The kernel has already acknowledged the browser's SYN, so the browser's first bytes are
 * delayed by the round trip of a TCP handshake (RFC 9293 §3.5).
 */
class ThrottledConnection extends Duplex {
  private readonly up: Flow;
  private readonly down: Flow;

  constructor(
    private readonly browser: Socket,
    up: Link,
    down: Link,
    roundTrip: number,
  ) {
    super();
    browser.setNoDelay(true);
    this.up = up.flow((bytes) => void this.push(bytes));
    this.down = down.flow((bytes) => void (browser.writable && browser.write(bytes)));
    realClock.at(realClock.now() + roundTrip, () => {
      browser.on('data', (bytes: Buffer) => this.up.send(bytes));
    });
    browser.on('end', () => this.up.afterArrival(() => this.push(null)));
    // A browser resets the connections of a closed tab.
    browser.on('error', () => this.destroy());
    browser.on('close', () => this.destroy());
  }

  override _read(): void {
    // Data is pushed when it arrives: the link sets the pace, not the reader.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.down.send(chunk, callback);
  }

  override _final(callback: () => void): void {
    this.down.afterArrival(() => {
      this.browser.end();
      callback();
    });
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.up.close();
    this.down.close();
    this.browser.destroy();
    callback(error);
  }
}
