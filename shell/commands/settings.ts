import { PlainError } from './processes';

function port(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535) {
    throw new PlainError(`${variable}="${text}" is not a port number between 1 and 65535.`);
  }
  return value;
}

/** Where everything listens on this machine. `PORT` moves the site and the others with it. */
export function ports() {
  const site = port('PORT', 3000);
  return {
    site,
    cdn: port('CDN_PORT', site + 1),
    api: port('API_PORT', site + 2),
    sandbox: port('SANDBOX_PORT', site + 3),
  };
}
