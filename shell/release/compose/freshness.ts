import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

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
  /** Grows when the same releases and answers make other pages. */
  readonly form: number;
}

export const MADE_FROM_FILE = 'composition.json';
export const FORM = 1;

/** How long one answer may take, in milliseconds. */
const TIMEOUT = 5_000;

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
