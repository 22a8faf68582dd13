import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../tools/folders';

/** `composition.json`: what a composition was made from. */
export interface MadeFrom {
  /** The registry's revision. */
  readonly revision: number;
  /** The live version of each part. */
  readonly versions: Readonly<Record<string, string>>;
  readonly siteOrigin: string;
  readonly cdnOrigin: string;
  /** The API's answers: address below the API's origin → SHA-256 of the body as JSON. */
  readonly answers: Readonly<Record<string, string>>;
  readonly pages: number;
  /** Hash of the composer's own sources: another composer may make other pages of the same. */
  readonly composer: string;
}

export const MADE_FROM_FILE = 'composition.json';

/** How long one answer may take, in milliseconds. */
const TIMEOUT = 5_000;

/** A hash of everything in this folder. */
export async function composerRevision(): Promise<string> {
  const folder = path.join(root, 'shell/release/compose');
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).filter((file) => !file.includes('.test.')).sort()) {
    hash.update(name).update(await readFile(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

export function hashOfAnswer(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

export async function readMadeFrom(composition: string): Promise<MadeFrom | undefined> {
  const text = await readFile(path.join(composition, MADE_FROM_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as MadeFrom);
}

/**
 * Whether the API still answers what the pages were made from. One that does not answer has not changed: pages
 * that were right a minute ago are better than none.
 */
export async function answersAreSame({ answers }: MadeFrom, apiOrigin: string): Promise<boolean> {
  for (const [address, hash] of Object.entries(answers)) {
    const body = await ask(apiOrigin + address);
    if (body !== undefined && hashOfAnswer(body) !== hash) return false;
  }
  return true;
}

async function ask(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
    return response.ok ? JSON.stringify(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
