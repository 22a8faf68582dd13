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

/** The access line of one visitor: every connection of a page shares it. */
export class AccessLine {
  private readonly up: Link;
  private readonly down: Link;

  constructor(private readonly conditions: NetworkConditions) {
    const delay = conditions.roundTrip / 2;
    this.up = new Link(realClock, { bitsPerSecond: conditions.upBitsPerSecond, delay });
    this.down = new Link(realClock, { bitsPerSecond: conditions.downBitsPerSecond, delay });
  }

  /** @returns the server's end of a browser's connection, as it would be across the line. */
  connect(browser: Socket): Duplex {
    return new ShapedConnection(browser, this.up, this.down, this.conditions.roundTrip);
  }
}

/**
 * A browser's connection to this machine, stretched to the length of the line. The kernel has answered the
 * browser's SYN at once, so what the browser says first waits for the round trip that the handshake of TCP
 * would have taken (RFC 9293 §3.5).
 */
class ShapedConnection extends Duplex {
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
    // A tab that closes resets its connections.
    browser.on('error', () => this.destroy());
    browser.on('close', () => this.destroy());
  }

  override _read(): void {
    // What arrives is pushed: the line and not the reader sets the pace.
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
