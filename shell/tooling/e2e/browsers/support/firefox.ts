import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '../../../../packages/node/processes';
import type { Driver, Parameters } from './driver';
import { startProgram } from './program';

/** A response: its type, the command's number, an error or `null`, and the result. */
const responseSchema = z.tuple([
  z.literal(1),
  z.number(),
  z.object({ error: z.string(), message: z.string() }).nullable(),
  z.unknown(),
]);
const valueSchema = z.object({ value: z.unknown() });

/**
 * Starts Firefox without a window. Its own protocol, Marionette, takes WebDriver's commands; Debian has no geckodriver,
 * which translates between the two (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */
export async function firefoxDriver(): Promise<Driver> {
  const port = await freePort();
  const profile = await mkdtemp(path.join(tmpdir(), 'isa-firefox-'));
  const settings = {
    'marionette.port': port,
    // A muted video may play without a click in any case.
    'media.autoplay.default': 0,
    // Firefox would download lists of experiments before the first page.
    'app.normandy.enabled': false,
    'messaging-system.rsexperimentloader.enabled': false,
  };
  await writeFile(
    path.join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  );
  const program = startProgram('firefox-esr', [
    '--headless',
    '--marionette',
    '--no-remote',
    '--profile',
    profile,
  ]);
  const stop = async () => {
    await program.stop();
    // The removal is repeated, because the browser's helper processes may still write.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const socket = await program.connect(() => open(port));
    const send = commandsOver(socket);
    await send('WebDriver:NewSession', { capabilities: {} });
    return {
      send: (command, parameters) => send(`WebDriver:${command}`, parameters),
      async stop() {
        socket.destroy();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject);
  });
}

/** Sends commands as `<length>:<JSON>`, and returns the results, some of which are in an object with `value`. */
function commandsOver(socket: Socket) {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let count = 0;

  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const start = received.indexOf(':') + 1;
      const end = start + Number(received.subarray(0, start - 1));
      if (start === 0 || received.length < end) return;
      const message: unknown = JSON.parse(received.toString('utf8', start, end));
      received = received.subarray(end);
      const response = responseSchema.safeParse(message);
      // The first message is a greeting.
      if (!response.success) continue;
      const [, number, error, result] = response.data;
      const { value } = valueSchema.safeParse(result).data ?? { value: result };
      if (error) waiting.get(number)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(number)?.resolve(value);
      waiting.delete(number);
    }
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'));
  });

  return (name: string, parameters: Parameters = {}) =>
    new Promise<unknown>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      const message = JSON.stringify([0, count, name, parameters]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
}
