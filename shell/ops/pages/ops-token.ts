import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, UserError } from '../../tools/user-error';

/** Shorter tokens could be guessed; the API requires the same length. */
const MIN_LENGTH = 32;

/**
 * The operators' token: `OPS_TOKEN`, or outside production one that is generated once and stored in the data folder.
 * @returns `undefined` in production without `OPS_TOKEN`: then there are no operators' pages.
 * @throws UserError when `OPS_TOKEN` is invalid.
 */
export async function readOpsToken(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const { OPS_TOKEN: token, NODE_ENV: mode } = environment;
  if (!token) return mode === 'production' ? undefined : storedToken(path.join(dataFolder, 'ops-token'));
  if (token.length >= MIN_LENGTH && !/\s/.test(token)) return token;
  throw new UserError(`OPS_TOKEN must have at least ${MIN_LENGTH} characters and no spaces.`);
}

async function storedToken(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  await writeFile(partial, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces the token that another process has just created.
    await link(partial, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(partial);
  }
  return (await readFile(file, 'utf8')).trim();
}
