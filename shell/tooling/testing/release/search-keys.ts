import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { printOutcome } from '../../../packages/node/print-outcome';

const [keys = '', data = '', socket = '', source = ''] = process.argv.slice(2);

/** The first bytes of a file, or why it cannot be read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 10_000);
  } catch (error) {
    return String(error);
  }
}

function write(file: string): string {
  try {
    writeFileSync(file, 'mine');
    return 'written';
  } catch (error) {
    return String(error);
  }
}

function connect(target: string): Promise<string> {
  return new Promise((resolve) => {
    const connection = net.connect(target, () => {
      connection.destroy();
      resolve('connected');
    });
    connection.on('error', ({ message }) => resolve(message));
  });
}

/**
 * The program searches what an escaped release would look for: everything that this process can
 * reach.
 */
void printOutcome(async () => {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return {
    environment: Object.keys(process.env),
    environments: processes.map((id) => read(`/proc/${id}/environ`)).join('\n'),
    commands: processes.map((id) => read(`/proc/${id}/cmdline`)),
    keys: existsSync(keys) ? readdirSync(keys) : [],
    key: read(path.join(keys, 'registry.key.pem')),
    data: readdirSync(data),
    socket: await connect(socket),
    source: write(source),
  };
});
