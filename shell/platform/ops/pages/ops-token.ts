import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DATA_FOLDER_MODE } from '../../../packages/node/private-folder';
import { requireToken } from '../../../packages/node/tokens';
import { errorCode } from '../../../packages/node/user-error';

/**
 * `OPS_TOKEN`, or outside production a generated one.
 * @returns `undefined` in production without `OPS_TOKEN`: then there are no operators' pages.
 * @throws UserError when `OPS_TOKEN` is invalid.
 */
export async function readOpsToken(dataFolder: string, environment: NodeJS.ProcessEnv = process.env) {
  const { OPS_TOKEN: token, NODE_ENV } = environment;
  if (token) return requireToken('OPS_TOKEN', token);
  return NODE_ENV === 'production' ? undefined : storedToken(path.join(dataFolder, 'ops-token'));
}

/** `OPS_TOKEN_SECOND` opens the pages while one token replaces the other. @throws UserError */
export function readSecondOpsToken({ OPS_TOKEN_SECOND: token }: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as absent.
  return token ? requireToken('OPS_TOKEN_SECOND', token) : undefined;
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
