import type { ServerHttp2Stream } from 'node:http2';

/** Small enough that something more urgent waits for no more than 20 ms of a slow line. */
const CHUNK = 4096;

/** RFC 9218: how urgent an answer is, and whether it is of use before it is complete. */
export interface Priority {
  /** 0, the most urgent, to 7. */
  readonly urgency: number;
  readonly incremental: boolean;
}

/** Reads the request header `priority`; what cannot be read has the defaults of RFC 9218 §4. */
export function parsePriority(header: string | undefined): Priority {
  const urgency = /(?:^|,)\s*u=([0-7])\s*(?:,|$)/.exec(header ?? '')?.[1];
  return {
    urgency: urgency === undefined ? 3 : Number(urgency),
    incremental: /(?:^|,)\s*i\s*(?:,|$)/.test(header ?? ''),
  };
}

interface Waiting {
  readonly stream: ServerHttp2Stream;
  readonly priority: Priority;
  readonly body: Buffer;
  sent: number;
}

/**
 * The bodies of one connection, in the order that RFC 9218 §10 recommends and CDNs keep: the most urgent
 * first; among equals one after another, except those that are of use in parts, which take turns. Node's
 * own order is that of the writes.
 */
export class ResponseQueue {
  private waiting: Waiting[] = [];
  private writing = false;

  add(stream: ServerHttp2Stream, body: Buffer, priority: Priority): void {
    const entry: Waiting = { stream, priority, body, sent: 0 };
    this.waiting.push(entry);
    stream.once('close', () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    });
    if (!this.writing) this.write();
  }

  private write(): void {
    const next = mostUrgent(this.waiting);
    this.writing = next !== undefined;
    if (!next) return;
    const chunk = next.body.subarray(next.sent, next.sent + CHUNK);
    next.sent += chunk.length;
    this.waiting = this.waiting.filter((other) => other !== next);
    if (next.sent >= next.body.length) {
      next.stream.end(chunk, () => this.write());
      return;
    }
    // In turns: behind its equals. One after another: before them.
    this.waiting = next.priority.incremental ? [...this.waiting, next] : [next, ...this.waiting];
    next.stream.write(chunk, () => this.write());
  }
}

/** @returns the first of the most urgent. */
export function mostUrgent<T extends { readonly priority: Priority }>(waiting: readonly T[]): T | undefined {
  return waiting.reduce<T | undefined>(
    (best, one) => (best && best.priority.urgency <= one.priority.urgency ? best : one),
    undefined,
  );
}
