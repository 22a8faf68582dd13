import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATA_FOLDER_MODE } from '../../../packages/node/private-folder';
import { requireToken } from '../../../packages/node/tokens';
import { errorCode, UserError } from '../../../packages/node/user-error';

/**
 * `OPS_TOKEN`, or outside production a generated one.
 * @returns `undefined` in production without `OPS_TOKEN`: then there are no operators' pages.
 * @throws UserError when `OPS_TOKEN` is invalid.
 */
export async function readOpsToken(dataFolder: string, environment: NodeJS.ProcessEnv = process.env) {
  return readToken('OPS_TOKEN', path.join(dataFolder, 'ops-token'), environment);
}

/** `OPS_TOKEN_SECOND` opens the pages while one token replaces the other. @throws UserError */
export function readSecondOpsToken({ OPS_TOKEN_SECOND: token }: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as absent.
  return token ? requireToken('OPS_TOKEN_SECOND', token) : undefined;
}

/**
 * `OPS_READ_TOKEN`, or outside production a generated one. It changes nothing: Prometheus and the watcher
 * need not hold the operators' token.
 * @returns `undefined` in production without it.
 * @throws UserError when it is invalid.
 */
export async function readOpsReadToken(dataFolder: string, environment: NodeJS.ProcessEnv = process.env) {
  const token = await readToken('OPS_READ_TOKEN', path.join(dataFolder, 'ops-read-token'), environment);
  const { OPS_TOKEN, OPS_TOKEN_SECOND } = environment;
  if (token === undefined || ![OPS_TOKEN, OPS_TOKEN_SECOND].includes(token)) return token;
  throw new UserError('OPS_READ_TOKEN and OPS_TOKEN must differ: the first one only reads.');
}

async function readToken(
  variable: 'OPS_TOKEN' | 'OPS_READ_TOKEN',
  file: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const token = environment[variable];
  if (!token) return environment.NODE_ENV === 'production' ? undefined : storedToken(file);
  return requireToken(variable, token);
}

async function storedToken(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: DATA_FOLDER_MODE });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces the token that another process has just created.
    await link(partial, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(partial);
  }
  return (await readFile(file, 'utf8')).trim();
}
