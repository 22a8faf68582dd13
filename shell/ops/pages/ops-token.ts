import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../tools/user-error';

/** Shorter ones could be guessed; the API asks for as much. */
const SHORTEST = 32;

/**
 * The operators' token: `OPS_TOKEN`, or on a developer's machine one that is made once and kept in the data
 * folder. `undefined` in production without one: then there is no page for operators.
 * @throws UserError when `OPS_TOKEN` is too short.
 */
export async function readOpsToken(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const { OPS_TOKEN: given, NODE_ENV: mode } = environment;
  if (given) {
    if (given.length >= SHORTEST && !/\s/.test(given)) return given;
    throw new UserError(`OPS_TOKEN needs at least ${SHORTEST} characters, none of them a space.`);
  }
  return mode === 'production' ? undefined : keptToken(path.join(dataFolder, 'ops-token'));
}

async function keptToken(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces one that somebody else has just made.
    await link(partial, file);
  } catch (error) {
    const exists = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  } finally {
    await rm(partial);
  }
  return (await readFile(file, 'utf8')).trim();
}
