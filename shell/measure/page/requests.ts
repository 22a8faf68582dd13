import type { CDPSession } from '@playwright/test';
import type { RequestRecord } from './hops';

/** A finished request with what it cost. */
export interface Transfer extends RequestRecord {
  /** Bytes on the wire, headers included; 0 from the cache. */
  readonly bytes: number;
  readonly status: number | undefined;
}

interface Open {
  url: string;
  type: string;
  start: number;
  end: number | undefined;
  initiator: RequestRecord['initiator'];
  causes: string[];
  bytes: number;
  status: number | undefined;
  /** Refused or lost, and not given up by the page itself. */
  failed: boolean;
  over: boolean;
}

/** Listens to a page's network events. */
export class RequestRecorder {
  private readonly open = new Map<string, Open>();
  private origin: number | undefined;
  private lastChange = performance.now();

  private constructor(private readonly session: CDPSession) {}

  static async attach(session: CDPSession): Promise<RequestRecorder> {
    const recorder = new RequestRecorder(session);
    recorder.listen();
    await session.send('Network.enable');
    return recorder;
  }

  /** Everything asked for so far, in its order. */
  transfers(): Transfer[] {
    return [...this.open.values()].map(({ failed: _, over: __, ...transfer }) => transfer);
  }

  /** Addresses that could not be had. */
  failures(): string[] {
    return [...this.open.values()]
      .filter(({ failed, status }) => failed || (status !== undefined && status >= 500))
      .map(({ url }) => url);
  }

  /** Waits until nothing has been under way for some time. @throws Error after a minute. */
  async quiet(milliseconds = 500): Promise<void> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      const pending = [...this.open.values()].filter(
        ({ over, type }) => !over && type !== 'Media' && type !== 'Ping',
      );
      if (pending.length === 0 && performance.now() - this.lastChange >= milliseconds) return;
      if (performance.now() > deadline) {
        throw new Error(`The page did not come to rest: ${pending.map(({ url }) => url).join(', ')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  private listen(): void {
    const sinceNavigation = (seconds: number) => (seconds - (this.origin ?? seconds)) * 1000;
    this.session.on(
      'Network.requestWillBeSent',
      ({ requestId, request, type = 'Other', timestamp, initiator }) => {
        if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
        this.lastChange = performance.now();
        this.origin ??= timestamp;
        this.open.set(requestId, {
          url: request.url,
          type,
          start: sinceNavigation(timestamp),
          initiator: initiator.type === 'parser' || initiator.type === 'script' ? initiator.type : 'other',
          causes: [...(initiator.url ? [initiator.url] : []), ...scriptsOf(initiator.stack)],
          bytes: 0,
          status: undefined,
          failed: false,
          over: false,
          end: undefined,
        });
      },
    );
    const change = (requestId: string, changes: Partial<Open>) => {
      const record = this.open.get(requestId);
      if (!record) return;
      this.lastChange = performance.now();
      Object.assign(record, changes);
    };
    this.session.on('Network.responseReceived', ({ requestId, response }) =>
      change(requestId, { status: response.status }),
    );
    this.session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) =>
      change(requestId, { bytes: encodedDataLength, over: true, end: sinceNavigation(timestamp) }),
    );
    this.session.on('Network.loadingFailed', ({ requestId, canceled }) =>
      change(requestId, { failed: !canceled, over: true }),
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
