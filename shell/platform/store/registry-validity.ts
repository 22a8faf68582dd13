import { z } from 'zod';
import { parseJson } from '../formats/parse-json';
import { signatureSchema } from '../formats/registry-schema';
import { UserError } from '../../packages/node/user-error';
import { type Keys, keysOf, REGISTRY_OWNER } from './keys/local-keys';
import { isSigned, signText } from './keys/signature';
import type { Storage } from './storage/storage';

/** A signature does not expire: without this, anybody with write access could show an old registry for ever. */
const FILE = 'registry-until.json';
const DAY_MS = 24 * 60 * 60 * 1_000;
const VALID_MS = 7 * DAY_MS;
/** How long before its end a statement is renewed: once a day. */
const RENEW_MS = 6 * DAY_MS;
/** How far the clocks of two machines may differ. */
const CLOCKS_MS = 10 * 60 * 1_000;

const statementSchema = z.object({ registry: z.int().positive(), until: z.iso.datetime() });
const fileSchema = signatureSchema.extend({ statement: statementSchema });

/** The revision of a registry, and until when it is valid. */
export type Validity = z.infer<typeof statementSchema>;

/** Read the statement before the registry, which is written first. @returns `undefined` without one. */
export async function readValidity(storage: Storage, keys: Keys): Promise<Validity | undefined> {
  const stored = await storage.read(FILE);
  const { statement, ...signature } = (stored && parseJson(stored.bytes, fileSchema)) ?? {};
  const trusted = keysOf(await keys.trust(), REGISTRY_OWNER);
  return statement && isSigned(statement, signature, trusted) ? statement : undefined;
}

/** @throws UserError for a registry that the operators have not confirmed for a week, or have replaced since. */
export function requireValid(revision: number, validity: Validity | undefined): void {
  const renew =
    'npm run release -- repair, where the operators’ key is, renews it; the role watch does so each day.';
  if (!validity)
    throw new UserError(`The registry is refused: nothing says until when it is valid. ${renew}`);
  if (validity.registry > revision) {
    throw new UserError(
      `The registry is refused: it has revision ${revision}, and the operators have signed revision ${validity.registry}. ${renew}`,
    );
  }
  if (Date.parse(validity.until) + CLOCKS_MS < Date.now()) {
    throw new UserError(`The registry is refused: it was valid until ${validity.until}. ${renew}`);
  }
}

/** Confirms a registry for another week, unless it was confirmed in the last day. @throws UserError without the key. */
export async function renewValidity(revision: number, storage: Storage, keys: Keys): Promise<void> {
  const present = await readValidity(storage, keys);
  const isFresh = present && Date.parse(present.until) - Date.now() > RENEW_MS;
  if (isFresh && present.registry === revision) return;
  const before = (await storage.read(FILE))?.tag;
  const until = new Date(Date.now() + VALID_MS).toISOString();
  const statement: Validity = { registry: revision, until };
  const signed = signText(JSON.stringify(statement), await keys.privateKey(REGISTRY_OWNER));
  // A failed replacement is no error: the process that was faster has renewed the statement as well.
  await storage.replace(FILE, Buffer.from(`${JSON.stringify({ statement, ...signed })}\n`), before);
}
