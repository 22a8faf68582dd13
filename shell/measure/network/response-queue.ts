import type { ServerHttp2Stream } from 'node:http2';

/** Bytes; small enough that a more urgent response waits no more than 20 ms on a slow connection. */
const CHUNK = 4096;

/** RFC 9218: how urgent a response is, and whether it can be processed before it is complete. */
export interface Priority {
  /** 0, the most urgent, to 7. */
  readonly urgency: number;
  readonly incremental: boolean;
}

/** Parses the request header `priority`; invalid values get the defaults of RFC 9218 §4. */
export function parsePriority(header: string | readonly string[] = ''): Priority {
  const text = String(header);
  return {
    urgency: Number(/(?:^|,)\s*u=([0-7])\s*(?:,|$)/.exec(text)?.[1] ?? 3),
    incremental: /(?:^|,)\s*i\s*(?:,|$)/.test(text),
  };
}

interface PendingResponse {
  readonly stream: ServerHttp2Stream;
  readonly priority: Priority;
  readonly body: Buffer;
  sent: number;
}

/**
 * Sends the bodies of one connection in the order that RFC 9218 §10 recommends and CDNs implement: the most urgent
 * first; equals one after another, except incremental ones, which alternate. Node alone sends in order of writing.
 */
export class ResponseQueue {
  private pending: PendingResponse[] = [];
  private isWriting = false;

  add(stream: ServerHttp2Stream, body: Buffer, priority: Priority): void {
    const response: PendingResponse = { stream, priority, body, sent: 0 };
    this.pending.push(response);
    stream.once('close', () => this.remove(response));
    if (!this.isWriting) this.write();
  }

  private remove(response: PendingResponse): void {
    this.pending = this.pending.filter((other) => other !== response);
  }

  private write(): void {
    const next = mostUrgent(this.pending);
    this.isWriting = next !== undefined;
    if (!next) return;
    const chunk = next.body.subarray(next.sent, next.sent + CHUNK);
    next.sent += chunk.length;
    this.remove(next);
    if (next.sent >= next.body.length) {
      next.stream.end(chunk, () => this.write());
      return;
    }
    // Incremental responses go behind their equals, others stay in front of them.
    this.pending = next.priority.incremental ? [...this.pending, next] : [next, ...this.pending];
    next.stream.write(chunk, () => this.write());
  }
}

/** @returns the first of the most urgent. */
export function mostUrgent<T extends { readonly priority: Priority }>(pending: readonly T[]): T | undefined {
  const urgency = Math.min(...pending.map(({ priority }) => priority.urgency));
  return pending.find(({ priority }) => priority.urgency === urgency);
}
