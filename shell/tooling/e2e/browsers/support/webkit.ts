import { z } from 'zod';
import { freePort } from '../../../../packages/node/processes';
import { COMMANDS, type Driver } from './driver';
import { startDisplay, startProgram } from './program';

const responseSchema = z.object({ value: z.unknown() });
const sessionSchema = z.object({ sessionId: z.string() });
const problemSchema = z.object({ error: z.string(), message: z.string() });

/** Starts WebKitGTK's MiniBrowser through its WebDriver. */
export async function webKitDriver(): Promise<Driver> {
  const port = await freePort();
  const display = await startDisplay();
  const program = startProgram('WebKitWebDriver', [`--port=${port}`], display.display);

  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = responseSchema.parse(await response.json());
    if (response.ok) return value;
    const { error, message } = problemSchema.parse(value);
    throw new Error(`${error}: ${message}`);
  };

  const stop = async () => {
    await program.stop();
    await display.stop();
  };
  try {
    await program.connect(() => call('GET', '/status'));
    const session = sessionSchema.parse(await call('POST', '/session', { capabilities: {} }));
    const base = `/session/${session.sessionId}`;
    return {
      send(command, { id, ...parameters } = {}) {
        const [method, path] = COMMANDS[command];
        return call(method, base + path.replace(':id', String(id)), parameters);
      },
      async stop() {
        await call('DELETE', base);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
