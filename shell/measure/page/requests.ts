import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import type { RequestRecord } from './hops';

/** A request with its cost. */
export interface Transfer extends RequestRecord {
  /** Bytes on the wire including headers; 0 from the cache. */
  readonly bytes: number;
  readonly status: number | undefined;
  /** Refused or lost, and not cancelled by the page itself. */
  readonly failed: boolean;
  readonly finished: boolean;
}

/** Records a page's network events. */
export class RequestRecorder {
  private readonly transfers = new Map<string, Transfer>();
  private navigationStart: number | undefined;
  private lastChange = performance.now();

  private constructor(private readonly session: CDPSession) {}

  static async attach(session: CDPSession): Promise<RequestRecorder> {
    const recorder = new RequestRecorder(session);
    recorder.listen();
    await session.send('Network.enable');
    return recorder;
  }

  /** All requests so far, in the order of their start. */
  all(): Transfer[] {
    return [...this.transfers.values()];
  }

  /** Addresses of requests that failed. */
  failures(): string[] {
    return this.all()
      .filter(({ failed, status }) => failed || (status !== undefined && status >= 500))
      .map(({ url }) => url);
  }

  /** Waits until nothing has been pending for some time. @throws Error after a minute. */
  async quiet(milliseconds = 500): Promise<void> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      const pending = this.all().filter(({ finished, type }) => !finished && !/^(?:Media|Ping)$/.test(type));
      if (pending.length === 0 && performance.now() - this.lastChange >= milliseconds) return;
      if (performance.now() > deadline) {
        throw new Error(`Requests were still pending: ${pending.map(({ url }) => url).join(', ')}`);
      }
      await delay(25);
    }
  }

  private listen(): void {
    const sinceNavigation = (seconds: number) => (seconds - (this.navigationStart ?? seconds)) * 1000;
    this.session.on(
      'Network.requestWillBeSent',
      ({ requestId, request: { url }, type = 'Other', timestamp, initiator }) => {
        if (url.startsWith('data:') || url.startsWith('blob:')) return;
        this.lastChange = performance.now();
        this.navigationStart ??= timestamp;
        this.transfers.set(requestId, {
          url,
          type,
          start: sinceNavigation(timestamp),
          end: undefined,
          initiator: initiator.type === 'parser' || initiator.type === 'script' ? initiator.type : 'other',
          causes: [initiator.url, ...scriptsOf(initiator.stack)].filter((cause) => cause !== undefined),
          bytes: 0,
          status: undefined,
          failed: false,
          finished: false,
        });
      },
    );
    const update = (requestId: string, changes: Partial<Transfer>) => {
      const transfer = this.transfers.get(requestId);
      if (!transfer) return;
      this.lastChange = performance.now();
      this.transfers.set(requestId, { ...transfer, ...changes });
    };
    this.session.on('Network.responseReceived', ({ requestId, response: { status } }) =>
      update(requestId, { status }),
    );
    this.session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
      update(requestId, { bytes: encodedDataLength, finished: true, end: sinceNavigation(timestamp) }),
    );
    this.session.on('Network.loadingFailed', ({ requestId, canceled }) =>
      update(requestId, { failed: !canceled, finished: true }),
    );
  }
}

interface Stack {
  readonly callFrames: readonly { readonly url: string }[];
  readonly parent?: Stack;
}

function scriptsOf(stack: Stack | undefined): string[] {
  if (!stack) return [];
  return [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)].filter(Boolean);
}
