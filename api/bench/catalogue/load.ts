import { connect, type Socket } from 'node:net';
import { processorSeconds } from '../support';

const CONNECTIONS = 16;
const HEAD_END = Buffer.from('\r\n\r\n');

export interface Figures {
  /** Requests a second. */
  readonly rate: number;
  /** Processor time of the server for one request, in microseconds; NaN where there is no /proc. */
  readonly cpu: number;
}

export interface Target {
  readonly port: number;
  readonly pid: number;
  /** The whole request as it goes over the wire. */
  readonly request: string;
  readonly status: number;
}

/**
 * Sends requests over keep-alive connections, each right after the previous response. Raw sockets instead of an HTTP
 * client, whose own work would dominate on a machine with few cores.
 * @throws Error when a response has another status.
 */
export async function load({ port, pid, request, status }: Target, milliseconds: number): Promise<Figures> {
  const bytes = Buffer.from(request, 'latin1');
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  const before = processorSeconds(pid);
  const started = performance.now();
  const deadline = started + milliseconds;
  const counts = await Promise.all(sockets.map((socket) => requestUntil(deadline, socket, bytes, status)));
  const seconds = (performance.now() - started) / 1000;
  const requests = counts.reduce((sum, count) => sum + count, 0);
  const cpu = ((processorSeconds(pid) - before) * 1_000_000) / requests;
  for (const socket of sockets) socket.destroy();
  return { rate: requests / seconds, cpu };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** @returns the number of responses. */
function requestUntil(deadline: number, socket: Socket, request: Buffer, status: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received: Buffer = Buffer.alloc(0);
    let wanted = 0;
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection.')));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      wanted ||= lengthOf(received, status);
      if (wanted === 0 || received.length < wanted) return;
      received = received.subarray(wanted);
      wanted = 0;
      count += 1;
      if (performance.now() >= deadline) {
        socket.removeAllListeners('close');
        resolve(count);
      } else {
        socket.write(request);
      }
    });
    socket.write(request);
  });
}

/** Length of a response's head and body, or 0 while the head is incomplete. */
function lengthOf(received: Buffer, status: number): number {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return 0;
  const head = received.toString('latin1', 0, end);
  if (!head.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`A response began with ${head.slice(0, 40)}.`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined && status !== 304) throw new Error('A response has no Content-Length.');
  return end + HEAD_END.length + Number(length ?? 0);
}
